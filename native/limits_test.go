//go:build linux

package native

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

const seeLimits = `
import resource as r
return [r.getrlimit(getattr(r, "RLIMIT_" + name)) == pair for name, pair in %s]`

func TestAProcessIsUnderItsLimits(t *testing.T) {
	for _, c := range []struct {
		name, setUp string
		config      Config
		want        string // as a Python dict
	}{
		{"those configured", "", // seed: 44
			Config{
				Limits:    coderuntime.Limits{CPU: 42 * time.Second, Memory: 400 * coderuntime.MiB},
				OpenFiles: 99, FileSize: 5 * coderuntime.MiB, Processes: 1234,
			},
			"{'CPU': (42, 43), 'AS': (419430400,) * 2, 'CORE': (0, 0), 'NOFILE': (99, 99), 'FSIZE': (5 << 20,) * 2, 'NPROC': (1234, 1234)}"},
		{"the defaults", "", Config{},
			"{'CPU': (60, 61), 'AS': (512 << 20,) * 2, 'CORE': (0, 0), 'NOFILE': (1024, 1024), 'FSIZE': (1 << 30,) * 2, 'NPROC': (4096, 4096)}"},
		{"the largest CPU limit", "", // seed: 152
			Config{Limits: coderuntime.Limits{CPU: 9223372036 * time.Second}}, "{'CPU': (9223372036, 9223372037)}"},
		{"an inherited tighter limit of memory", "ulimit -v 262144", Config{}, "{'AS': (268435456,) * 2}"},                                          // seed: 42
		{"an inherited tighter soft limit of CPU", "ulimit -S -t 5", Config{Limits: coderuntime.Limits{CPU: 30 * time.Second}}, "{'CPU': (5, 31)}"}, // seed: 45
		{"an inherited limit of CPU keeps room for SIGXCPU", "ulimit -t 2", Config{}, "{'CPU': (1, 2)}"},                                            // seed: 46
		{"an inherited tighter limit of open files", "ulimit -n 64", Config{}, "{'NOFILE': (64, 64)}"},
		{"an inherited tighter limit of file size", "ulimit -f 8", Config{}, "{'FSIZE': (4096, 4096)}"},
		{"an inherited tighter soft limit of processes", "ulimit -S -u 999", Config{}, "{'NPROC': (999, 4096)}"},
		{"an inherited looser limit changes nothing", "ulimit -t 1000; ulimit -v 9999999", Config{}, "{'CPU': (60, 61), 'AS': (512 << 20,) * 2}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			// dash has no ulimit -u, bash counts -f in KiB.
			c.config.Python = script(t, "python3", "#!/bin/bash --posix\n"+c.setUp+"\nexec '"+pythonPath(t)+"' \"$@\"\n")
			result := runIn(t, c.config, fmt.Sprintf(seeLimits, c.want+".items()"))
			for i, same := range decode[[]bool](t, result) {
				assert.True(t, same, "limit %d of %s", i, c.want)
			}
		})
	}
}

func TestLimitsThatCannotBeAppliedEndTheRunBeforeTheProgram(t *testing.T) { // seed: 43
	config := Config{
		Python: wrapper(t, "ulimit -v 131072"),
		Limits: coderuntime.Limits{Log: 32 * coderuntime.MiB},
	}
	result := runIn(t, config, "print('never')")
	requireFailure(t, result, "too large for the inherited RLIMIT_AS", coderuntime.FailureException)
	assert.Contains(t, result.Failure.Message, "bootstrap: applying resource limits failed\n")
	assert.NotContains(t, result.Failure.Message, "File ")
	assert.Empty(t, result.Logs)
}

const (
	burn    = "import time\nwhile time.process_time() < 1.05: pass\n"
	mask    = "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXCPU])\n"
	trap    = "import signal\nsignal.signal(signal.SIGXCPU, lambda *_: None)\n"
	forever = "while True: pass\n"
)

