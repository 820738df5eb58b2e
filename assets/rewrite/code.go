package rewrite

import (
	"cmp"
	"slices"
)

// A body is one function of the code section.
type body struct {
	start  int // of its size
	code   int // of its content
	first  int // of its first instruction
	end    int
	typ    uint32
	groups uint32 // of locals of one type
	group  int    // where the first of them is
	last   int    // and the last
	locals uint64 // without parameters
}

// eachBody calls visit with every function body of the code section, and a cursor that stands on the first instruction and ends with
// the body. It checks that there are as many bodies as the function section announces.
func (p *parsed) eachBody(visit func(b body, c *cursor)) error {
	s, ok := p.section(sectionCode)
	if !ok {
		if p.functions == 0 {
			return nil
		}
		return errorAt(len(p.module), "%d functions have no code", p.functions)
	}
	c := p.at(s)
	count := c.u32("number of function bodies")
	if count != p.functions {
		c.fail(s.body, "%d function bodies for %d functions", count, p.functions)
	}
	for i := uint32(0); i < count && c.err == nil; i++ {
		b := body{start: c.pos, typ: p.bodies[i]}
		size := c.u32("size of a function body")
		b.code = c.pos
		inner := c.within(size, "function body")
		b.end = c.pos
		b.localsOf(&inner)
		visit(b, &inner)
		c.err = inner.done("the function's end")
	}
	return c.done("the function bodies")
}

// localsOf decodes what a function's content begins with.
func (b *body) localsOf(c *cursor) {
	b.groups = c.u32("number of locals")
	b.group = c.pos
	for n := b.groups; n > 0 && c.err == nil; n-- {
		b.last = c.pos
		b.locals += uint64(c.u32("number of locals"))
		c.valueType()
	}
	b.first = c.pos
}

// eachInstruction decodes the function that c stands in up to its end, and calls visit with c behind the instruction.
func (p *parsed) eachInstruction(c *cursor, visit func(ins instruction)) {
	for depth := 1; depth > 0 && c.err == nil; {
		ins := c.instruction(p.types)
		switch ins.op {
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		}
		p.checkIndex(c, ins)
		if c.err == nil {
			visit(ins)
		}
	}
}

// A change puts something in the place of a part of the module.
type change struct {
	from, to int
	put      []byte
}

// appendBody appends a function body with other locals and changed instructions. What is put between two instructions comes before
// what is put in the place of the second.
func (p *parsed) appendBody(out []byte, b body, locals []byte, changes []change) []byte {
	slices.SortStableFunc(changes, func(x, y change) int { return cmp.Or(x.from-y.from, x.to-y.to) })
	size := len(locals) + b.end - b.first
	for _, ch := range changes {
		size += len(ch.put) - (ch.to - ch.from)
	}
	out = append(appendU32(out, uint32(size)), locals...)
	from := b.first
	for _, ch := range changes {
		out = append(append(out, p.module[from:ch.from]...), ch.put...)
		from = ch.to
	}
	return append(out, p.module[from:b.end]...)
}
