package wasm

import "github.com/tetratelabs/wazero/api"

// fuelPerTick is the fuel between two calls of tick: a tenth of a millisecond of Python, which
// bounds how long a guest keeps Go's garbage collector waiting.
const fuelPerTick = 2_500

// A fuelMeter counts the fuel that a guest uses. The metered module takes one off its global for a
// turn of a loop, or for a few if they are short, and for each 128 bytes where a KiB or more is copied or
// filled at once. It calls tick when it has gone below zero.
type fuelMeter struct {
	global api.MutableGlobal
	bound  int64 // 0 for none
	used   int64
	filled int64 // what the global was set to last
}

// fill gives the guest fuel until the next tick, and no more than the bound leaves.
func (m *fuelMeter) fill() {
	m.filled = fuelPerTick
	if m.bound > 0 {
		m.filled = min(m.filled, max(m.bound-m.used, 0))
	}
	m.global.Set(uint64(uint32(m.filled)))
}

// read adds what the guest has used since the last fill or read.
func (m *fuelMeter) read() {
	left := int64(int32(m.global.Get()))
	m.used += m.filled - left
	m.filled = left
}

// out reports whether the bound is passed.
func (m *fuelMeter) out() bool { return m.bound > 0 && m.used > m.bound }
