package rewrite

// An instruction is what the rewriters need to know of one: where it is and the immediates they ask about.
type instruction struct {
	at    int    // offset of the opcode
	op    byte   // opcode or prefix
	sub   uint32 // the number behind a prefix
	index uint32 // local, global, or data segment of memory.init and data.drop
	value int32  // of i32.const
}

// instruction decodes one instruction with all its immediates, for a module with the given number of types.
func (c *cursor) instruction(types uint32) instruction {
	ins := instruction{at: c.pos}
	ins.op = c.byte("instruction")
	switch op := ins.op; {
	case op >= opFirstPlain && op <= opLastPlain:
	case op >= opFirstLoad && op <= opLastStore:
		c.memarg()
	case op >= opLocalGet && op <= opLocalTee:
		ins.index = c.u32("local index")
	default:
		c.unusual(&ins, types)
	}
	return ins
}

// unusual decodes what is left once the three largest groups are out of the way.
func (c *cursor) unusual(ins *instruction, types uint32) {
	switch ins.op {
	case opUnreachable, opNop, opElse, opEnd, opReturn, opDrop, opSelect, opRefIsNull:
	case opBlock, opLoop, opIf:
		c.blockType(types)
	case opBr, opBrIf:
		c.u32("label index")
	case opBrTable:
		for n := c.u32("number of labels"); n > 0 && c.err == nil; n-- {
			c.u32("label index")
		}
		c.u32("default label index")
	case opCall, opReturnCall, opRefFunc:
		ins.index = c.u32("function index")
	case opCallIndirect, opReturnCallIndirect:
		ins.index = c.u32("type index")
		c.u32("table index")
	case opSelectTyped:
		for n := c.u32("number of types"); n > 0 && c.err == nil; n-- {
			c.valueType()
		}
	case opGlobalGet, opGlobalSet:
		ins.index = c.u32("global index")
	case opTableGet, opTableSet:
		c.u32("table index")
	case opMemorySize, opMemoryGrow:
		c.u32("memory index")
	case opI32Const:
		ins.value = int32(c.signed(32, "i32 constant"))
	case opI64Const:
		c.signed(64, "i64 constant")
	case opF32Const:
		c.skip(4, "f32 constant")
	case opF64Const:
		c.skip(8, "f64 constant")
	case opRefNull:
		c.referenceType()
	case prefixMisc:
		c.misc(ins)
	case prefixVector:
		c.simd(ins)
	case prefixAtomic:
		c.atomic(ins)
	default:
		if proposal := proposalOf(ins.op); proposal != "" {
			c.fail(ins.at, "opcode %#02x is from the %s proposal, which is not supported", ins.op, proposal)
		} else {
			c.fail(ins.at, "unknown opcode %#02x", ins.op)
		}
	}
}

// subOpcode reads the number behind a prefix. It must have its shortest form: wazero v1.12.0 reads one byte for vectors and atomics,
// and two decoders that disagree about where instructions start do not find the same loops.
func (c *cursor) subOpcode() uint32 {
	at := c.pos
	n := c.u32("opcode behind a prefix")
	if c.err == nil && c.pos-at > 1 && c.module[c.pos-1] == 0 {
		c.fail(at, "opcode %d behind a prefix is not in its shortest form", n)
	}
	return n
}

func (c *cursor) misc(ins *instruction) {
	ins.sub = c.subOpcode()
	switch n := ins.sub; {
	case n <= miscLastTruncation:
	case n == miscMemoryInit:
		ins.index = c.u32("data segment index")
		c.u32("memory index")
	case n == miscDataDrop:
		ins.index = c.u32("data segment index")
	case n == miscMemoryCopy:
		c.u32("memory index")
		c.u32("memory index")
	case n == miscMemoryFill:
		c.u32("memory index")
	case n == miscTableInit:
		c.u32("element segment index")
		c.u32("table index")
	case n == miscElemDrop:
		c.u32("element segment index")
	case n == miscTableCopy:
		c.u32("table index")
		c.u32("table index")
	case n == miscTableGrow, n == miscTableSize, n == miscTableFill:
		c.u32("table index")
	default:
		c.fail(ins.at, "unknown opcode 0xfc %d", n)
	}
}

