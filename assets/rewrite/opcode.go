package rewrite

// Opcodes with a meaning to this package, as in https://webassembly.github.io/spec/core/binary/instructions.html.
const (
	opUnreachable        = 0x00
	opNop                = 0x01
	opBlock              = 0x02
	opLoop               = 0x03
	opIf                 = 0x04
	opElse               = 0x05
	opEnd                = 0x0b
	opBr                 = 0x0c
	opBrIf               = 0x0d
	opBrTable            = 0x0e
	opReturn             = 0x0f
	opCall               = 0x10
	opCallIndirect       = 0x11
	opReturnCall         = 0x12
	opReturnCallIndirect = 0x13
	opDrop               = 0x1a
	opSelect             = 0x1b
	opSelectTyped        = 0x1c
	opLocalGet           = 0x20
	opLocalSet           = 0x21
	opLocalTee           = 0x22
	opGlobalGet          = 0x23
	opGlobalSet          = 0x24
	opTableGet           = 0x25
	opTableSet           = 0x26
	opFirstLoad          = 0x28
	opLastStore          = 0x3e
	opMemorySize         = 0x3f
	opMemoryGrow         = 0x40
	opI32Const           = 0x41
	opI64Const           = 0x42
	opF32Const           = 0x43
	opF64Const           = 0x44
	opFirstPlain         = 0x45 // i32.eqz: from here to the sign extensions no instruction has an immediate
	opI32LtU             = 0x49
	opI32GtU             = 0x4b
	opI32LeU             = 0x4d
	opI32GeS             = 0x4e
	opI64GtU             = 0x56
	opI32Add             = 0x6a
	opI32Sub             = 0x6b
	opI32Mul             = 0x6c
	opI32ShrU            = 0x76
	opI64Add             = 0x7c
	opI64Sub             = 0x7d
	opI64Mul             = 0x7e
	opI64Shl             = 0x86
	opI64ExtendI32U      = 0xad
	opLastPlain          = 0xc4 // i64.extend32_s
	opRefNull            = 0xd0
	opRefIsNull          = 0xd1
	opRefFunc            = 0xd2
	prefixMisc           = 0xfc
	prefixVector         = 0xfd
	prefixAtomic         = 0xfe
)

// Instructions behind prefixMisc.
const (
	miscLastTruncation = 7
	miscMemoryInit     = 8
	miscDataDrop       = 9
	miscMemoryCopy     = 10
	miscMemoryFill     = 11
	miscTableInit      = 12
	miscElemDrop       = 13
	miscTableCopy      = 14
	miscTableGrow      = 15
	miscTableSize      = 16
	miscTableFill      = 17
)

// Instructions behind prefixVector.
const (
	vectorLastMemory   = 11 // v128.store
	vectorConst        = 12
	vectorShuffle      = 13
	vectorFirstLane    = 21 // i8x16.extract_lane_s
	vectorLastLane     = 34 // f64x2.replace_lane
	vectorFirstLaneMem = 84 // v128.load8_lane
	vectorLastLaneMem  = 91 // v128.store64_lane
	vectorLoad32Zero   = 92
	vectorLoad64Zero   = 93
	// wazero v1.12.0 takes each of these for another instruction and a block after it: it reads two bytes of the three.
	vectorFirstRelaxed = 256 // i8x16.relaxed_swizzle
	vectorLastRelaxed  = 275 // i32x4.relaxed_dot_i8x16_i7x16_add_s
)

// Instructions behind prefixAtomic.
const (
	atomicLastWait  = 0x02 // memory.atomic.wait64
	atomicFence     = 0x03
	atomicFirstLoad = 0x10
	atomicLast      = 0x4e // i64.atomic.rmw32.cmpxchg_u
)

// Value types.
const (
	typeI32       = 0x7f
	typeVector    = 0x7b
	typeFuncref   = 0x70
	typeExternref = 0x6f
	typeEmpty     = 0x40 // as a block type
)

// vectorHole reports whether n, below 256, is one of the numbers the SIMD proposal left out.
func vectorHole(n uint32) bool {
	switch n {
	case 154, 162, 165, 166, 175, 176, 178, 179, 180, 187, 194, 197, 198, 207, 208, 210, 211, 212, 226, 238:
		return true
	}
	return false
}

// proposalOf names the proposal that an opcode outside our set comes from, for the error message.
func proposalOf(op byte) string {
	switch op {
	case 0x06, 0x07, 0x08, 0x09, 0x0a, 0x18, 0x19, 0x1f:
		return "exception handling"
	case 0x14, 0x15, 0xd4, 0xd5, 0xd6:
		return "typed function references"
	case 0xd3, 0xfb:
		return "garbage collection"
	}
	return ""
}
