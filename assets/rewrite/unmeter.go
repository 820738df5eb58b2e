package rewrite

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Unmeter returns a module that [Meter] has metered, with the same options, without its fuel checks, so that it can be measured what
// they cost. Nothing interrupts its guest. The fuel global and the functions that copy and fill memory stay, the latter for nobody, and an if
// with nothing in it but a branch back may come out as the br_if that it is.
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
	copying, filling := p.bulkFunctions(check{fuel: fuel, tick: tick})
	out := appendU32(nil, p.functions)
	removed := 0
	err = p.eachBody(func(b body, c *cursor) {
		start := *c
		loops, _ := p.loops(b, c)
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
		p.eachInstruction(&start, func(ins instruction) {
			if ins.op != opCall || ins.index != copying && ins.index != filling {
				return
			}
			put := copyCode
			if ins.index == filling {
				put = fillCode
			}
			changes = append(changes, change{ins.at, start.pos, put})
			removed++
		})
		locals := p.module[b.code:b.first]
		if added {
			if b.groups == 0 || p.module[b.last] != 1 || p.module[b.first-1] != typeI32 {
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

// bulkFunctions returns the indices of the functions that copy and fill memory, if the last two are these, and else some that no function has.
func (p *parsed) bulkFunctions(k check) (copying, filling uint32) {
	var last [2]body
	err := p.eachBody(func(b body, c *cursor) {
		last[0], last[1] = last[1], b
		c.pos = c.end
	})
	for i, want := range [][]byte{k.copying(), k.filling()} {
		if b := last[i]; err != nil || !p.bulks[b.typ] || !bytes.Equal(p.module[b.code:b.end], want) {
			return math.MaxUint32, math.MaxUint32
		}
	}
	filling = p.allFunctions() - 1
	return filling - 1, filling
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
