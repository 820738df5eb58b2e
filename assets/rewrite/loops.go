package rewrite

// A loop is one of a function's body.
type loop struct {
	at     int // of its opcode
	header int // of the first instruction in it
	end    int // of what follows it
	length int // how many instructions it has
	// bounded says that a turn runs no instruction twice and none that takes as long as its operands say: the loop has no loop in it, no
	// call and no bulk operation.
	bounded bool
	// table says that a br_table leads to its header.
	table bool
	back  []branch // the other branches to its header
	out   []branch // labels of branches out of it, of br_table's too
}

// A branch is a br or br_if, or only the label of one.
type branch struct {
	op      byte
	at, end int
	label   uint32
	block   int // the opcode of the innermost block or loop around it
}

// loops returns the loops of the function that c stands in, in order, and where it copies or fills memory.
func (p *parsed) loops(b body, c *cursor) (list []loop, bulks []bulk) {
	type block struct {
		at    int // of its opcode
		loop  int // the innermost one around its inside, -1 for none
		depth int // how many blocks are open in that
	}
	here := block{loop: -1}
	var open []block // what was here before the blocks that are open
	count, locals := 0, p.values(b)
	var last instruction
	p.eachInstruction(c, func(ins instruction) {
		before := last
		last = ins
		count++
		switch ins.op {
		case opLocalGet, opLocalSet, opLocalTee:
			if uint64(ins.index) >= locals {
				c.fail(ins.at, "local %d is outside the %d locals", ins.index, locals)
			}
		case prefixMisc:
			if fill, ok := bulkOf(p.module[ins.at:c.pos]); !ok && (ins.sub == miscMemoryCopy || ins.sub == miscMemoryFill) {
				c.fail(ins.at, "only memory 0, written as one byte, can be copied or filled")
			} else if ok {
				small := before.op == opI32Const && uint32(before.value) < short
				bulks = append(bulks, bulk{at: ins.at, end: c.pos, fill: fill, short: small})
			}
		case opLoop:
			if here.loop >= 0 {
				list[here.loop].release()
			}
			open = append(open, here)
			here = block{at: ins.at, loop: len(list)}
			list = append(list, loop{at: ins.at, header: c.pos, length: -count, bounded: true})
			return
		case opBlock, opIf:
			open = append(open, here)
			here = block{at: ins.at, loop: here.loop, depth: here.depth + 1}
			return
		case opEnd:
			if len(open) == 0 {
				return // of the function
			}
			around := open[len(open)-1]
			open = open[:len(open)-1]
			if around.loop != here.loop {
				list[here.loop].end = c.pos
				list[here.loop].length += count
			}
			here = around
			return
		}
		if here.loop < 0 {
			return
		}
		l := &list[here.loop]
		if ins.unbounded() {
			l.release()
		}
		c.eachLabel(ins, func(b branch) {
			if ins.op == opBrTable {
				count++ // which bounds how many there are
			}
			if l.length+count > longest {
				l.release()
			}
			switch depth := uint32(here.depth); {
			case !l.bounded:
			case b.label > depth:
				l.out = append(l.out, b)
			case b.label == depth && ins.op == opBrTable:
				l.table = true
			case b.label == depth:
				l.back = append(l.back, branch{op: ins.op, at: ins.at, end: c.pos, label: b.label, block: here.at})
			}
		})
	})
	return list, bulks
}

// longest is more instructions than a loop can have that is counted, with what the meter has put into it.
const longest = 2 * span

// release says that the loop is not bounded, so that nobody needs to know its branches.
func (l *loop) release() { l.bounded, l.back, l.out = false, nil, nil }

// values is how many parameters and locals a function has.
func (p *parsed) values(b body) uint64 { return uint64(p.params[b.typ]) + b.locals }

// eachLabel calls visit with every label of an instruction that c has just decoded.
func (c *cursor) eachLabel(ins instruction, visit func(b branch)) {
	again := cursor{module: c.module, pos: ins.at + 1, end: c.pos}
	n := uint32(1)
	switch ins.op {
	case opBr, opBrIf:
	case opBrTable:
		n = again.u32("") + 1
	default:
		return
	}
	for ; n > 0 && again.err == nil; n-- {
		at := again.pos
		label := again.u32("")
		visit(branch{op: ins.op, at: at, end: again.pos, label: label})
	}
}

// unbounded reports whether an instruction may take longer than any constant.
func (ins instruction) unbounded() bool {
	switch ins.op {
	case opCall, opCallIndirect, opReturnCall, opReturnCallIndirect, opMemoryGrow, prefixAtomic:
		return true
	case prefixMisc:
		return ins.sub > miscLastTruncation
	}
	return false
}
