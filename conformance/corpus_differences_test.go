//go:build linux

package conformance

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
	"coderuntime/native"
	"coderuntime/wasm"
)

// differences are programs whose outcomes differ, and stay so: docs/divergences.md says why.
var differences = []struct {
	name, program, wasm, native string
}{
	{
		"errors of the system have other numbers",
		"try:\n    open('none')\nexcept OSError as error:\n    import errno\n    return [error.errno, error.errno == errno.ENOENT]",
		`[44,true]`, `[2,true]`,
	},
	{
		"the interpreter has 32 bits",
		"import struct, sys\nfrom array import array\nreturn [sys.maxsize.bit_length(), struct.calcsize('P'), struct.calcsize('l'), array('l').itemsize, struct.calcsize('<lq')]",
		`[31,4,4,4,12]`, `[63,8,8,8,12]`,
	},
	{
		"no sequence has 2**31 elements",
		"try:\n    return len(range(2**40))\nexcept OverflowError:\n    return 'OverflowError'",
		`"OverflowError"`, `1099511627776`,
	},
	{
		"hashes have 32 bits, and sets another order",
		"import sys\nreturn [sys.hash_info.width, hash(2**31 - 1) == 2**31 - 1]",
		`[32,false]`, `[64,true]`,
	},
	{
		"files have no permissions",
		"import os\nopen('f', 'w').close()\nos.chmod('f', 0o600)\nreturn [oct(os.stat('f').st_mode & 0o777), os.access('f', os.R_OK), hasattr(os, 'umask')]",
		`["0o0",true,false]`, `["0o600",true,true]`,
	},
	{
		"the names of the system and its time zone",
		"import os, sys, time\nreturn [sys.platform, os.uname().sysname, time.strftime('%Z', time.gmtime(0)), sys.executable != '']",
		`["wasi","wasi","UTC",false]`, `["linux","Linux","GMT",true]`,
	},
	{
		"the environment and the home directory",
		"import os\nreturn [sorted(os.environ), os.path.expanduser('~') == '~']",
		`[[],true]`, `[["TMPDIR"],false]`,
	},
}

func TestTheBackendsDifferWhereItIsWrittenDown(t *testing.T) {
	onWasm, err := wasm.New(t.Context(), wasm.Config{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, onWasm.Close(t.Context())) }()
	onNative, err := native.New(native.Config{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, onNative.Close(t.Context())) }()
	for _, d := range differences {
		t.Run(d.name, func(t *testing.T) {
			assert.Equal(t, "#= "+d.wasm+"\n", outcomeOf(t, onWasm, d.program), "wasm")
			assert.Equal(t, "#= "+d.native+"\n", outcomeOf(t, onNative, d.program), "native")
		})
	}
}

func TestOnlyTmpCanBeWrittenToOnWasm(t *testing.T) {
	rt, err := wasm.New(t.Context(), wasm.Config{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, rt.Close(t.Context())) }()
	assert.Equal(t, "#= [true,true,true,false,false,false,false]\n", outcomeOf(t, rt, "import os\nopen('f', 'w').close()\n"+
		"return [os.access(path, os.W_OK) for path in ('f', '.', '/dev/null', '..', '/', os.__file__, 'none')]"))
}

func TestStandardOutputIsNoTextIOWrapper(t *testing.T) {
	const program = "import io, sys\nout = sys.stdout\nout.reconfigure(errors='strict')\n" +
		"return [isinstance(out, io.TextIOWrapper), hasattr(out.buffer, 'raw'), out.errors]"
	rt, err := native.New(native.Config{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, rt.Close(t.Context())) }()
	assert.Equal(t, "#= [false,false,\"replace\"]\n", outcomeOf(t, rt, program))
}

func outcomeOf(t *testing.T, rt coderuntime.Runtime, program string) string {
	result, err := rt.Run(t.Context(), coderuntime.Request{Program: program})
	require.NoError(t, err)
	return spellOutcome(Outcome{Result: result})
}
