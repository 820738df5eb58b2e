package rewrite

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// Unmeter returns a module that [Meter] has metered, with the same options, without its fuel checks, so that it can be measured what
// they cost. Nothing interrupts its guest. The fuel global stays, and an if with nothing in it but a branch back may come out as the br_if
// that it is.
//
// It is an error if the module is malformed or has no fuel checks. The result shares no memory with module.
func Unmeter(module []byte, o MeterOptions) ([]byte, error) {
	out, err := unmeter(module, o.withDefaults())
	if err != nil {
		return nil, fmt.Errorf("rewrite: removing the module's fuel checks: %w", err)
	}
	return out, nil
}

func unmeter(module []byte, o MeterOptions) ([]byte, error) {
	p, err := parse(module)
	if err != nil {
		return nil, err
	}
	tick, err := p.tick(o)
	if err != nil {
		return nil, err
	}
	fuel, found := uint32(0), false
	for _, e := range p.exports {
		if e.kind == kindGlobal && string(e.name) == o.Fuel {
			fuel, found = e.index, true
		}
	}
	out := appendU32(nil, p.functions)
	removed := 0
	err = p.eachBody(func(b body, c *cursor) {
		loops, bulk := p.loops(b, c)
		if c.err != nil || !found {
			return
		}
		var changes []change
		added := false // a group of locals
		for i, l := range loops {
			k, ok := readCheck(p.module[l.header:b.end], tick)
			if !ok || k.fuel != fuel {
				continue
			}
			removed++
			if k.turns == 0 {
				changes = append(changes, change{l.header, l.header + len(k.header()), nil})
				continue
			}
			if i+1 == len(loops) || !bytes.Equal(p.module[l.at:loops[i+1].header], k.open(p.module[l.at+1:l.header])) || loops[i+1].end+1 != l.end {
				c.fail(l.at, "the loop is not as the meter leaves it")
				return
			}
			inner := loops[i+1]
			added = true
			changes = append(changes, change{l.at, inner.header, p.module[l.at:l.header]}, change{inner.end, l.end, nil})
			changes = append(changes, p.unlabelled(k, inner)...)
		}
		for i := 0; i < len(bulk); i += 2 {
			at, end := bulk[i], bulk[i+1]
			for _, length := range []uint64{p.values(b) - 1, p.values(b) - 2} {
				before, after := keep(uint32(length)), charge(fuel, uint32(length))
				if bytes.HasSuffix(p.module[b.first:at], before) && bytes.HasPrefix(p.module[end:b.end], after) {
					changes = append(changes, change{at - len(before), at, nil}, change{end, end + len(after), nil})
					added = true
					removed++
					break
				}
			}
		}
		locals := p.module[b.code:b.first]
		if added {
			if n := p.module[b.last]; b.groups == 0 || n < 1 || n > 2 || p.module[b.first-1] != typeI32 {
				c.fail(b.code, "the function is not as the meter leaves it")
				return
			}
			locals = slices.Concat(appendU32(nil, b.groups-1), p.module[b.group:b.last])
		}
		out = p.appendBody(out, b, locals, changes)
	})
	if err == nil && removed == 0 {
		err = errors.New("the module is not metered")
	}
	if err != nil {
		return nil, err
	}
	e := p.edit()
	e.replace(sectionCode, out)
	return e.bytes(), nil
}

// unlabelled returns the changes that give the branches in a loop with turns back the labels they had.
func (p *parsed) unlabelled(k check, l loop) []change {
	var changes []change
	for _, back := range l.back { // the br_if of what check.back returns
		put, old := k.back(opBr, back.label), branch{op: opBr, label: back.label}
		if conditional := k.back(opBrIf, back.label-1); bytes.HasPrefix(p.module[back.block:l.end], conditional) {
			put, old = conditional, branch{op: opBrIf, label: back.label - 1}
		}
		tail := len(put) - bytes.LastIndex(put, appendU32([]byte{opBr}, back.label+1))
		to := back.end + tail
		if from := to - len(put); from >= l.header && to <= l.end && bytes.Equal(p.module[from:to], put) {
			changes = append(changes, change{from, to, appendU32([]byte{old.op}, old.label)})
		}
	}
	backs := changes
	for _, out := range l.out {
		ours := slices.ContainsFunc(backs, func(ch change) bool { return ch.from <= out.at && out.at < ch.to })
		if !ours {
			changes = append(changes, change{out.at, out.end, appendU32(nil, out.label-1)})
		}
	}
	return changes
}
