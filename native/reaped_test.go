//go:build linux

package native

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"coderuntime"
)

func TestAProgramThatHadToBeKilledIsReapedBeforeItsResult(t *testing.T) {
	result := runIn(t, Config{Limits: coderuntime.Limits{Wall: time.Second, Grace: 300 * time.Millisecond}},
		ignoreTerm+"while True: pass")
	requireFailure(t, result, "", coderuntime.FailureTimeout)
	// The kernel tells the time of a process once it has been waited for. Without the kill at the end of
	// the grace period the result would be given up to a process that is still there.
	assert.Positive(t, result.Stats.CPU)
}
