package rewrite

import "slices"

// An edit is a module whose sections are exchanged one by one. Sections that are not touched are copied with their headers.
type edit struct {
	p     *parsed
	parts []part
}

// A part is one section of the result: copied from the original, or given a new content.
type part struct {
	section
	changed bool
	content []byte
}

func (p *parsed) edit() *edit {
	e := &edit{p: p, parts: make([]part, len(p.sections))}
	for i, s := range p.sections {
		e.parts[i].section = s
	}
	return e
}

// replace gives a section new content. A section that the module lacks is created right after the last one that must come before it.
func (e *edit) replace(id byte, content []byte) {
	at := 0
	for i, s := range e.parts {
		switch {
		case s.id == sectionCustom:
		case s.id == id:
			e.parts[i].changed, e.parts[i].content = true, content
			return
		case sectionRank[s.id] < sectionRank[id]:
			at = i + 1
		}
	}
	e.parts = slices.Insert(e.parts, at, part{section: section{id: id}, changed: true, content: content})
}

// add appends encoded elements to the vector that is a section's content.
func (e *edit) add(id byte, more ...[]byte) {
	var count uint32
	var elements []byte
	if s, ok := e.p.section(id); ok {
		c := e.p.at(s)
		count = c.u32("number of elements")
		elements = e.p.module[c.pos:c.end]
	}
	e.replace(id, slices.Concat(appendU32(nil, count+uint32(len(more))), elements, slices.Concat(more...)))
}

// bytes returns the changed module.
func (e *edit) bytes() []byte {
	size := len(preamble)
	for _, s := range e.parts {
		size += len(s.content) + s.end - s.start + 6
	}
	out := append(make([]byte, 0, size), preamble...)
	for _, s := range e.parts {
		if s.changed {
			out = append(appendU32(append(out, s.id), uint32(len(s.content))), s.content...)
		} else {
			out = append(out, e.p.module[s.start:s.end]...)
		}
	}
	return out
}
