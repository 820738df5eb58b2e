package rewrite

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
)

// withSegments is a module with one page of memory, the segments, and the code as its function "run".
func withSegments(code []byte, segments ...[]byte) []byte {
	return assemble(
		vec(sectionType, proc),
		vec(sectionFunction, []byte{0}),
		vec(sectionMemory, []byte{0, 1}),
		vec(sectionExport, export("memory", kindMemory, 0), export("run", kindFunction, 0)),
		sec(sectionDataCount, appendU32(nil, uint32(len(segments)))),
		vec(sectionCode, fn(code...)),
		vec(sectionData, segments...),
		custom("name", 0, 2, 1, 'm'))
}

// initFrom copies the first size bytes of a segment to an address below 64.
func initFrom(segment, address, size byte) []byte {
	return slices.Concat([]byte{opI32Const, address, opI32Const, 0, opI32Const, size}, number(prefixMisc, miscMemoryInit, segment, 0))
}

func drop(segment byte) []byte { return number(prefixMisc, miscDataDrop, segment) }

func explicit(offset int64, content string) []byte {
	return append([]byte{2, 0}, active(offset, content)[1:]...)
}

func TestStrippedDataWrittenByHandGivesTheSameMemory(t *testing.T) {
	for _, test := range []struct {
		name     string
		code     []byte
		segments [][]byte
		active   int
	}{
		{"no segments", nil, nil, 0},
		{"one", nil, [][]byte{active(100, "hello")}, 1},
		{"an empty one", nil, [][]byte{active(100, "")}, 1},
		{"the memory's last byte", nil, [][]byte{active(65535, "x")}, 1},
		{"segments that overlap", nil, [][]byte{active(100, "aaaa"), active(102, "bbbb"), active(101, "c")}, 3},
		{"a memory index that is written out", nil, [][]byte{explicit(100, "hello")}, 1},
		{"only passive ones", slices.Concat(initFrom(1, 7, 2), initFrom(0, 20, 3)), [][]byte{passive("abc"), passive("def")}, 0},
		{"passive before active", initFrom(0, 20, 3), [][]byte{passive("abc"), active(0, "xyz"), active(9, "z")}, 2},
		{"active before passive", slices.Concat(initFrom(2, 20, 3), drop(2)), [][]byte{active(0, "xyz"), active(9, "z"), passive("abc")}, 2},
		{"both in turns", slices.Concat(initFrom(1, 20, 3), initFrom(3, 30, 3)),
			[][]byte{active(0, "xyz"), passive("abc"), active(9, "z"), passive("def"), active(50, "end")}, 3},
		{"code that names an active one, which is empty by then", slices.Concat(initFrom(0, 20, 0), drop(1)), [][]byte{active(0, "xyz"), active(9, "z")}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			module := withSegments(test.code, test.segments...)
			stripped, segments, err := StripData(module)
			require.NoError(t, err)
			assert.Len(t, segments, test.active)

			forEachEngine(t, func(t *testing.T, r wazero.Runtime) {
				memory := func(module []byte, segments []Segment) []byte {
					m, err := r.Instantiate(background, module)
					require.NoError(t, err)
					defer m.Close(background)
					if segments != nil {
						fresh, _ := m.Memory().Read(0, m.Memory().Size())
						assert.True(t, bytes.Equal(make([]byte, len(fresh)), fresh), "instantiating wrote something")
					}
					for _, s := range segments {
						require.True(t, m.Memory().Write(s.Offset, s.Bytes))
					}
					_, err = m.ExportedFunction("run").Call(background)
					require.NoError(t, err)
					content, _ := m.Memory().Read(0, m.Memory().Size())
					return slices.Clone(content)
				}
				assert.True(t, bytes.Equal(memory(module, nil), memory(stripped, segments)))
			})
		})
	}
}

// An active segment counts as dropped once it is written. (The engine of these tests does not do that for the original module.)
func TestCodeThatReadsAnActiveSegmentTraps(t *testing.T) {
	stripped, _, err := StripData(withSegments(initFrom(0, 20, 1), active(0, "xyz"), passive("abc")))
	require.NoError(t, err)
	forEachEngine(t, func(t *testing.T, r wazero.Runtime) {
		m, err := r.Instantiate(background, stripped)
		require.NoError(t, err)
		_, err = m.ExportedFunction("run").Call(background)
		assert.ErrorContains(t, err, "out of bounds memory access")
	})
}

func TestOnlyWhatCodeRefersToKeepsItsPlace(t *testing.T) {
	x, y, z := active(1, "x"), active(2, "y"), active(-1, "z")
	abc, def := passive("abc"), passive("def")
	emptied := active(0, "")
	for _, test := range []struct {
		name           string
		code           []byte
		segments, want [][]byte
		stripped       []Segment
	}{
		{"all go when none is named", nil, [][]byte{x, y}, nil, []Segment{{1, []byte("x")}, {2, []byte("y")}}},
		{"passive ones move up when none is named", nil, [][]byte{x, abc, y, def}, [][]byte{abc, def}, []Segment{{1, []byte("x")}, {2, []byte("y")}}},
		{"those before the last named one are emptied", drop(2), [][]byte{x, y, abc, z, def}, [][]byte{emptied, emptied, abc, def},
			[]Segment{{1, []byte("x")}, {2, []byte("y")}, {1<<32 - 1, []byte("z")}}},
		{"the named one itself is emptied", drop(1), [][]byte{x, y, z}, [][]byte{emptied, emptied},
			[]Segment{{1, []byte("x")}, {2, []byte("y")}, {1<<32 - 1, []byte("z")}}},
		{"without active ones nothing changes", nil, [][]byte{abc, def}, [][]byte{abc, def}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, segments, err := StripData(withSegments(test.code, test.segments...))
			require.NoError(t, err)
			assert.Equal(t, withSegments(test.code, test.want...), got)
			assert.Equal(t, test.stripped, segments)

			again, segments, err := StripData(got)
			require.NoError(t, err)
			assert.Equal(t, got, again)
			for _, s := range segments {
				assert.Empty(t, s.Bytes, "stripping again finds nothing but the emptied ones")
			}
		})
	}
}

