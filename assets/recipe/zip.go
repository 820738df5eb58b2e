package recipe

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"hash/crc32"
	"io"
	"slices"
	"strings"
)

// member is a file of the archive. A stored one can be read as a part of the mapped archive.
type member struct {
	name    string // full path without the leading slash
	data    []byte
	deflate bool
}

// writeZip writes an archive that depends on its members alone: sorted, without times, sizes and checksums before the data.
func writeZip(w io.Writer, members []member) error {
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	z := zip.NewWriter(w)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Store, CRC32: crc32.ChecksumIEEE(m.data), UncompressedSize64: uint64(len(m.data))}
		h.SetMode(0o444)
		body := m.data
		if m.deflate {
			small, err := deflate(m.data)
			if err != nil {
				return err
			}
			h.Method, body = zip.Deflate, small
		}
		h.CompressedSize64 = uint64(len(body))
		out, err := z.CreateRaw(h)
		if err != nil {
			return err
		}
		if _, err := out.Write(body); err != nil {
			return err
		}
	}
	return z.Close()
}

func deflate(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
