package rewrite

import (
	"bytes"
	"errors"
	"fmt"
)

// Unmeter returns a module that [Meter] has metered, with the same options, without its fuel checks, so that it can be measured what
// they cost. Nothing interrupts its guest. The fuel global stays.
//
// It is an error if the module is malformed or has no fuel checks. The result shares no memory with module.
func Unmeter(module []byte, o MeterOptions) ([]byte, error) {
	out, err := unmeter(module, o.withDefaults())
	if err != nil {
		return nil, fmt.Errorf("rewrite: removing the module's fuel checks: %w", err)
	}
	return out, nil
}

func unmeter(module []byte, o MeterOptions) ([]byte, error) {
	p, err := parse(module)
	if err != nil {
		return nil, err
	}
	tick, err := p.tick(o)
	if err != nil {
		return nil, err
	}
	check := []byte(nil)
	for _, e := range p.exports {
		if e.kind == kindGlobal && string(e.name) == o.Fuel {
			check = fuelCheck(e.index, tick)
		}
	}
	out := appendU32(nil, p.functions)
	removed := 0
	err = p.eachBody(func(b body, c *cursor) {
		var code []byte
		from := b.code
		p.eachInstruction(c, func(ins instruction) {
			if ins.op == opLoop && check != nil && bytes.HasPrefix(c.module[c.pos:c.end], check) {
				code = append(code, p.module[from:c.pos]...)
				from = c.pos + len(check)
				removed++
			}
		})
		code = append(code, p.module[from:b.end]...)
		out = append(appendU32(out, uint32(len(code))), code...)
	})
	if err == nil && removed == 0 {
		err = errors.New("the module is not metered")
	}
	if err != nil {
		return nil, err
	}
	e := p.edit()
	e.replace(sectionCode, out)
	return e.bytes(), nil
}
