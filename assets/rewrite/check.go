package rewrite

import "bytes"

// A check is what the meter puts at the header of a loop.
type check struct {
	fuel, tick uint32
	turns      uint32 // how many branches back are made for one fuel; 0 if the header takes one each time
	counter    uint32 // the local that counts them down
}

// header is what follows the loop header. It leaves the operand stack and the label depths as they were.
//
// The call stands in an else because of how wazero allocates registers: where two branches meet it goes on with the state of the one
// that it has seen first, and after the one with the call nothing is in a register any more.
func (k check) header() []byte {
	var b []byte
	if k.turns > 0 {
		b = appendU32(append(b, opLocalGet), k.counter)
		b = k.wind(append(b, opIf, typeEmpty, opElse))
	}
	b = appendU32(append(b, opGlobalGet), k.fuel)
	b = append(b, opI32Const, 1, opI32Sub)
	b = appendU32(append(b, opGlobalSet), k.fuel)
	b = appendU32(append(b, opGlobalGet), k.fuel)
	b = append(b, opI32Const, 0, opI32GeS, opIf, typeEmpty, opElse)
	b = appendU32(append(b, opCall), k.tick)
	b = append(b, opEnd)
	if k.turns > 0 {
		b = append(b, opEnd)
	}
	return b
}

// wind appends what sets the counter to the number of turns.
func (k check) wind(b []byte) []byte {
	b = appendSigned(append(b, opI32Const), int64(k.turns))
	return appendU32(append(b, opLocalSet), k.counter)
}

// open is what takes the place of the header of a loop with turns, of which shape is the block type: the loop in another, whose header
// is reached when the counter has come to zero. It is zero when a function begins.
func (k check) open(shape []byte) []byte {
	b := []byte{opLoop}
	b = append(append(b, shape...), k.header()...)
	return append(append(b, opLoop), shape...)
}

// back is what takes the place of a branch, br or br_if, to the header of a loop with turns.
func (k check) back(op byte, label uint32) []byte {
	var b []byte
	if op == opBrIf {
		b = append(b, opIf, typeEmpty)
		label++
	}
	b = appendU32(append(b, opLocalGet), k.counter)
	b = append(b, opI32Const, 1, opI32Sub)
	b = appendU32(append(b, opLocalTee), k.counter)
	b = appendU32(append(b, opBrIf), label)
	b = appendU32(append(b, opBr), label+1)
	if op == opBrIf {
		b = append(b, opEnd)
	}
	return b
}

// readCheck returns the check at the start of code, whatever its global and its counter.
func readCheck(code []byte, tick uint32) (check, bool) {
	k := check{tick: tick}
	c := cursor{module: code, end: len(code)}
	op := c.byte("")
	if op == opLocalGet {
		k.counter = c.u32("")
		c.skip(4, "") // if, its type, else, i32.const
		k.turns = uint32(c.signed(32, ""))
		c.byte("") // local.set
		c.u32("")
		op = c.byte("")
	}
	k.fuel = c.u32("")
	return k, op == opGlobalGet && c.err == nil && bytes.HasPrefix(code, k.header())
}
