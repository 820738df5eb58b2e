package wasm

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
)

// value runs a program that must complete and decodes what it returned.
func value[T any](t *testing.T, r *Runtime, program string) T {
	t.Helper()
	result, err := r.Run(t.Context(), coderuntime.Request{Program: program})
	require.NoError(t, err)
	require.Nil(t, result.Failure, "%v %q", result.Failure, result.Logs)
	r.pool.recycling.Wait() // the next run is to get the instance of this one
	var v T
	require.NoError(t, json.Unmarshal(result.Value, &v))
	return v
}

func TestTwoRunsOfOneImageDrawNothingTwice(t *testing.T) {
	r := newTestRuntime(t, Config{})
	program := `
import logging, os, random, secrets, tempfile, time, uuid
with tempfile.NamedTemporaryFile() as file:
    name = file.name
return {
    "random": str(random.random()),
    "gauss": str(random.gauss(0, 1)),
    "shuffled": str(random.sample(range(100000), 10)),
    "new generator": str(random.Random().random()),
    "urandom": os.urandom(16).hex(),
    "secrets": secrets.token_hex(16),
    "uuid1": str(uuid.uuid1()),
    "uuid4": str(uuid.uuid4()),
    "node": str(uuid.getnode()),
    "temporary file": name,
    "time of day": str(time.time_ns()),
    "start of logging": str(logging._startTime),
}`
	first := value[map[string]string](t, r, program)
	for range 5 {
		next := value[map[string]string](t, r, program)
		for what, drawn := range next {
			assert.NotEqual(t, first[what], drawn, what)
		}
		first = next
	}
}

func TestClocksOfARunStartWithIt(t *testing.T) {
	r := newTestRuntime(t, Config{})
	value[any](t, r, "return 1")
	before := time.Now()
	seen := value[[]float64](t, r, `
import time, datetime, asyncio
return [time.time(), datetime.datetime.now(datetime.timezone.utc).timestamp(), time.monotonic(),
        asyncio.get_running_loop().time()]`)
	assert.WithinRange(t, time.Unix(0, int64(seen[0]*1e9)), before.Add(-time.Millisecond), time.Now())
	assert.WithinRange(t, time.Unix(0, int64(seen[1]*1e9)), before.Add(-time.Millisecond), time.Now())
	assert.Less(t, seen[2], 60.0, "the monotonic clock starts with the run")
	assert.Less(t, seen[3], 60.0)
}

func TestNothingOfARunIsSeenByTheNext(t *testing.T) {
	r := newTestRuntime(t, Config{Limits: coderuntime.Limits{Wall: time.Second}})
	traces := `
import builtins, json, os, sys, random, asyncio
seen = [
    hasattr(builtins, "left"), hasattr(json, "left"), "left" in sys.modules, "LEFT" in os.environ,
    os.path.exists("/tmp/left"), "/left" in sys.path, os.getcwd() != "/tmp",
    len(asyncio.all_tasks()) - 1, sys.getrecursionlimit() != 1000,
]
builtins.left = json.left = 1
sys.modules["left"] = sys
os.environ["LEFT"] = "1"
open("/tmp/left", "w").close()
sys.path.append("/left")
os.chdir("/lib")
sys.setrecursionlimit(5000)
asyncio.ensure_future(asyncio.sleep(100))
`
	for _, end := range []string{
		"return seen",
		"assert not any(seen), seen\nraise ValueError",
		"assert not any(seen), seen\nwhile True: pass",
		"assert not any(seen), seen\nawait asyncio.sleep(100)",
		"assert not any(seen), seen\nimport time\ntime.sleep(100)",
		"assert not any(seen), seen\nos._exit(1)",
	} {
		result, err := r.Run(t.Context(), coderuntime.Request{Program: traces + end})
		require.NoError(t, err)
		if result.Failure != nil {
			assert.NotContains(t, result.Failure.Message, "AssertionError", end)
		}
		r.pool.recycling.Wait()
	}
	assert.NotContains(t, value[[]any](t, r, traces+"return seen"), true)
}

func TestTheHashSeedIsTheImages(t *testing.T) {
	r := newTestRuntime(t, Config{})
	assert.Equal(t, value[float64](t, r, "return hash('text') % 2**32"), value[float64](t, r, "return hash('text') % 2**32"))
}

func TestProcessTimeShowsRealTime(t *testing.T) {
	r := newTestRuntime(t, Config{})
	assert.GreaterOrEqual(t, value[float64](t, r, `
import time
start = time.process_time()
time.sleep(0.05)
return time.process_time() - start`), 0.05)
}

func TestSQLiteHasNoWriteAheadLog(t *testing.T) {
	r := newTestRuntime(t, Config{})
	assert.Equal(t, "delete", value[string](t, r, `
import sqlite3
return sqlite3.connect("/tmp/data").execute("PRAGMA journal_mode = wal").fetchone()[0]`))
}

func TestAnImageOfOnesOwnHasAHashSeedOfItsOwn(t *testing.T) {
	hash := func(config Config) float64 {
		return value[float64](t, newTestRuntime(t, config), `return hash("what a seed decides") % 2**32`)
	}
	shared, own := hash(Config{}), hash(Config{OwnImage: true})
	assert.NotEqual(t, shared, own)
	assert.Equal(t, own, hash(Config{OwnImage: true}), "it is one for the process")
	assert.Equal(t, shared, hash(Config{}))
}
