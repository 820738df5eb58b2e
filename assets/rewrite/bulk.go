package rewrite

import "slices"

// memory.copy and memory.fill are one instruction, which takes as long as its operands say. Unless the length is a small constant, the meter
// has a function called instead, which does the same piece by piece, with a check before each but the last. It is the same if it traps, too:
// then it is done by one instruction, before anything is written.

const (
	// short is how many bytes take no fuel.
	short = 1 << 10
	// piece is how many bytes are copied or filled at once: a power of two.
	piece = 64 << 10
	// fuelShift says for how many bytes one fuel is taken: 128. They take longest where they are the first in their pages.
	fuelShift = 7
)

// The instructions, as engines know them: of memory 0.
var (
	copyCode = []byte{prefixMisc, miscMemoryCopy, 0, 0}
	fillCode = []byte{prefixMisc, miscMemoryFill, 0}
)

// bulkType is the type of both functions: three i32, and no result.
var bulkType = []byte{0x60, 3, typeI32, typeI32, typeI32, 0}

// Their parameters, which are the operands of the instructions.
const (
	bulkTo     = 0
	bulkFrom   = 1 // the value, of fill
	bulkLength = 2
)

// A bulk is one of the instructions.
type bulk struct {
	at, end int
	fill    bool
	short   bool // its length is a constant, and small
}

// bulkOf reports whether code is one of them.
func bulkOf(code []byte) (fill, ok bool) {
	return string(code) == string(fillCode), string(code) == string(fillCode) || string(code) == string(copyCode)
}

// copying is the body of the function for memory.copy. Where the destination is above the source it begins at the end, since they may overlap.
func (k check) copying() []byte {
	return k.piecewise(copyCode, slices.Concat(beyond(bulkTo), beyond(bulkFrom)), slices.Concat(
		[]byte{opLocalGet, bulkTo, opLocalGet, bulkFrom, opI32GtU, opIf, typeEmpty},
		advance(bulkLength, opI32Sub),
		[]byte{opLocalGet, bulkTo, opLocalGet, bulkLength, opI32Add, opLocalGet, bulkFrom, opLocalGet, bulkLength, opI32Add},
		pieceConst, copyCode,
		[]byte{opElse, opLocalGet, bulkTo, opLocalGet, bulkFrom}, pieceConst, copyCode,
		advance(bulkTo, opI32Add), advance(bulkFrom, opI32Add), advance(bulkLength, opI32Sub),
		[]byte{opEnd}))
}

// filling is that of the function for memory.fill.
func (k check) filling() []byte {
	return k.piecewise(fillCode, beyond(bulkTo), slices.Concat(
		[]byte{opLocalGet, bulkTo, opLocalGet, bulkFrom}, pieceConst, fillCode,
		advance(bulkTo, opI32Add), advance(bulkLength, opI32Sub)))
}

// piecewise returns a function body: while more than a piece is left, a turn of one, and in the end the instruction for the rest. If it is
// no more in the beginning, or outside leads out of the block, the rest is all; and what is short is done without any of that.
func (k check) piecewise(instruction, outside, turn []byte) []byte {
	left := slices.Concat([]byte{opLocalGet, bulkLength}, pieceConst)
	rest := slices.Concat([]byte{opLocalGet, bulkTo, opLocalGet, bulkFrom, opLocalGet, bulkLength}, instruction)
	return slices.Concat(
		[]byte{0, opLocalGet, bulkLength}, appendSigned([]byte{opI32Const}, short), []byte{opI32LtU, opIf, typeEmpty}, rest, []byte{opReturn, opEnd},
		[]byte{opBlock, typeEmpty},
		left, []byte{opI32LeU, opBrIf, 0}, outside,
		[]byte{opLoop, typeEmpty}, k.header(),
		k.charge(appendSigned([]byte{opI32Const}, piece>>fuelShift)), turn,
		left, []byte{opI32GtU, opBrIf, 0, opEnd, opEnd},
		rest, k.charge([]byte{opLocalGet, bulkLength, opI32Const, fuelShift, opI32ShrU}), []byte{opEnd})
}

// charge takes as much fuel as an expression says.
func (k check) charge(amount []byte) []byte {
	b := append(appendU32([]byte{opGlobalGet}, k.fuel), amount...)
	return appendU32(append(b, opI32Sub, opGlobalSet), k.fuel)
}

var pieceConst = appendSigned([]byte{opI32Const}, piece)

// advance adds a piece to a local, or takes one off.
func advance(local, op byte) []byte {
	return slices.Concat([]byte{opLocalGet, local}, pieceConst, []byte{op, opLocalSet, local})
}

// beyond branches to label 0 if what begins at a local ends behind the memory.
func beyond(local byte) []byte {
	return []byte{
		opLocalGet, local, opI64ExtendI32U, opLocalGet, bulkLength, opI64ExtendI32U, opI64Add,
		opMemorySize, 0, opI64ExtendI32U, opI64Const, 16, opI64Shl, opI64GtU, opBrIf, 0,
	}
}
