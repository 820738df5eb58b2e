package memfs

import "slices"

// The first cookies of every directory stand for "." and "..".
const firstCookie = 2

// slack is how many removed names a directory keeps before it is packed.
const slack = 16

// A directory holds the names in one directory. Each name has a number, its cookie, that never
// changes while the name lives and grows with each new one: a listing goes on where it was, whatever
// happens in between.
type directory struct {
	byName map[string]*entry
	order  []*entry // by cookie; entries that were removed have no node
	next   uint64
}

type entry struct {
	name   string
	node   *node
	cookie uint64
}

func newDirectory() *directory {
	return &directory{byName: map[string]*entry{}, next: firstCookie}
}

func (d *directory) get(name string) *node {
	if e := d.byName[name]; e != nil {
		return e.node
	}
	return nil
}

func (d *directory) add(name string, n *node) {
	e := &entry{name: name, node: n, cookie: d.next}
	d.next++
	d.byName[name] = e
	d.order = append(d.order, e)
}

// remove forgets a name. A directory that has shrunk gives its memory back, or a guest could fill
// and empty one after the other beyond every cap.
func (d *directory) remove(name string) {
	e := d.byName[name]
	delete(d.byName, name)
	e.name, e.node = "", nil
	if len(d.order) <= 2*len(d.byName)+slack {
		return
	}
	byName := make(map[string]*entry, len(d.byName))
	order := make([]*entry, 0, len(d.byName))
	for _, e := range d.order {
		if e.node != nil {
			byName[e.name] = e
			order = append(order, e)
		}
	}
	d.byName, d.order = byName, order
}

// from returns the entries with that cookie or a later one. Those without a node are no longer there.
func (d *directory) from(cookie uint64) []*entry {
	i, _ := slices.BinarySearchFunc(d.order, cookie, func(e *entry, cookie uint64) int {
		switch {
		case e.cookie < cookie:
			return -1
		case e.cookie > cookie:
			return 1
		}
		return 0
	})
	return d.order[i:]
}
