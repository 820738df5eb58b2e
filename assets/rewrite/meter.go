package rewrite

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// MeterOptions names the two ends of the meter. The zero value is ready for use.
type MeterOptions struct {
	// TickModule and TickName are the import that is called when the fuel has run out; "hostfuncs" and "tick" if empty.
	// The module must already import it, as a function without parameters and results.
	TickModule, TickName string
	// Fuel is the name under which the fuel global is exported; "fuel" if empty.
	Fuel string
}

func (o MeterOptions) withDefaults() MeterOptions {
	if o.TickModule == "" {
		o.TickModule = "hostfuncs"
	}
	if o.TickName == "" {
		o.TickName = "tick"
	}
	if o.Fuel == "" {
		o.Fuel = "fuel"
	}
	return o
}

// Meter returns the module with a fuel check at every loop header. The check takes one from a new global, a mutable i32 that
// starts at 0 and is exported for the host to refill, and calls the tick import whenever the result is negative:
//
//	loop
//	  fuel -= 1
//	  if fuel >= 0 {} else { tick() }
//
// So a host that sets the fuel to n in tick gets its next call on the n+1st loop header, and a tick that panics ends the program
// there: wazero gives the panic back as the error of the call. Closing the module without a panic does not stop it.
// A header counts once on entry and once for every branch back to it.
//
// Calls are not metered: a recursion ends when the stack does, but a guest that loops by tail calls alone never ticks. Nor are single
// instructions, of which memory.fill and its like can be long.
//
// It is an error if the module is malformed, uses a feature this package doesn't know, lacks the tick import or imports it with
// another type, exports something under the name of the fuel, or is metered already. The result shares no memory with module.
func Meter(module []byte, o MeterOptions) ([]byte, error) {
	out, err := meter(module, o.withDefaults())
	if err != nil {
		return nil, fmt.Errorf("rewrite: metering the module: %w", err)
	}
	return out, nil
}

func meter(module []byte, o MeterOptions) ([]byte, error) {
	if !utf8.ValidString(o.Fuel) {
		return nil, fmt.Errorf("the name %q for the fuel is not UTF-8", o.Fuel)
	}
	p, err := parse(module)
	if err != nil {
		return nil, err
	}
	tick, err := p.tick(o)
	if err != nil {
		return nil, err
	}
	for _, e := range p.exports {
		if string(e.name) == o.Fuel {
			return nil, errorAt(e.at, "the module exports %q already: it is metered, or needs another name for the fuel", o.Fuel)
		}
	}
	if data, ok := p.section(sectionData); ok {
		if err := p.eachSegment(data, func(*cursor, segment) {}); err != nil {
			return nil, err
		}
	}
	code, err := p.meteredCode(fuelCheck(p.globals, tick), tick)
	if err != nil {
		return nil, err
	}

	e := p.edit()
	e.add(sectionGlobal, []byte{typeI32, 1, opI32Const, 0, opEnd})
	e.add(sectionExport, appendU32(append(appendName(nil, o.Fuel), kindGlobal), p.globals))
	if code != nil {
		e.replace(sectionCode, code)
	}
	return e.bytes(), nil
}

// tick returns the function index of the tick import.
func (p *parsed) tick(o MeterOptions) (uint32, error) {
	for i, f := range p.imports {
		if string(f.module) == o.TickModule && string(f.name) == o.TickName {
			if !p.procs[f.typ] {
				return 0, fmt.Errorf("the import %s.%s has parameters or results", o.TickModule, o.TickName)
			}
			return uint32(i), nil
		}
	}
	return 0, fmt.Errorf("the module does not import the function %s.%s", o.TickModule, o.TickName)
}

// fuelCheck is what follows every loop header. It leaves the operand stack and the label depths as they were.
//
// The call stands in an else because of how wazero allocates registers: where two branches meet it goes on with the state of the one
// that it has seen first, and after the one with the call nothing is in a register any more.
func fuelCheck(fuel, tick uint32) []byte {
	var b []byte
	b = appendU32(append(b, opGlobalGet), fuel)
	b = append(b, opI32Const, 1, opI32Sub)
	b = appendU32(append(b, opGlobalSet), fuel)
	b = appendU32(append(b, opGlobalGet), fuel)
	b = append(b, opI32Const, 0, opI32GeS, opIf, typeEmpty, opElse)
	b = appendU32(append(b, opCall), tick)
	return append(b, opEnd)
}

// meteredCode returns the content of the code section with check after every loop header, nil if there is no code section.
func (p *parsed) meteredCode(check []byte, tick uint32) ([]byte, error) {
	s, ok := p.section(sectionCode)
	if !ok {
		return nil, p.eachBody(func(body, *cursor) {})
	}
	out := appendU32(make([]byte, 0, s.end-s.body+(s.end-s.body)/16), p.functions)
	var loops []int // in this body: where the checks go
	err := p.eachBody(func(b body, c *cursor) {
		loops = loops[:0]
		p.eachInstruction(c, func(ins instruction) {
			if ins.op != opLoop {
				return
			}
			if metered(c.module[c.pos:c.end], tick) {
				c.fail(ins.at, "the loop starts with a fuel check: the module is metered already")
			}
			loops = append(loops, c.pos)
		})
		if len(loops) == 0 {
			out = append(out, p.module[b.start:b.end]...)
			return
		}
		out = appendU32(out, uint32(b.end-b.code+len(loops)*len(check)))
		from := b.code
		for _, at := range loops {
			out = append(append(out, p.module[from:at]...), check...)
			from = at
		}
		out = append(out, p.module[from:b.end]...)
	})
	return out, err
}

// metered reports whether code starts with a fuel check, whatever the global.
func metered(code []byte, tick uint32) bool {
	c := cursor{module: code, end: len(code)}
	if !c.more() || c.byte("") != opGlobalGet {
		return false
	}
	fuel := c.u32("")
	return c.err == nil && bytes.HasPrefix(code, fuelCheck(fuel, tick))
}
