//go:build linux

package native

import (
	"testing"

	"github.com/stretchr/testify/require"

	"coderuntime"
	"coderuntime/conformance"
)

func TestTheNativeBackendKeepsTheContract(t *testing.T) {
	interpreter, err := python()
	require.NoError(t, err)
	conformance.Test(t, func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
		return New(Config{Limits: limits, Python: interpreter})
	})
}
