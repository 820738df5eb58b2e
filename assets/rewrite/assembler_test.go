package rewrite

import "slices"

// The assembler: a module is a list of sections, each made by a function that takes what the section holds.

func assemble(sections ...[]byte) []byte {
	return append(slices.Clone(preamble), slices.Concat(sections...)...)
}

func sec(id byte, content ...[]byte) []byte {
	c := slices.Concat(content...)
	return append(appendU32([]byte{id}, uint32(len(c))), c...)
}

// vec is a section that holds a vector.
func vec(id byte, elements ...[]byte) []byte {
	return sec(id, appendU32(nil, uint32(len(elements))), slices.Concat(elements...))
}

func custom(name string, content ...byte) []byte {
	return sec(sectionCustom, appendName(nil, name), content)
}

func funcType(params, results []byte) []byte {
	b := append(appendU32([]byte{0x60}, uint32(len(params))), params...)
	return append(appendU32(b, uint32(len(results))), results...)
}

func importFunc(module, name string, typ byte) []byte {
	return append(appendName(appendName(nil, module), name), kindFunction, typ)
}

func export(name string, kind, index byte) []byte { return append(appendName(nil, name), kind, index) }

// fn is a function body without locals; the final end is added.
func fn(code ...byte) []byte { return fnWithLocals([]byte{0}, code...) }

func fnWithLocals(locals []byte, code ...byte) []byte {
	b := slices.Concat(locals, code, []byte{opEnd})
	return append(appendU32(nil, uint32(len(b))), b...)
}

func active(offset int64, content string) []byte {
	return appendName(append(appendSigned([]byte{0, opI32Const}, offset), opEnd), content)
}

func passive(content string) []byte { return appendName([]byte{1}, content) }

var (
	noValues = []byte{}
	i32      = []byte{typeI32}
	proc     = funcType(noValues, noValues)
	tick     = vec(sectionImport, importFunc("hostfuncs", "tick", 0))
)
