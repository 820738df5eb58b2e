package bench

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"
)

// performancePage is docs/performance.md with what was measured left out.
//
//go:embed performance.md.tmpl
var performancePage string

// WriteMarkdown writes the report as docs/performance.md: the tables of what was measured, between
// text that was written by hand.
func (r Report) WriteMarkdown(w io.Writer) error {
	page, err := template.New("performance.md").Funcs(template.FuncMap{
		"about":       r.aboutRows,
		"group":       r.groupRows,
		"targets":     r.targetRows,
		"workloads":   workloadRows,
		"conformance": func(most int) string { return r.caseRows(most) },
	}).Parse(performancePage)
	if err != nil {
		return fmt.Errorf("bench: the page: %w", err)
	}
	var text strings.Builder
	if err := page.Execute(&text, r); err != nil {
		return fmt.Errorf("bench: the page: %w", err)
	}
	_, err = io.WriteString(w, text.String())
	return err
}

func (r Report) aboutRows() string {
	rows := [][]string{{"", ""}}
	for _, line := range r.about() {
		rows = append(rows, line[:])
	}
	return markdownTable(rows, "")
}

// groupRows returns the table of a group, with the geometric means below it.
func (r Report) groupRows(name string) string {
	for _, g := range r.groups() {
		if g.name != name {
			continue
		}
		rows := table(g.results)
		rows[0] = append(rows[0], "also")
		text := markdownTable(rows, "rrrr")
		for _, mean := range geometricMeans(g.results) {
			text += "\nThe " + mean + "."
		}
		return text
	}
	return "Not measured."
}

func (r Report) targetRows() string {
	rows := [][]string{{"what", "target", "measured", ""}}
	for _, t := range r.Targets() {
		rows = append(rows, []string{t.What, t.Target, t.Measured, t.Verdict()})
	}
	return markdownTable(rows, "")
}

func workloadRows() string {
	rows := [][]string{{"workload", "what it does"}}
	for _, w := range Workloads() {
		rows = append(rows, []string{w.Name, w.About})
	}
	return markdownTable(rows, "")
}

// caseRows returns the table of the slowest cases.
func (r Report) caseRows(most int) string {
	if len(r.Conformance) == 0 {
		return "Not measured."
	}
	rows := [][]string{{"case", "wasm", "native", "wasm to native"}}
	for _, c := range r.Conformance {
		if c.Ratio > 0 && len(rows) <= most {
			rows = append(rows, []string{
				c.Name, amount(c.Wasm.Median, Nanoseconds), amount(c.Native.Median, Nanoseconds), ratio(c.Ratio),
			})
		}
	}
	return markdownTable(rows, "rrr")
}

// markdownTable writes rows, the head first. As many columns after the first as right has letters are
// aligned to the right.
func markdownTable(rows [][]string, right string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("|")
		for column := range rows[0] {
			cell := ""
			if column < len(row) {
				cell = strings.ReplaceAll(row[column], "|", `\|`)
			}
			b.WriteString(" " + cell + " |")
		}
		b.WriteString("\n")
		if i == 0 {
			b.WriteString("|")
			for column := range row {
				if column > 0 && column <= len(right) {
					b.WriteString("---:|")
				} else {
					b.WriteString("---|")
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
