//go:build linux

package native

import "testing"

func TestTheKernelHasNothingOfTheHostsEnvironmentForAProgram(t *testing.T) {
	t.Setenv("CODERUNTIME_TEST_SECRET", "of the host")
	// The guest clears os.environ, but not what the kernel shows of the start of the process.
	result := runIn(t, Config{}, `
with open("/proc/self/environ") as file:
    return [entry.partition("=")[0] for entry in file.read().split("\0") if entry]`)
	requireValue(t, `["TMPDIR"]`, result)
}
