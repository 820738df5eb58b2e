//go:build linux

package conformance

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"coderuntime"
	"coderuntime/native"
	"coderuntime/wasm"
)

var update = flag.Bool("update", false, "write what comes of the corpus on the native backend into its files")

func TestEveryProgramOfTheCorpusHasItsOutcomeOnWasm(t *testing.T) {
	TestPrograms(t, func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
		return wasm.New(t.Context(), wasm.Config{Limits: limits})
	})
}

func TestEveryProgramOfTheCorpusHasItsOutcomeOnNative(t *testing.T) {
	if *update {
		writeOutcomes(t)
	}
	TestPrograms(t, func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
		return native.New(native.Config{Limits: limits})
	})
}

func TestTheCorpusIsAsLargeAsItIsMeantToBe(t *testing.T) {
	programs := Programs()
	assert.GreaterOrEqual(t, len(programs), 320)
	titles := map[string]string{}
	for _, p := range readCorpus() {
		assert.Empty(t, titles[p.title], "%s has the title of another program", p.file)
		titles[p.title] = p.file
	}
}

func TestAFileOfTheCorpusIsAProgramAndItsOutcome(t *testing.T) {
	const program = "# It adds.\n# Needs Python 3.11.\n# x\nreturn 1 + 1  #= no outcome\n"
	const outcome = "#@ tools.echo 1\n#> 2\n#>\n#> \"a\"\n#>\"a\\u0000\"\n#= 2\n"
	got, err := parseCorpusFile("numbers/add.py", program+outcome)
	require.NoError(t, err)
	assert.Equal(t, corpusProgram{"numbers/add.py", "It adds.", "3.11", program, outcome}, got)
	assert.Equal(t, outcome, spellOutcome(Outcome{
		Result: coderuntime.Result{Value: []byte("2"), Logs: []string{"2", "", `"a"`, "a\x00"}},
		Calls:  []string{"tools.echo 1"},
	}))

	_, err = parseCorpusFile("numbers/add.py", "return 1 + 1\n")
	assert.ErrorContains(t, err, "numbers/add.py must begin with a comment and end with its outcome")
}

func TestAProgramForANewerPythonIsNotApplicable(t *testing.T) {
	program := corpusProgram{file: "a.py", title: "It is of the future.", python: "3.99", program: "return 1\n", outcome: "#= 1\n"}
	report := program.asCase().Run(t.Context(), func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
		return native.New(native.Config{Limits: limits})
	})
	assert.Equal(t, NotApplicable, report.Status)
	assert.ErrorContains(t, report.Err, "the program needs Python 3.99, this is 3.")
}

func TestAFailureIsSpelledLineByLine(t *testing.T) {
	failure := &coderuntime.Failure{Kind: exception, Message: "Traceback:\n  <X object at 0x7f12ab>\nValueError: "}
	assert.Equal(t, "#! exception\n#! Traceback:\n#!   <X object at 0x…>\n#!\"ValueError: \"\n",
		spellOutcome(Outcome{Result: coderuntime.Result{Failure: failure}}))
}

// writeOutcomes is for whoever adds programs: what it wrote is to be read, not believed.
func writeOutcomes(t *testing.T) {
	rt, err := native.New(native.Config{})
	require.NoError(t, err)
	for _, p := range readCorpus() {
		rec := &recorder{}
		result, err := rt.Run(t.Context(), coderuntime.Request{Program: p.program, Bindings: rec.wrap(nil), OnLog: rec.log})
		require.NoError(t, err)
		calls, _ := rec.close()
		text := p.program + spellOutcome(Outcome{Result: result, Calls: calls})
		require.NoError(t, os.WriteFile(filepath.Join(corpusRoot, p.file), []byte(text), 0o644))
	}
	require.NoError(t, rt.Close(t.Context()))
	t.Fatal("the outcomes were written: run the tests anew, as the files are part of the package")
}
