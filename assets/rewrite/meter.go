package rewrite

import (
	"fmt"
	"slices"
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

// Meter returns the module with a fuel check in every loop. The check takes one from a new global, a mutable i32 that
// starts at 0 and is exported for the host to refill, and calls the tick import whenever the result is negative:
//
//	loop
//	  fuel -= 1
//	  if fuel >= 0 {} else { tick() }
//
// So a host that sets the fuel to n in tick gets its next call on the n+1st check, and a tick that panics ends the program
// there: wazero gives the panic back as the error of the call. Closing the module without a panic does not stop it.
// A header takes one on entry and one for every branch back to it.
//
// A short loop without a loop, a call or a bulk operation in it, whose turns therefore cannot take long, takes one for a few of them
// instead. It gets into another loop, whose header has the check, and goes around in that when it has used up its turns:
//
//	loop outer
//	  if turns > 0 {} else { turns = 4; check }
//	  loop inner
//	    … if again { turns -= 1; if turns > 0 { br inner }; br outer } …
//
// In the inner loop there is neither the global nor a call, before which wazero would have every value written to memory.
//
// The turns of a call begin at zero, so that its first such loop takes one in any case; what is left of them the next loop has.
//
// memory.copy and memory.fill of a KiB or more take one for each 128 bytes, and are done in pieces of 64 KiB with a check before each but the
// last, by two functions that are added to the module. Of other instructions that can be long none is metered, and no call: a recursion without a loop in it
// ends when it does, or the stack, and a guest that loops by tail calls alone never ticks.
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
	code, bulks, err := p.meteredCode(check{fuel: p.globals, tick: tick})
	if err != nil {
		return nil, err
	}

	e := p.edit()
	if bulks {
		typ := p.bulkType()
		if typ == p.types {
			e.add(sectionType, bulkType)
		}
		index := appendU32(nil, typ)
		e.add(sectionFunction, index, index)
	}
	e.add(sectionGlobal, []byte{typeI32, 1, opI32Const, 0, opEnd})
	e.add(sectionExport, appendU32(append(appendName(nil, o.Fuel), kindGlobal), p.globals))
	if code != nil {
		e.replace(sectionCode, code)
	}
	return e.bytes(), nil
}

// bulkType returns the index of the first type that is bulkType, or the one that it gets.
func (p *parsed) bulkType() uint32 {
	if i := slices.Index(p.bulks, true); i >= 0 {
		return uint32(i)
	}
	return p.types
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

// A loop whose turns are bounded takes one fuel for span instructions, but for no more than maxTurns turns, since an instruction may wait
// for memory or divide.
const (
	span     = 256
	maxTurns = 4
)

const (
	// maxBranches is how many branches back a loop may have to count its turns at.
	maxBranches = 3
	// maxLocals is how many values a function may have and get one more: engines know at least 50,000.
	maxLocals = 49_999
)

// checkOf returns the check of a loop in a function with so many parameters and locals: k, or one with turns.
func (p *parsed) checkOf(l loop, values uint64, k check) check {
	turns := min(span/l.length, maxTurns)
	shape := p.module[l.at+1 : l.header] // of an index of a type it is not known whether it has parameters
	plain := len(shape) == 1 && (shape[0] == typeEmpty || isValueType(shape[0]))
	if l.bounded && turns > 1 && plain && !l.table && len(l.back) <= maxBranches && values < maxLocals {
		k.turns, k.counter = uint32(turns), uint32(values)
	}
	return k
}

// meteredCode returns the content of the code section with a check in every loop, nil if there is no code section. bulks says that there are
// two functions more, for copying and for filling memory.
func (p *parsed) meteredCode(k check) (code []byte, bulks bool, err error) {
	s, ok := p.section(sectionCode)
	if !ok {
		return nil, false, p.eachBody(func(body, *cursor) {})
	}
	copying := p.allFunctions()
	bodies := make([]byte, 0, s.end-s.body+(s.end-s.body)/16)
	err = p.eachBody(func(b body, c *cursor) {
		loops, bulk := p.loops(b, c)
		if c.err != nil {
			return
		}
		var changes []change
		values := p.values(b)
		counts := false
		for _, l := range loops {
			if _, metered := readCheck(p.module[l.header:b.end], k.tick); metered {
				c.fail(l.at, "the loop starts with a fuel check: the module is metered already")
			}
			k := p.checkOf(l, values, k)
			if k.turns == 0 {
				changes = append(changes, change{l.header, l.header, k.header()})
				continue
			}
			changes = append(changes, change{l.at, l.header, k.open(p.module[l.at+1 : l.header])}, change{l.end, l.end, []byte{opEnd}})
			for _, back := range l.back {
				changes = append(changes, change{back.at, back.end, k.back(back.op, back.label)})
			}
			for _, label := range l.out {
				changes = append(changes, change{label.at, label.end, appendU32(nil, label.label+1)})
			}
			counts = true
		}
		for _, i := range bulk {
			if i.short {
				continue
			}
			function := copying
			if i.fill {
				function++
			}
			changes = append(changes, change{i.at, i.end, appendU32([]byte{opCall}, function)})
			bulks = true
		}
		locals := p.module[b.code:b.first]
		if counts {
			locals = slices.Concat(appendU32(nil, b.groups+1), p.module[b.group:b.first], []byte{1, typeI32})
		}
		bodies = p.appendBody(bodies, b, locals, changes)
	})
	count := p.functions
	if bulks {
		count += 2
		for _, body := range [][]byte{k.copying(), k.filling()} {
			bodies = append(appendU32(bodies, uint32(len(body))), body...)
		}
	}
	return append(appendU32(nil, count), bodies...), bulks, err
}
