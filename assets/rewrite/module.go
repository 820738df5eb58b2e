package rewrite

import "bytes"

// Section ids, as in https://webassembly.github.io/spec/core/binary/modules.html#sections.
const (
	sectionCustom    = 0
	sectionType      = 1
	sectionImport    = 2
	sectionFunction  = 3
	sectionTable     = 4
	sectionMemory    = 5
	sectionGlobal    = 6
	sectionExport    = 7
	sectionStart     = 8
	sectionElement   = 9
	sectionCode      = 10
	sectionData      = 11
	sectionDataCount = 12
	sectionTag       = 13
)

// sectionRank gives the order in which the sections that we accept must come, by id.
var sectionRank = [...]int{
	sectionType:      1,
	sectionImport:    2,
	sectionFunction:  3,
	sectionTable:     4,
	sectionMemory:    5,
	sectionGlobal:    6,
	sectionExport:    7,
	sectionStart:     8,
	sectionElement:   9,
	sectionDataCount: 10,
	sectionCode:      11,
	sectionData:      12,
}

// Kinds of imports and exports.
const (
	kindFunction = 0
	kindTable    = 1
	kindMemory   = 2
	kindGlobal   = 3
)

// maxModule keeps every size of the result within 32 bits: metering makes code at most twenty times larger.
const maxModule = 128 << 20

var preamble = []byte{0, 'a', 's', 'm', 1, 0, 0, 0}

// A section is where its parts are in the module.
type section struct {
	id    byte
	start int // of the id
	body  int // of the content
	end   int
}

// splitSections finds the sections and checks their order.
func splitSections(module []byte) ([]section, error) {
	if !bytes.HasPrefix(module, preamble) {
		return nil, errorAt(0, "not a WebAssembly module of version 1")
	}
	if len(module) > maxModule {
		return nil, errorAt(maxModule, "a module of %d bytes is too large", len(module))
	}
	c := cursor{module: module, pos: len(preamble), end: len(module)}
	var sections []section
	rank := 0
	for c.more() {
		s := section{id: c.module[c.pos], start: c.pos}
		c.pos++
		size := c.u32("section size")
		s.body = c.pos
		c.skip(size, "section")
		s.end = c.pos
		switch {
		case s.id == sectionTag:
			c.fail(s.start, "tag section: exception handling is not supported")
		case int(s.id) >= len(sectionRank):
			c.fail(s.start, "unknown section %d", s.id)
		case s.id != sectionCustom:
			if sectionRank[s.id] <= rank {
				c.fail(s.start, "section %d is out of order", s.id)
			}
			rank = sectionRank[s.id]
		}
		sections = append(sections, s)
	}
	return sections, c.err
}

// A parsed module is its bytes, where its sections are, and what both rewriters ask about it.
type parsed struct {
	module   []byte
	sections []section

	types     uint32
	procs     []bool   // by type: it is ()->()
	bulks     []bool   // by type: it is bulkType
	params    []uint32 // by type
	functions uint32   // in the function section, without imports
	bodies    []uint32 // the types of those
	memories  uint32   // with imports
	globals   uint32   // with imports
	imports   []imported
	exports   []exported
}

// An imported function.
type imported struct {
	module, name []byte
	typ          uint32
}

type exported struct {
	at    int
	name  []byte
	kind  byte
	index uint32
}

