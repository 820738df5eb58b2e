package soak

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"coderuntime"
)

// WriteText prints the report: outcomes, what was held when, and whether that is flat.
func (r Report) WriteText(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "a program that\ton\truns\tended as")
	for _, o := range slices.SortedFunc(maps.Keys(r.Outcomes), func(a, b Outcome) int {
		return cmp.Or(strings.Compare(a.Program, b.Program), strings.Compare(a.Backend, b.Backend), strings.Compare(a.Kind, b.Kind))
	}) {
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\n", o.Program, o.Backend, r.Outcomes[o], o.Kind)
	}
	row := func(what string, cell func(Sample) string) {
		fmt.Fprintf(table, "%s", what)
		for _, s := range r.Samples {
			fmt.Fprintf(table, "\t%s", cell(s))
		}
		fmt.Fprintln(table)
	}
	fmt.Fprintln(table)
	row("at rest at the", func(s Sample) string { return s.When })
	row("runs until then", func(s Sample) string { return fmt.Sprint(s.Runs) })
	row("resident memory", func(s Sample) string { return size(s.RSS) })
	row("Go heap", func(s Sample) string { return size(s.Heap) })
	row("goroutines", func(s Sample) string { return number(s.Goroutines) })
	row("file descriptors", func(s Sample) string { return number(s.Descriptors) })
	row("child processes", func(s Sample) string { return number(s.Children) })
	fmt.Fprintln(table)
	if err := table.Flush(); err != nil {
		return err
	}
	return verdict(out, r.Wrong, r.Grown())
}

// verdict prints what is wrong and what has grown, or that nothing is and has.
func verdict(out io.Writer, wrong, grown []string) error {
	var b strings.Builder
	for _, each := range wrong {
		fmt.Fprintf(&b, "wrong: %s\n", each)
	}
	for _, each := range grown {
		fmt.Fprintf(&b, "grown: %s\n", each)
	}
	if b.Len() == 0 {
		b.WriteString("flat: every run ended as it must, and nothing has grown\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func size(n coderuntime.ByteSize) string {
	if n < 0 {
		return "?"
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/float64(coderuntime.MiB))
}

func number(n int) string {
	if n < 0 {
		return "?"
	}
	return fmt.Sprint(n)
}
