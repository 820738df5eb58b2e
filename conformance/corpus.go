package conformance

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"coderuntime"
)

// The corpus is one file for each program, in a folder for its subject. testdata/README.md says how
// a file is written.
//
//go:embed testdata/programs
var corpus embed.FS

const corpusRoot = "testdata/programs"

// Programs returns the corpus: small programs such as a model writes, each with the whole of its
// outcome, which is the same on every backend. Where Cases state the contract of a backend, these
// hold its Python to CPython's. Their names begin with the file, as in "numbers/float_repr.py: ...".
//
// A program for a Python newer than the backend's is not applicable, and its report has a [PythonTooOld].
func Programs() []Case {
	var cases []Case
	for _, program := range readCorpus() {
		cases = append(cases, program.asCase())
	}
	return cases
}

// TestPrograms runs every program of the corpus as a subtest, in parallel. A program for a Python
// newer than the backend's is skipped and says so.
func TestPrograms(t *testing.T, newRuntime NewRuntime) {
	runtimes := newPool(newRuntime)
	t.Cleanup(runtimes.close)
	for _, c := range Programs() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			switch report := runtimes.report(t.Context(), c); report.Status {
			case NotApplicable:
				t.Skip(report.Err)
			case Failed:
				t.Error(report.Err)
			}
		})
	}
}

// PythonTooOld says that a program is for a newer Python than the backend has.
type PythonTooOld struct {
	Needs, Has string // such as "3.11"
}

func (p PythonTooOld) Error() string {
	return fmt.Sprintf("the program needs Python %s, this is %s", p.Needs, p.Has)
}

// A corpusProgram is one file of the corpus.
type corpusProgram struct {
	file    string // such as "numbers/float_repr.py"
	title   string
	python  string // the oldest Python it is for, such as "3.11"; empty if any will do
	program string // all but the outcome, so that lines keep their numbers
	outcome string // as lines of the file
}

// readCorpus panics if a file is not as it must be: the files are part of this package.
func readCorpus() []corpusProgram {
	var programs []corpusProgram
	err := fs.WalkDir(corpus, corpusRoot, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".py" {
			return err
		}
		text, err := corpus.ReadFile(name)
		if err != nil {
			return err
		}
		program, err := parseCorpusFile(strings.TrimPrefix(name, corpusRoot+"/"), string(text))
		programs = append(programs, program)
		return err
	})
	if err != nil {
		panic(err)
	}
	return programs
}

var (
	outcomeLine = regexp.MustCompile(`(?m)^#[=!>@]`)
	pythonLine  = regexp.MustCompile(`(?m)^# Needs Python (3\.\d+)\.$`)
)

func parseCorpusFile(file, text string) (corpusProgram, error) {
	first, _, _ := strings.Cut(text, "\n")
	title, titled := strings.CutPrefix(first, "# ")
	start := outcomeLine.FindStringIndex(text)
	if !titled || start == nil {
		return corpusProgram{}, fmt.Errorf("%s must begin with a comment and end with its outcome", file)
	}
	p := corpusProgram{file: file, title: title, program: text[:start[0]], outcome: text[start[0]:]}
	if version := pythonLine.FindStringSubmatch(p.program); version != nil {
		p.python = version[1]
	}
	return p, nil
}

func (p corpusProgram) asCase() Case {
	c := Case{
		Name:    p.file + ": " + p.title,
		Program: p.program,
		// Check compares the whole outcome; these only keep the other checks out of its way.
		Want: Want{AnyLogs: true, Check: p.check},
	}
	if value := regexp.MustCompile(`(?m)^#=`).MatchString(p.outcome); value {
		c.Want.Value = AnyValue
	}
	if kind := regexp.MustCompile(`(?m)^#! ([a-z-]+)$`).FindStringSubmatch(p.outcome); kind != nil {
		c.Want.Failure = coderuntime.FailureKind(kind[1])
	}
	if p.python != "" {
		c.Drive = p.driveIfNewEnough
	}
	return c
}

func (p corpusProgram) check(o Outcome) error {
	if got := spellOutcome(o); got != p.outcome {
		return fmt.Errorf("the outcome must be\n%sit is\n%s", p.outcome, got)
	}
	return nil
}

func (p corpusProgram) driveIfNewEnough(ctx context.Context, rt coderuntime.Runtime, req coderuntime.Request) (coderuntime.Result, error) {
	version, err := rt.Run(ctx, coderuntime.Request{Program: "import sys; return sys.version_info[1]"})
	if err != nil || version.Failure != nil {
		return version, err
	}
	var needs, has int
	_, err = fmt.Sscanf(p.python+" "+string(version.Value), "3.%d %d", &needs, &has)
	if err == nil && has < needs {
		err = PythonTooOld{Needs: p.python, Has: fmt.Sprintf("3.%d", has)}
	}
	if err != nil {
		return coderuntime.Result{}, err
	}
	return rt.Run(ctx, req)
}

// spellOutcome writes an outcome as the lines that end a file of the corpus: the calls, sorted as they may
// come at once, the log, the value or the failure.
func spellOutcome(o Outcome) string {
	var b strings.Builder
	line := func(mark, text string) {
		text = normalise(text)
		switch {
		case text == "":
			fmt.Fprintf(&b, "#%s\n", mark)
		case isPlain(text):
			fmt.Fprintf(&b, "#%s %s\n", mark, text)
		default: // a line of a file cannot hold it, so it is spelled as JSON
			fmt.Fprintf(&b, "#%s%s\n", mark, spellJSON(text))
		}
	}
	for _, call := range slices.Sorted(slices.Values(o.Calls)) {
		line("@", call)
	}
	for _, entry := range o.Result.Logs {
		line(">", entry)
	}
	if o.Result.Value != nil {
		line("=", string(o.Result.Value))
	}
	if failure := o.Result.Failure; failure != nil {
		line("!", string(failure.Kind))
		for text := range strings.SplitSeq(normalise(failure.Message), "\n") {
			line("!", text)
		}
	}
	return b.String()
}

// isPlain reports whether text shows as it is in a line of a file.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text, isInvisible) && strings.TrimRight(text, " ") == text
}

func isInvisible(r rune) bool {
	return unicode.IsControl(r) || strings.ContainsRune("\u200b\u2028\u2029\ufeff", r)
}

// spellJSON spells text as a JSON string in which everything can be seen.
func spellJSON(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string cannot fail
	var spelled strings.Builder
	for _, r := range strings.TrimSuffix(b.String(), "\n") {
		if isInvisible(r) {
			fmt.Fprintf(&spelled, `\u%04x`, r)
		} else {
			spelled.WriteRune(r)
		}
	}
	return spelled.String()
}

// normalisations take out of a text what differs from run to run, from one version of Python to the
// next, or from system to system. Each is explained in testdata/README.md.
var normalisations = []struct {
	what *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`\bat 0x[0-9a-fA-F]+`), "at 0x…"},
	{regexp.MustCompile(`\[Errno \d+\]`), "[Errno …]"},
	{regexp.MustCompile(`\. Did you (mean:|forget to import) '[^'\n]*'\??( Or did you forget to import '[^'\n]*'\?)?`), ""},
	{regexp.MustCompile(`(?m)^[ |]*File "<model>", line \d+, in <(list|set|dict)comp>\n`), ""},
	{regexp.MustCompile(`(?m)^( *\^)\^+$`), "$1"},
}

func normalise(text string) string {
	for _, n := range normalisations {
		text = n.what.ReplaceAllString(text, n.with)
	}
	return text
}
