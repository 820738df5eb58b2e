package conformance

import "fmt"

// lastLine is the last line of the behaviour reference that a backend is held to. What follows it
// there is about a backend for another language.
const lastLine = 365

// sections are the parts of the reference, each by its first line.
var sections = []struct {
	first int
	title string
}{
	{1, "Descriptors and misuse"},
	{41, "The process and the limits it inherits"},
	{51, "Programs, bindings, values"},
	{147, "Budgets, termination, closing"},
	{174, "Hostile peers, the edges of JSON, logs, framing"},
	{258, "The rest of the package"},
	{269, "The protocol by itself"},
	{299, "The seam"},
	{308, "The backend for worker threads, as far as it promises the same"},
}

// sameAs are lines that promise again what another line does.
var sameAs = map[int]int{
	299: 1,   // a runtime serves
	328: 209, // a flood of logs is cut
	334: 207, // a giant text of an exception is not sent
	361: 21,  // the bound of timers
	362: 218, // the smallest budget
}

const (
	noStaging  = "the guest goes to the interpreter through a pipe, so no file of it is staged, removed or overwritten"
	noRegistry = "a runtime is a value that its caller makes and closes; there is no registry of them"
	ownBudgets = "logs and the value have budgets of their own instead of one in common: lines 82 and 180"
	wholeLine  = "a line that doesn't fit is refused whole instead of in part: line 217"
)

// unstated is why a line has neither a case nor a test.
var unstated = map[int]string{
	2:   "a run has no step that fills in deadline, directory and policy: limits are set once, when the runtime is made",
	8:   "about the heap of Node: a Go program has no such bound to check a budget against",
	28:  noStaging,
	29:  noStaging,
	33:  noStaging,
	118: "the reference has no such line",
	294: "about the heap of Node: the cap on a frame is a constant here, lines 100 and 256",
	302: noRegistry,
	303: noRegistry,
	313: "about syntax of TypeScript that cannot be erased",
	317: "a Python program that returns nothing returns None: line 62",
	324: ownBudgets,
	329: wholeLine,
	332: ownBudgets,
	333: ownBudgets,
	335: "about the callbacks of Node's streams",
	345: wholeLine,
	351: "about objects that only JavaScript has",
	365: noRegistry,
}

// A statement is what states a line: cases and tests, or why there are none.
type statement struct {
	line   int
	as     int // the line that promises the same, if one does
	cases  []Case
	tests  []TaggedTest
	reason string
}

// statements returns one for each line of the reference, in order, or the error that a line has none.
func statements(cases []Case, tests []TaggedTest) ([]statement, error) {
	all := make([]statement, lastLine+1)
	for line := range all {
		all[line].line = line
		all[line].as = sameAs[line]
		all[line].reason = unstated[line]
	}
	for _, c := range cases {
		for _, line := range c.Lines {
			if line <= lastLine {
				all[line].cases = append(all[line].cases, c)
			}
		}
	}
	for _, test := range tests {
		for _, line := range test.Lines {
			if line <= lastLine {
				all[line].tests = append(all[line].tests, test)
			}
		}
	}
	for i := range all[1:] {
		s := &all[i+1]
		stated := len(s.cases)+len(s.tests) > 0
		switch {
		case stated && (s.reason != "" || s.as != 0):
			return nil, fmt.Errorf("line %d is stated, so it needs no reason", s.line)
		case s.as != 0:
			s.cases, s.tests = all[s.as].cases, all[s.as].tests
		case !stated && s.reason == "":
			return nil, fmt.Errorf("line %d has no case, no test tagged %q and no reason for that", s.line, fmt.Sprintf("// seed: %d", s.line))
		}
	}
	return all[1:], nil
}
