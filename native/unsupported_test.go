//go:build !unix

package native

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAPlatformThatIsNoUnixIsRefused(t *testing.T) { // seed: 22
	_, err := New(Config{})
	require.ErrorContains(t, err, "requires a Unix platform")
}
