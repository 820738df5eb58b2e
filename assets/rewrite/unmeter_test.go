package rewrite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUnmeteringLeavesTheModuleThatWasMetered(t *testing.T) {
	for name, sample := range map[string][]byte{
		"a loop":            {opLoop, typeEmpty, opEnd},
		"a loop in a loop":  {opLoop, typeEmpty, opLoop, typeEmpty, opBr, 1, opEnd, opEnd},
		"what comes around": {opNop, opLoop, typeEmpty, opNop, opEnd, opNop},
	} {
		t.Run(name, func(t *testing.T) {
			module := moduleAround(sample, nil)
			metered, err := Meter(module, MeterOptions{})
			require.NoError(t, err)
			got, err := Unmeter(metered, MeterOptions{})
			require.NoError(t, err)

			// The global and its export stay, so the code is what is compared.
			assert.Equal(t, codeIn(t, module), codeIn(t, got))
			assert.NoError(t, newValidator(t)(got))
			_, err = Unmeter(got, MeterOptions{})
			assert.ErrorContains(t, err, "not metered")
		})
	}
}

func codeIn(t *testing.T, module []byte) []byte {
	sections, err := splitSections(module)
	require.NoError(t, err)
	for _, s := range sections {
		if s.id == sectionCode {
			return module[s.body:s.end]
		}
	}
	t.Fatal("no code")
	return nil
}