func (c *cursor) simd(ins *instruction) {
	ins.sub = c.subOpcode()
	switch n := ins.sub; {
	case n <= vectorLastMemory, n == vectorLoad32Zero, n == vectorLoad64Zero:
		c.memarg()
	case n == vectorConst, n == vectorShuffle:
		c.skip(16, "16 bytes of a vector instruction")
	case n >= vectorFirstLane && n <= vectorLastLane:
		c.byte("lane index")
	case n >= vectorFirstLaneMem && n <= vectorLastLaneMem:
		c.memarg()
		c.byte("lane index")
	case n >= vectorFirstRelaxed && n <= vectorLastRelaxed:
		c.fail(ins.at, "opcode 0xfd %d is from the relaxed SIMD proposal, which is not supported", n)
	case n >= vectorFirstRelaxed || vectorHole(n):
		c.fail(ins.at, "unknown opcode 0xfd %d", n)
	}
}

func (c *cursor) atomic(ins *instruction) {
	ins.sub = c.subOpcode()
	switch n := ins.sub; {
	case n <= atomicLastWait, n >= atomicFirstLoad && n <= atomicLast:
		c.memarg()
	case n == atomicFence:
		if at := c.pos; c.byte("atomic.fence") != 0 {
			c.fail(at, "atomic.fence is not followed by zero")
		}
	default:
		c.fail(ins.at, "unknown opcode 0xfe %d", n)
	}
}

// memarg decodes alignment and offset of a memory access; bit 6 of the alignment says that a memory index stands between them.
func (c *cursor) memarg() {
	at := c.pos
	align := c.u32("alignment")
	if align >= 1<<7 {
		c.fail(at, "alignment 2**%d is too large", align)
	}
	if align&(1<<6) != 0 {
		c.u32("memory index")
	}
	c.u32("memory offset")
}

func (c *cursor) blockType(types uint32) {
	at := c.pos
	if c.more() {
		switch b := c.module[c.pos]; {
		case b == typeEmpty, isValueType(b):
			c.pos++
			return
		case b&0xc0 == 0x40:
			c.fail(at, "unsupported block type %#02x", b)
			return
		}
	}
	if index := c.signed(33, "block type"); c.err == nil && (index < 0 || index >= int64(types)) {
		c.fail(at, "block type %d is outside the %d types", index, types)
	}
}

func (c *cursor) valueType() byte {
	at := c.pos
	b := c.byte("value type")
	if c.err == nil && !isValueType(b) {
		c.fail(at, "unsupported value type %#02x", b)
	}
	return b
}

func (c *cursor) referenceType() {
	at := c.pos
	if b := c.byte("reference type"); c.err == nil && b != typeFuncref && b != typeExternref {
		c.fail(at, "unsupported reference type %#02x", b)
	}
}

func isValueType(b byte) bool {
	return (b >= typeVector && b <= typeI32) || b == typeFuncref || b == typeExternref
}

// constant decodes a constant expression up to its end. When it is a single i32.const, value and plain give it.
func (p *parsed) constant(c *cursor) (value int32, plain bool) {
	for n := 0; c.err == nil; n++ {
		ins := c.instruction(0)
		switch ins.op {
		case opEnd:
			return value, plain && n == 1
		case opI32Const:
			value, plain = ins.value, n == 0
		case opGlobalGet, opRefFunc:
			p.checkIndex(c, ins)
		case opI64Const, opF32Const, opF64Const, opRefNull,
			opI32Add, opI32Sub, opI32Mul, opI64Add, opI64Sub, opI64Mul:
		default:
			if ins.op != prefixVector || ins.sub != vectorConst {
				c.fail(ins.at, "opcode %#02x in a constant expression", ins.op)
			}
		}
	}
	return 0, false
}

// checkIndex refuses an instruction with a global, function or type that doesn't exist: those which metering appends would make it valid.
func (p *parsed) checkIndex(c *cursor, ins instruction) {
	switch ins.op {
	case opGlobalGet, opGlobalSet:
		c.inside(ins.at, "global", ins.index, p.globals)
	case opCall, opReturnCall, opRefFunc:
		c.inside(ins.at, "function", ins.index, p.allFunctions())
	case opCallIndirect, opReturnCallIndirect:
		c.inside(ins.at, "type", ins.index, p.types)
	}
}

// inside refuses an index that is not below count.
func (c *cursor) inside(at int, what string, index, count uint32) {
	if c.err == nil && index >= count {
		c.fail(at, "%s %d is outside the %d %ss", what, index, count, what)
	}
}

// allFunctions is how many functions there are, with imports.
func (p *parsed) allFunctions() uint32 { return uint32(len(p.imports)) + p.functions }
