package hostfuncs

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime/internal/memfs"
)

// Instances share the modules of this package and the tree, and nothing else.
func TestInstancesDoNotSeeEachOther(t *testing.T) {
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			c := newCaller(t, Limits{})
			for round := range 20 {
				want := fmt.Sprintf("%d of %d", round, i)
				require.Equal(t, memfs.OK, c.write(t, c.open(t, "tmp/file"), want))
				got, errno := c.read(t, c.open(t, "tmp/file"))
				require.Equal(t, memfs.OK, errno)
				assert.Equal(t, want, got)
				at, length := c.putPath(t, "lib/file")
				require.Equal(t, memfs.OK, c.call(t, "path_open", fdRoot, 0, at, length, 0, uint64(rightRead), 0, 0, resultAt))
				got, _ = c.read(t, uint64(c.u32(t, resultAt)))
				assert.Equal(t, "content", got)
				c.Reset()
			}
		})
	}
}
