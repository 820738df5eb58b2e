package native

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"coderuntime"
)

// hostVariable makes this test binary a host that runs the program in it until it is killed.
const hostVariable = "CODERUNTIME_TEST_HOST_PROGRAM"

func TestMain(m *testing.M) {
	if program, isHost := os.LookupEnv(hostVariable); isHost {
		os.Exit(beHost(program))
	}
	os.Exit(m.Run())
}

// beHost prints the process ids that the program reports, and those of interpreters that wait.
func beHost(program string) int {
	config := Config{Python: os.Getenv("CODERUNTIME_TEST_PYTHON"), Limits: coderuntime.Limits{Wall: time.Minute}}
	if program == "" {
		config.Prestart = 2
	}
	r, err := New(config)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if program == "" {
		var pids []string
		for range config.Prestart {
			p, _, err := r.pool.take()
			if err != nil {
				return 1
			}
			<-p.fed
			pids = append(pids, fmt.Sprint(p.leader.Pid))
		}
		fmt.Println(strings.Join(pids, " "))
		select {}
	}
	r.Run(context.Background(), coderuntime.Request{Program: program, Bindings: []coderuntime.Namespace{{
		Global: "host", Functions: map[string]coderuntime.Function{
			"ready": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
				var pids []int
				if err := json.Unmarshal(args, &pids); err != nil {
					return nil, err
				}
				fmt.Println(strings.Trim(fmt.Sprint(pids), "[]"))
				return nil, nil
			},
		}}}})
	return 1
}

func TestNothingOfARunOutlivesAHostThatIsKilled(t *testing.T) {
	for _, c := range []struct{ name, program string }{
		{"a busy program", "import os\nawait host.ready([os.getpid()])\nwhile True: pass"},
		{"one that waits", "import asyncio, os\nawait host.ready([os.getpid()])\nawait asyncio.sleep(1000)"},
		{"one that blocks all signals", `
import os, signal, time
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
await host.ready([os.getpid()])
while True: time.sleep(1)`},
		{"one that is stopped", `
import asyncio, os, signal
await host.ready([os.getpid()])
os.kill(os.getpid(), signal.SIGSTOP)`},
		{"one that lets go of what it got", `
import os, time
for fd in (0, 1, 2): os.close(fd)
await host.ready([os.getpid()])
while True: time.sleep(1)`},
		{"one with children", `
import os, subprocess, time
children = [subprocess.Popen(["/bin/sleep", "1000"], close_fds=close).pid for close in (True, False)]
child = os.fork()
if child == 0:
    while True: pass
await host.ready([os.getpid(), child, *children])
time.sleep(1000)`},
		{"one that has exited and left children", survivor + `
await host.ready([child])
os._exit(0)`},
		{"interpreters that wait", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			killHost(t, c.program, t.TempDir())
		})
	}
}

// killHost has another process run a program with its private directory in dir, kills that process when the program
// has reported its processes, and checks that they end too.
func killHost(t *testing.T, program, dir string) {
	t.Helper()
	host := exec.Command(os.Args[0])
	host.Env = append(os.Environ(), hostVariable+"="+program, "CODERUNTIME_TEST_PYTHON="+pythonPath(t), "TMPDIR="+dir)
	host.Stderr = os.Stderr
	output, err := host.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, host.Start())
	defer func() {
		host.Process.Kill()
		host.Wait()
	}()
	line, err := bufio.NewReader(output).ReadString('\n')
	require.NoError(t, err)
	var watches []watch
	for word := range strings.FieldsSeq(line) {
		pid := atoi(t, word)
		watches = append(watches, watchProcess(t, pid))
		t.Cleanup(func() {
			if t.Failed() {
				unix.Kill(pid, unix.SIGKILL)
			}
		})
	}
	require.NotEmpty(t, watches)
	require.NoError(t, host.Process.Kill())
	host.Wait()
	for _, each := range watches {
		each.requireEnd(t)
	}
}
