package rewrite

import "fmt"

// Hollow returns the module with functions that do nothing but trap. It imports and exports what the module does, under the same
// indices, so that machine code compiled from the module fits it.
//
// Errors and concurrency are those of [Meter].
func Hollow(module []byte) ([]byte, error) {
	p, err := parse(module)
	if err != nil {
		return nil, fmt.Errorf("rewrite: emptying the module: %w", err)
	}
	trap := []byte{3, 0, opUnreachable, opEnd} // its size, no locals, two instructions
	code := appendU32(nil, p.functions)
	for range p.functions {
		code = append(code, trap...)
	}
	e := p.edit()
	if p.functions > 0 {
		e.replace(sectionCode, code)
	}
	return e.bytes(), nil
}
