package rewrite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAHollowModuleHasEverythingButCode(t *testing.T) {
	valid := newValidator(t)
	code := []byte{opLoop, typeEmpty, opBr, 0, opEnd}
	for name, module := range map[string][]byte{
		"functions": assemble(vec(sectionType, proc), tick, vec(sectionFunction, []byte{0}, []byte{0}),
			vec(sectionExport, export("f", kindFunction, 1)), vec(sectionCode, fn(code...), fn(opNop))),
		"none": assemble(vec(sectionType, proc), tick),
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, valid(module))
			hollow, err := Hollow(module)
			require.NoError(t, err)
			require.NoError(t, valid(hollow))
			was, err := splitSections(module)
			require.NoError(t, err)
			is, err := splitSections(hollow)
			require.NoError(t, err)
			require.Equal(t, len(was), len(is))
			for i := range was {
				before, after := module[was[i].body:was[i].end], hollow[is[i].body:is[i].end]
				if was[i].id == sectionCode {
					assert.NotContains(t, string(after), string(code))
					continue
				}
				assert.Equal(t, before, after, "section %d", was[i].id)
			}
		})
	}
}

func TestWhatIsNoModuleCannotBeEmptied(t *testing.T) {
	_, err := Hollow([]byte("no module"))
	assert.ErrorContains(t, err, "not a WebAssembly module")
}