func TestAModuleWithoutDataIsCopied(t *testing.T) {
	for _, module := range [][]byte{assemble(), countdown, assemble(vec(sectionMemory, []byte{0, 1}), vec(sectionData))} {
		got, segments, err := StripData(module)
		require.NoError(t, err)
		assert.Equal(t, module, got)
		assert.Empty(t, segments)
		clear(got)
		assert.Equal(t, preamble, module[:len(preamble)])
	}
}

func TestNoDataCountIsAddedWhereThereWasNone(t *testing.T) {
	memory := vec(sectionMemory, []byte{0, 1})
	got, segments, err := StripData(assemble(memory, vec(sectionData, active(1, "a"), passive("b"))))
	require.NoError(t, err)
	assert.Equal(t, assemble(memory, vec(sectionData, passive("b"))), got)
	assert.Equal(t, []Segment{{1, []byte("a")}}, segments)
}

func TestAnImportedMemoryCanBeStrippedOfItsData(t *testing.T) {
	imported := vec(sectionImport, append(appendName(appendName(nil, "env"), "memory"), kindMemory, 0, 1))
	got, segments, err := StripData(assemble(imported, vec(sectionData, active(1, "a"))))
	require.NoError(t, err)
	assert.Equal(t, assemble(imported, vec(sectionData)), got)
	assert.Equal(t, []Segment{{1, []byte("a")}}, segments)
}

func TestStripDataRefuses(t *testing.T) {
	global := vec(sectionGlobal, []byte{typeI32, 0, opI32Const, 7, opEnd})
	memory := vec(sectionMemory, []byte{0, 1})
	at := func(offset ...byte) []byte { return slices.Concat([]byte{0}, offset, []byte{opEnd, 1, 'x'}) }
	for _, test := range []struct {
		name   string
		module []byte
		err    string
	}{
		{"an offset from a global", assemble(memory, global, vec(sectionData, at(opGlobalGet, 0))), "offset of the data segment is not a single i32.const"},
		{"an offset that is computed", assemble(memory, vec(sectionData, at(opI32Const, 1, opI32Const, 2, opI32Add))), "offset of the data segment is not a single i32.const"},
		{"an offset of two constants", assemble(memory, vec(sectionData, at(opI32Const, 1, opI32Const, 2))), "offset of the data segment is not a single i32.const"},
		{"an offset of 64 bits", assemble(memory, vec(sectionData, at(opI64Const, 1))), "offset of the data segment is not a single i32.const"},
		{"no offset", assemble(memory, vec(sectionData, at())), "offset of the data segment is not a single i32.const"},
		{"a second memory", assemble(memory, vec(sectionData, append([]byte{2, 1}, at(opI32Const, 1)[1:]...))), "data segment for memory 1"},
		{"no memory", assemble(vec(sectionData, active(0, "x"))), "data segment for memory 0"},
		{"a segment around the end of the address space", assemble(memory, vec(sectionData, active(-2, "xyz"))), "data segment of 3 bytes at 4294967294 ends outside the address space"},
		{"unknown flags", assemble(memory, vec(sectionData, []byte{3, 0})), "unknown flags 3 of a data segment"},
		{"a segment longer than the section", assemble(memory, vec(sectionData, []byte{1, 9, 'x'})), "data segment needs 9 bytes, 1 are left"},
		{"segments without end", assemble(memory, sec(sectionData, []byte{0xff, 0xff, 0xff, 0xff, 0x0f})), "unexpected end in flags of a data segment"},
		{"bytes after the segments", assemble(memory, sec(sectionData, []byte{0, 0})), "1 bytes left over after the data segments"},
		{"a data count that is too low", assemble(memory, sec(sectionDataCount, []byte{0}), vec(sectionData, active(0, "x"))), "data count 0 for 1 segments"},
		{"a data count without data", assemble(memory, sec(sectionDataCount, []byte{1})), "data count 1 for 0 segments"},
		{"code that names a segment too many", withSegments(drop(2), active(0, "x"), passive("y")), "code refers to data segment 2, there are 2"},
		{"code that names the last segment of all", withSegments(number(prefixMisc, miscDataDrop, 0xff, 0xff, 0xff, 0xff, 0x0f), active(0, "x")), "code refers to data segment 4294967294, there are 1"},
		{"malformed code", withSegments([]byte{0xff}, active(0, "x")), "unknown opcode 0xff"},
	} {
		t.Run(test.name, func(t *testing.T) {
			stripped, segments, err := StripData(test.module)
			require.ErrorContains(t, err, "rewrite: stripping data segments: offset ")
			assert.ErrorContains(t, err, test.err)
			assert.Nil(t, stripped)
			assert.Nil(t, segments)
		})
	}
}
