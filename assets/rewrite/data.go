package rewrite

import (
	"fmt"
	"slices"
)

// A Segment is what an active data segment writes into memory 0 when a module is instantiated.
type Segment struct {
	// Offset is the address of the first byte. Offset plus the number of bytes is at most 2³².
	Offset uint32
	// Bytes are the content. They share memory with the module that was stripped.
	Bytes []byte
}

// StripData removes the active data segments and returns them in their order, which matters where they overlap. Instantiating the
// stripped module writes nothing into memory; whoever starts it from something other than an image has to write the segments first.
//
// Passive segments are kept, and so are the indices by which memory.init and data.drop refer to segments: an active segment
// that precedes or is one they refer to is emptied in place, which is what it looks like to them once the module has been instantiated.
//
// It is an error if the module is malformed, uses a feature this package doesn't know, has a data count that is not its number
// of segments, or an active segment whose offset is not a single i32.const or whose memory is not memory 0 of the module.
// Neither this package nor the engine checks any longer that the segments fit into the memory's initial size.
// A module without active segments comes back as it is. The stripped module shares no memory with module.
func StripData(module []byte) (stripped []byte, segments []Segment, err error) {
	stripped, segments, err = stripData(module)
	if err != nil {
		return nil, nil, fmt.Errorf("rewrite: stripping data segments: %w", err)
	}
	return stripped, segments, nil
}

func stripData(module []byte) ([]byte, []Segment, error) {
	p, err := parse(module)
	if err != nil {
		return nil, nil, err
	}
	used, err := p.usedSegments()
	if err != nil {
		return nil, nil, err
	}
	data, ok := p.section(sectionData)
	if !ok {
		return slices.Clone(module), nil, p.checkDataCount(used, 0)
	}

	var segments []Segment
	var kept []byte
	var index, keptCount uint32
	err = p.eachSegment(data, func(c *cursor, s segment) {
		content := module[s.content:s.end]
		switch {
		case s.passive:
			kept = append(kept, module[s.start:s.end]...)
			keptCount++
		case s.memory != 0 || p.memories == 0:
			c.fail(s.start, "data segment for memory %d", s.memory)
		case !s.plain:
			c.fail(s.start, "the offset of the data segment is not a single i32.const")
		case uint64(s.offset)+uint64(len(content)) > 1<<32:
			c.fail(s.start, "data segment of %d bytes at %d ends outside the address space", len(content), s.offset)
		default:
			segments = append(segments, Segment{Offset: s.offset, Bytes: content})
			if index < used {
				kept = append(kept, 0, opI32Const, 0, opEnd, 0)
				keptCount++
			}
		}
		index++
	})
	if err != nil {
		return nil, nil, err
	}
	if err := p.checkDataCount(used, index); err != nil {
		return nil, nil, err
	}
	if segments == nil {
		return slices.Clone(module), nil, nil
	}

	e := p.edit()
	e.replace(sectionData, append(appendU32(nil, keptCount), kept...))
	if _, ok := p.section(sectionDataCount); ok {
		e.replace(sectionDataCount, appendU32(nil, keptCount))
	}
	return e.bytes(), segments, nil
}

// usedSegments returns how many data segments there must be for all references from code to be good: the highest one plus one.
func (p *parsed) usedSegments() (uint32, error) {
	var used uint32
	err := p.eachBody(func(_ body, c *cursor) {
		p.eachInstruction(c, func(ins instruction) {
			if ins.op == prefixMisc && (ins.sub == miscMemoryInit || ins.sub == miscDataDrop) {
				// No module has 2³² segments: the largest index is as wrong as the one before it.
				used = max(used, min(ins.index, 1<<32-2)+1)
			}
		})
	})
	return used, err
}

// checkDataCount compares the number of segments with the data count section and with the references from code.
func (p *parsed) checkDataCount(used, segments uint32) error {
	if s, ok := p.section(sectionDataCount); ok {
		c := p.at(s)
		if count := c.u32("data count"); count != segments {
			return errorAt(s.body, "data count %d for %d segments", count, segments)
		}
	}
	if used > segments {
		return errorAt(len(p.module), "code refers to data segment %d, there are %d", used-1, segments)
	}
	return nil
}

// A segment is where the parts of a data segment are.
type segment struct {
	start   int
	content int
	end     int
	passive bool
	memory  uint32
	offset  uint32
	plain   bool // offset is known: it is a single i32.const
}

// eachSegment calls visit with every data segment, and the cursor for it to fail.
func (p *parsed) eachSegment(data section, visit func(c *cursor, s segment)) error {
	c := p.at(data)
	c.vector("data segments", func() {
		s := segment{start: c.pos}
		flags := c.u32("flags of a data segment")
		switch flags {
		case 0:
		case 1:
			s.passive = true
		case 2:
			s.memory = c.u32("memory index")
		default:
			c.fail(s.start, "unknown flags %d of a data segment", flags)
		}
		if !s.passive {
			var offset int32
			offset, s.plain = p.constant(&c)
			s.offset = uint32(offset)
		}
		size := c.u32("size of a data segment")
		s.content = c.pos
		c.skip(size, "data segment")
		s.end = c.pos
		if c.err == nil {
			visit(&c, s)
		}
	})
	return c.done("the data segments")
}