// parse decodes everything but code and data.
func parse(module []byte) (*parsed, error) {
	sections, err := splitSections(module)
	if err != nil {
		return nil, err
	}
	p := &parsed{module: module, sections: sections}
	decoders := map[byte]func(*cursor){
		sectionCustom:    func(c *cursor) { c.name("name of a custom section"); c.pos = c.end },
		sectionType:      p.typeSection,
		sectionImport:    p.importSection,
		sectionFunction:  p.functionSection,
		sectionTable:     func(c *cursor) { c.vector("tables", func() { c.tableType() }) },
		sectionMemory:    func(c *cursor) { c.vector("memories", func() { c.limits(); p.memories++ }) },
		sectionGlobal:    p.globalSection,
		sectionExport:    p.exportSection,
		sectionStart:     p.functionIndex,
		sectionElement:   p.elementSection,
		sectionDataCount: func(c *cursor) { c.u32("data count") },
	}
	for _, s := range sections {
		decode, ok := decoders[s.id]
		if !ok {
			continue
		}
		c := p.at(s)
		decode(&c)
		if err := c.done("the section's content"); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// at returns a cursor over the content of s.
func (p *parsed) at(s section) cursor {
	return cursor{module: p.module, pos: s.body, end: s.end}
}

// section returns the section with the given id.
func (p *parsed) section(id byte) (section, bool) {
	for _, s := range p.sections {
		if s.id == id {
			return s, true
		}
	}
	return section{}, false
}

// vector decodes a count and calls element as often.
func (c *cursor) vector(what string, element func()) {
	for n := c.u32("number of " + what); n > 0 && c.err == nil; n-- {
		element()
	}
}

func (p *parsed) typeSection(c *cursor) {
	c.vector("types", func() {
		at := c.pos
		if form := c.byte("type"); c.err == nil && form != 0x60 {
			c.fail(at, "type form %#02x is not a function: garbage collection types are not supported", form)
		}
		var params, results uint32
		c.vector("value types", func() { c.valueType(); params++ })
		c.vector("value types", func() { c.valueType(); results++ })
		p.procs = append(p.procs, params+results == 0)
		p.bulks = append(p.bulks, bytes.Equal(c.module[at:c.pos], bulkType))
		p.params = append(p.params, params)
		p.types++
	})
}

func (p *parsed) importSection(c *cursor) {
	c.vector("imports", func() {
		module, name := c.name("module of an import"), c.name("name of an import")
		at := c.pos
		switch kind := c.byte("kind of an import"); kind {
		case kindFunction:
			p.imports = append(p.imports, imported{module, name, c.typeIndex(p.types)})
		case kindTable:
			c.tableType()
		case kindMemory:
			c.limits()
			p.memories++
		case kindGlobal:
			c.globalType()
			p.globals++
		default:
			c.fail(at, "unsupported kind of import %d", kind)
		}
	})
}

func (p *parsed) functionSection(c *cursor) {
	c.vector("functions", func() {
		p.bodies = append(p.bodies, c.typeIndex(p.types))
		p.functions++
	})
}

func (p *parsed) globalSection(c *cursor) {
	c.vector("globals", func() {
		c.globalType()
		p.constant(c)
		p.globals++
	})
}

func (p *parsed) exportSection(c *cursor) {
	c.vector("exports", func() {
		e := exported{at: c.pos}
		e.name = c.name("name of an export")
		e.kind = c.byte("kind of an export")
		e.index = c.u32("index of an export")
		switch {
		case c.err != nil:
			return
		case e.kind > kindGlobal:
			c.fail(e.at, "unsupported kind of export %d", e.kind)
		case e.kind == kindGlobal:
			c.inside(e.at, "global", e.index, p.globals)
		case e.kind == kindFunction:
			c.inside(e.at, "function", e.index, p.allFunctions())
		}
		p.exports = append(p.exports, e)
	})
}

func (p *parsed) elementSection(c *cursor) {
	c.vector("element segments", func() {
		at := c.pos
		flags := c.u32("flags of an element segment")
		if flags > 7 {
			c.fail(at, "unknown flags %d of an element segment", flags)
			return
		}
		passive, explicit, expressions := flags&1 != 0, flags&2 != 0, flags&4 != 0
		if !passive {
			if explicit {
				c.u32("table index")
			}
			p.constant(c)
		}
		if passive || explicit {
			if expressions {
				c.referenceType()
			} else if at := c.pos; c.byte("kind of an element segment") != 0 {
				c.fail(at, "unknown kind of an element segment")
			}
		}
		if expressions {
			c.vector("elements", func() { p.constant(c) })
		} else {
			c.vector("elements", func() { p.functionIndex(c) })
		}
	})
}

func (c *cursor) typeIndex(types uint32) uint32 {
	at := c.pos
	index := c.u32("type index")
	c.inside(at, "type", index, types)
	return index
}

func (p *parsed) functionIndex(c *cursor) {
	at := c.pos
	c.inside(at, "function", c.u32("function index"), p.allFunctions())
}

func (c *cursor) tableType() {
	c.referenceType()
	c.limits()
}

func (c *cursor) globalType() {
	c.valueType()
	at := c.pos
	if c.byte("mutability of a global") > 1 {
		c.fail(at, "mutability of a global is neither 0 nor 1")
	}
}

// limits decodes the size of a table or memory: bit 0 says that there is a maximum, bit 1 that it is shared.
func (c *cursor) limits() {
	at := c.pos
	flags := c.byte("limits")
	if flags > 3 {
		c.fail(at, "unsupported limits %#02x", flags)
		return
	}
	c.u32("minimum")
	if flags&1 != 0 {
		c.u32("maximum")
	}
}
