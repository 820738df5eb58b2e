package memfs

import (
	"archive/zip"
	"fmt"
	"io"
	"sync"
)

// A packed is a file of a Tree. A file that the archive holds compressed is inflated when it is
// opened first and kept from then on.
type packed struct {
	size    int64
	archive []byte
	member  *zip.File // nil for a file that came with its data

	once sync.Once
	data []byte
	err  error
}

// bytes returns what the file holds. It is safe for concurrent use, and nobody may change the result.
func (p *packed) bytes() ([]byte, error) {
	p.once.Do(func() {
		if p.member != nil {
			p.data, p.err = p.unpack()
		}
	})
	return p.data, p.err
}

func (p *packed) unpack() ([]byte, error) {
	if p.member.Method == zip.Store {
		offset, err := p.member.DataOffset()
		if err != nil {
			return nil, fmt.Errorf("finding %s: %w", p.member.Name, err)
		}
		if size := int64(len(p.archive)); offset > size || p.size > size-offset {
			return nil, fmt.Errorf("finding %s: %w", p.member.Name, zip.ErrFormat)
		}
		return p.archive[offset : offset+p.size : offset+p.size], nil
	}
	reader, err := p.member.Open()
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", p.member.Name, err)
	}
	data := make([]byte, p.size)
	if _, err := io.ReadFull(reader, data); err != nil {
		return nil, fmt.Errorf("inflating %s: %w", p.member.Name, err)
	}
	// The reader checks the sum when it finds the end.
	if n, err := reader.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		return nil, fmt.Errorf("inflating %s: %w", p.member.Name, zip.ErrChecksum)
	}
	return data, nil
}
