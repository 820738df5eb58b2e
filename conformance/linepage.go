package conformance

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"coderuntime"
)

// A Column of the page is a backend that has passed all cases for which it has the capabilities.
type Column struct {
	Backend      string
	Capabilities []coderuntime.Capability
}

// WithLines returns those cases that state lines of the behaviour reference.
func WithLines(cases []Case) []Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return len(c.Lines) == 0 })
}

// WritePage writes docs/conformance.md: what states each line of the behaviour reference, and what
// that is on each backend. It returns an error if a line is neither stated nor excused.
func WritePage(out io.Writer, cases []Case, tests []TaggedTest, columns []Column) error {
	cases = WithLines(cases)
	all, err := statements(cases, tests)
	if err != nil {
		return err
	}
	var b strings.Builder
	stated := 0
	for _, s := range all {
		if s.reason == "" {
			stated++
		}
	}
	fmt.Fprintf(&b, pageHead, lastLine, len(cases), stated, len(all)-stated)
	for i, s := range all {
		for _, section := range sections {
			if section.first == s.line {
				fmt.Fprintf(&b, "\n## %s\n\n| line | stated by |", section.title)
				for _, column := range columns {
					fmt.Fprintf(&b, " %s |", column.Backend)
				}
				b.WriteString("\n|---|---|" + strings.Repeat("---|", len(columns)) + "\n")
			}
		}
		writeRow(&b, all[i], columns)
	}
	_, err = io.WriteString(out, b.String())
	return err
}

const pageHead = `# Conformance, line by line

The contract of a backend was written down first as a numbered reference of what the original system
does. This page says what holds the backends to each of its lines 1 to %d: cases of the suite, which
run on both backends, and Go tests, which state what no program can show. It is written by

    make conformance-page

which runs the cases on both backends and writes nothing if one fails; the Go tests belong to
` + "`make test`" + `. A test keeps the page in step with the cases.

%d cases, and Go tests beside them, state %d lines; %d lines say why nothing states them.

"Passes" means that every case of the line passes. "Not applicable" names the capability that the
backend does not declare (` + "`Runtime.Capabilities`" + `): then the case is reported as such, never left out.
"Tested" means that only Go tests state the line. A line that only tests of the native backend state
is about the process that a run is there, which is a capability too.
`

func writeRow(b *strings.Builder, s statement, columns []Column) {
	fmt.Fprintf(b, "| %d | %s |", s.line, strings.Join(s.names(), "<br>"))
	for _, column := range columns {
		fmt.Fprintf(b, " %s |", s.on(column))
	}
	b.WriteByte('\n')
}

func (s statement) names() (names []string) {
	if s.reason != "" {
		return []string{"— " + s.reason}
	}
	if s.as != 0 {
		return []string{fmt.Sprintf("the same as line %d", s.as)}
	}
	for _, c := range s.cases {
		names = append(names, escaper.Replace(c.Name))
	}
	for _, test := range s.tests {
		names = append(names, fmt.Sprintf("`%s.%s`", test.Package, test.Name))
	}
	return names
}

// escaper keeps names of cases from being taken for markup.
var escaper = strings.NewReplacer("|", `\|`, "_", `\_`, "*", `\*`, "$", `\$`, "<", `\<`, "`", "\\`")

// on says what a line is on a backend.
func (s statement) on(column Column) string {
	switch {
	case s.reason != "":
		return "—"
	case len(s.cases) == 0 && s.isOfProcesses() && !slices.Contains(column.Capabilities, coderuntime.Processes):
		return fmt.Sprintf("not applicable: %s", coderuntime.Processes)
	case len(s.cases) == 0:
		return "tested"
	}
	var missing []string
	left := 0
	for _, c := range s.cases {
		applies := true
		for _, need := range c.Needs {
			if slices.Contains(column.Capabilities, need) {
				continue
			}
			applies = false
			if !slices.Contains(missing, string(need)) {
				missing = append(missing, string(need))
			}
		}
		if !applies {
			left++
		}
	}
	switch {
	case left == 0:
		return "passes"
	case left == len(s.cases):
		return "not applicable: " + strings.Join(missing, ", ")
	}
	return fmt.Sprintf("passes; %d of %d not applicable: %s", left, len(s.cases), strings.Join(missing, ", "))
}

// isOfProcesses reports whether only tests of the native backend state the line.
func (s statement) isOfProcesses() bool {
	return !slices.ContainsFunc(s.tests, func(test TaggedTest) bool {
		return test.Package != "native" && !strings.HasPrefix(test.Package, "native/")
	})
}