func TestProcessorTimeThatIsUsedUpIsATimeout(t *testing.T) {
	oneSecond := coderuntime.Limits{CPU: time.Second, Wall: 20 * time.Second}
	halfAMinute := coderuntime.Limits{CPU: 30 * time.Second, Wall: 20 * time.Second}
	for _, c := range []struct {
		name, setUp, program string
		limits               coderuntime.Limits
	}{
		{"a busy loop", "", forever, oneSecond}, // seed: 154
		{"a long call of C code", "", "import hashlib\nhashlib.pbkdf2_hmac('sha256', b'x', b'y', 10**9)", oneSecond}, // seed: 37
		{"SIGXCPU masked", "", mask + burn + "return 1", oneSecond},                                                  // seed: 47
		{"SIGXCPU ignored by what starts it", "trap '' XCPU", forever, oneSecond},                                    // seed: 48
		{"SIGXCPU trapped and masked", "", trap + mask + burn + "return 1", oneSecond},                               // seed: 49
		{"SIGXCPU trapped, and a return before the hard limit", "", trap + burn + "return 1", oneSecond},             // seed: 162
		{"a soft limit that is inherited", "ulimit -S -t 1", mask + burn + "return 1", halfAMinute},                  // seed: 50
		{"a limit that is inherited", "ulimit -t 2", forever, halfAMinute},                                           // seed: 46
		{"what the check uses replaced in its modules", "", trap + burn + `
import os, resource
resource.getrusage = lambda who: None
os.kill = signal.signal = signal.pthread_sigmask = lambda *_: None
return 1`, oneSecond}, // seed: 161
		{"names of the guest rebound in the main module", "", trap + burn + `
import __main__
for name in ("NativeBackend", "check_cpu", "main", "_clamp", "cpu_message", "Session"):
    setattr(__main__, name, lambda *_: None)
return 1`, oneSecond}, // seed: 163
		{"the time of children that are reaped", "", `
import subprocess, sys
spin = "import time\nwhile time.process_time() < 0.8: pass"
for child in [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(2)]: child.wait()
return 1`, oneSecond}, // seed: 156
	} {
		t.Run(c.name, func(t *testing.T) {
			result := runIn(t, Config{Python: wrapper(t, c.setUp), Limits: c.limits}, c.program)
			requireFailure(t, result, "CPU time exhausted", coderuntime.FailureTimeout)
			assert.Contains(t, result.Failure.Message, fmt.Sprintf("limit %ds", c.limits.CPU/time.Second))
		})
	}
}

func TestAProgramThatKeepsSIGXCPUAwayIsKilledAtTheHardLimit(t *testing.T) {
	limits := coderuntime.Limits{CPU: time.Second, Wall: 20 * time.Second}
	ignore := "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\n"
	for name, program := range map[string]string{
		"ignored": ignore + forever, // seed: 160
		"ignored, with the guest's own variables overwritten": ignore + burn + `
import gc
for thing in gc.get_objects():
    if type(thing).__name__ == "NativeBackend":
        thing._cpu_limit = 10**9
` + forever, // seed: 164
	} {
		t.Run(name, func(t *testing.T) {
			result := runIn(t, Config{Limits: limits}, program)
			requireFailure(t, result, "", coderuntime.FailureWorkerExit, coderuntime.FailureTimeout)
		})
	}
}

func TestWaitingCostsNoProcessorTime(t *testing.T) { // seed: 157
	requireValue(t, `"x\n"`, runIn(t, Config{Limits: coderuntime.Limits{CPU: time.Second}}, `
import asyncio, subprocess, time
time.sleep(0.8)
await asyncio.sleep(0.7)
return subprocess.run(["/bin/echo", "x"], capture_output=True, text=True).stdout`))
}

const mappedBytes = `
def mapped():
    size = 0
    for line in open("/proc/self/maps"):
        first, last = line.split()[0].split("-")
        size += int(last, 16) - int(first, 16)
    return size
`

func TestTheGuestLeavesMemoryToTheProgram(t *testing.T) {
	r := newRuntime(t, Config{})
	host, _ := signalling()
	result := runProgram(t, r, mappedBytes+`
before = mapped()
await host.ready(1)
return [before, mapped() - before]`, host)
	sizes := decode[[2]coderuntime.ByteSize](t, result)
	assert.Less(t, sizes[0], 48*coderuntime.MiB) // seed: 158
	assert.Less(t, sizes[1], 8*coderuntime.MiB)  // seed: 159
}

func TestMemoryOverTheLimitIsAnExceptionOfTheProgram(t *testing.T) {
	r := newRuntime(t, Config{Limits: coderuntime.Limits{Memory: 128 * coderuntime.MiB}})
	requireFailure(t, runProgram(t, r, "return len(bytearray(256 << 20))"), "MemoryError", coderuntime.FailureException)
	requireValue(t, `"caught"`, runProgram(t, r, `
try: bytearray(256 << 20)
except MemoryError: return "caught"`))
}

func TestOpenFilesAndFileSizesAreLimited(t *testing.T) {
	r := newRuntime(t, Config{OpenFiles: 32, FileSize: coderuntime.MiB})
	requireValue(t, `["Too many open files",true]`, runProgram(t, r, `
files = []
try:
    while True: files.append(open("/dev/null"))
except OSError as error: return [error.strerror, 8 < len(files) < 32]`))
	requireValue(t, `["File too large",1048576]`, runProgram(t, r, `
import os
try:
    with open("big", "wb", buffering=0) as file:
        while True: file.write(bytes(65536))
except OSError as error: return [error.strerror, os.path.getsize("big")]`))
}

func TestOrdinaryProgramsDoNotMeetTheDefaultLimits(t *testing.T) {
	result := runIn(t, Config{}, `
import concurrent.futures, os, subprocess, sys, threading
files = [open(f"file{i}", "w") for i in range(500)]
with open("big", "wb") as file: file.truncate(200 << 20)
with concurrent.futures.ThreadPoolExecutor(4) as pool: total = sum(pool.map(lambda n: n * n, range(10)))
outputs = [subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, text=True).stdout for _ in range(2)]
return [len(files), os.path.getsize("big") >> 20, total, outputs]`)
	requireValue(t, `[500,200,285,["1\n","1\n"]]`, result)
	require.Empty(t, result.Logs)
}
