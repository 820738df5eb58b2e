package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Report is what a run of the command measured, and where.
type Report struct {
	Date        time.Time     `json:"date"`
	Machine     Machine       `json:"machine"`
	LoadBefore  string        `json:"load_before"`
	LoadAfter   string        `json:"load_after"`
	Versions    []Version     `json:"versions"`
	Results     []Result      `json:"results,omitempty"`
	Conformance []CaseResult  `json:"conformance,omitempty"`
	Time        time.Duration `json:"time_ns"` // for each benchmark
}

// Failed says what is wrong with the report: answers that were wrong, and benchmarks of the backends
// that could not be measured. Nil if there is nothing.
func (r Report) Failed() error {
	var names []string
	for _, result := range r.Results {
		own := slices.Contains(backends, Benchmark{Name: result.Name}.Subject())
		if result.Wrong || own && result.Error != "" {
			names = append(names, result.Name)
		}
	}
	for _, c := range r.Conformance {
		if c.Error != "" {
			names = append(names, c.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("not measured, or with a wrong answer: %s", strings.Join(names, ", "))
}

// WriteJSON writes the report as one JSON object.
func (r Report) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(r)
}

// WriteText writes the report as tables for a terminal.
func (r Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, line := range r.about() {
		fmt.Fprintf(&b, "%-9s %s\n", line[0], line[1])
	}
	for _, group := range r.groups() {
		fmt.Fprintf(&b, "\n%s\n", group.name)
		writeTable(&b, table(group.results))
		for _, mean := range geometricMeans(group.results) {
			fmt.Fprintln(&b, "  "+mean)
		}
	}
	if len(r.Conformance) > 0 {
		fmt.Fprintf(&b, "\nconformance, slowest ratios first\n")
		writeTable(&b, caseTable(r.Conformance))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// about says when, where and with what it was measured.
func (r Report) about() [][2]string {
	m := r.Machine
	machine := []string{m.Platform, m.Processor, strconv.Itoa(m.Cores) + " cores", m.Memory, m.Kernel}
	machine = slices.DeleteFunc(machine, func(text string) bool { return text == "" })
	var versions []string
	for _, v := range r.Versions {
		versions = append(versions, v.Name+" "+v.Version)
	}
	about := [][2]string{
		{"date", r.Date.UTC().Format("2006-01-02 15:04 UTC")},
		{"machine", strings.Join(machine, ", ")},
		{"versions", strings.Join(versions, ", ")},
	}
	if r.LoadBefore != "" {
		about = append(about, [2]string{"load", r.LoadBefore + " before, " + r.LoadAfter + " after"})
	}
	return about
}

type group struct {
	name    string
	results []Result
}

// groups returns the results by the first part of their names.
func (r Report) groups() []group {
	var list []group
	index := map[string]int{}
	for _, result := range r.Results {
		name := Benchmark{Name: result.Name}.Group()
		i, known := index[name]
		if !known {
			i = len(list)
			index[name] = i
			list = append(list, group{name: name})
		}
		list[i].results = append(list[i].results, result)
	}
	return list
}

var tableHead = []string{"", "n", "median", "p99", "worst", "ratio", "to"}

// table returns the rows of results, the head first.
func table(results []Result) [][]string {
	rows := [][]string{tableHead}
	for _, r := range results {
		name := short(r.Name)
		if r.Error != "" {
			rows = append(rows, []string{name, "", "cannot", r.Error})
			continue
		}
		row := []string{name, strconv.Itoa(r.Count), amount(r.Median, r.Unit), amount(r.P99, r.Unit), amount(r.Worst, r.Unit)}
		switch {
		case r.Name == r.Baseline:
			row = append(row, "baseline", "")
		case r.Ratio > 0:
			row = append(row, ratio(r.Ratio)+" ["+ratio(r.RatioLow)+", "+ratio(r.RatioHigh)+"]", short(r.Baseline))
		default:
			row = append(row, "", "")
		}
		rows = append(rows, append(row, also(r.Also)))
	}
	return rows
}

// short is the name without its group.
func short(name string) string {
	_, rest, _ := strings.Cut(name, "/")
	return rest
}

// also spells further figures.
func also(figures map[string]float64) string {
	var parts []string
	for unit, value := range figures {
		name, isTime := strings.CutSuffix(unit, "-ns")
		switch {
		case unit == "rss-B":
			parts = append(parts, "RSS "+amount(value, Bytes))
		case isTime:
			parts = append(parts, strings.ReplaceAll(name, "-", " ")+" "+amount(value, Nanoseconds))
		default:
			parts = append(parts, fmt.Sprintf("%.0f %s", value, unit))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// geometricMeans returns a line for each subject of a group that has more than one ratio, if it is one of
// the groups whose workloads are each worth the same.
func geometricMeans(results []Result) []string {
	var lines []string
	for _, subject := range meanSubjects(results) {
		ratios := workloadRatios(results, subject)
		lines = append(lines, fmt.Sprintf("geometric mean of %s: %s, over %d workloads",
			subject, ratio(geometricMean(ratios)), len(ratios)))
	}
	return lines
}

func meanSubjects(results []Result) []string {
	var subjects []string
	for _, r := range results {
		subject := Benchmark{Name: r.Name}.Subject()
		if len(workloadRatios(results, subject)) > 1 && !slices.Contains(subjects, subject) {
			subjects = append(subjects, subject)
		}
	}
	return subjects
}

func workloadRatios(results []Result, subject string) []float64 {
	var ratios []float64
	for _, r := range results {
		b := Benchmark{Name: r.Name}
		if (b.Group() == "CPU" || b.Group() == "Metering") && b.Subject() == subject && r.Ratio > 0 {
			ratios = append(ratios, r.Ratio)
		}
	}
	return ratios
}

// ratio spells a ratio so that nobody has to think which way round it is.
func ratio(value float64) string {
	if value < 1 {
		return figure(1/value) + "x less"
	}
	return figure(value) + "x"
}

// amount spells a figure in its unit, with three digits.
func amount(value float64, unit Unit) string {
	steps := []struct {
		size float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}}
	if unit == Bytes {
		steps = []struct {
			size float64
			name string
		}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}, {1, "B"}}
	}
	for _, step := range steps {
		if value >= step.size {
			return figure(value/step.size) + " " + step.name
		}
	}
	return "0"
}

func figure(value float64) string {
	switch {
	case value >= 100:
		return strconv.FormatFloat(value, 'f', 0, 64)
	case value >= 10:
		return strconv.FormatFloat(value, 'f', 1, 64)
	}
	return strconv.FormatFloat(value, 'f', 2, 64)
}

// writeTable writes rows with columns as wide as they need: the first to the left, figures to the
// right, and what follows the sixth column as it comes.
func writeTable(b *strings.Builder, rows [][]string) {
	widths := make([]int, len(tableHead))
	for _, row := range rows {
		if len(row) < len(tableHead) {
			widths[0] = max(widths[0], length(row[0]))
			continue
		}
		for i, cell := range row[:len(tableHead)] {
			widths[i] = max(widths[i], length(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			switch pad := 0; {
			case i < len(widths) && len(row) >= len(widths):
				pad = widths[i] - length(cell)
				if i > 0 && i < 5 {
					line.WriteString("  " + strings.Repeat(" ", pad) + cell)
					continue
				}
				line.WriteString("  " + cell + strings.Repeat(" ", pad))
			case i == 0:
				line.WriteString("  " + cell + strings.Repeat(" ", widths[0]-length(cell)))
			case cell != "":
				line.WriteString("  " + cell)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

func length(text string) int { return len([]rune(text)) }
