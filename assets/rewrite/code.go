package rewrite

// A body is one function of the code section.
type body struct {
	start int // of its size
	code  int // of its content
	end   int
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
	for ; count > 0 && c.err == nil; count-- {
		b := body{start: c.pos}
		size := c.u32("size of a function body")
		b.code = c.pos
		inner := c.within(size, "function body")
		b.end = c.pos
		inner.vector("locals", func() { inner.u32("number of locals"); inner.valueType() })
		visit(b, &inner)
		c.err = inner.done("the function's end")
	}
	return c.done("the function bodies")
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
		case opGlobalGet, opGlobalSet:
			c.checkGlobal(ins, p.globals)
		}
		if c.err == nil {
			visit(ins)
		}
	}
}
