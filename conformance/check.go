package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"coderuntime"
)

// messageMarker ends a message that was cut. A budget smaller than it still gets it whole.
const messageMarker = "… [truncated]"

// marker is the log entry that stands for what did not fit.
func marker(budget int) string {
	return fmt.Sprintf("[coderuntime] log capture truncated at %d bytes", budget)
}

// problems collects what is wrong with an outcome.
type problems []error

func (p *problems) add(bad bool, format string, args ...any) {
	if bad {
		*p = append(*p, fmt.Errorf(format, args...))
	}
}

func (w Want) check(o Outcome) error {
	var p problems
	value := o.Result.Value
	switch {
	case w.Value == "":
		p.add(value != nil, "there must be no value, got %s", shorten(string(value)))
	case value == nil:
		p.add(true, "there must be a value, %s", shorten(w.Value))
	default:
		p.add(w.Value != AnyValue && string(value) != w.Value,
			"value: got %s, want %s", shorten(string(value)), shorten(w.Value))
	}
	if !w.AnyLogs && !slices.Equal(o.Result.Logs, w.Logs) {
		p.add(true, "logs: got %s, want %s", shortenAll(o.Result.Logs), shortenAll(w.Logs))
	}
	w.checkFailure(&p, o.Result.Failure)
	if w.Calls != nil {
		got, want := slices.Sorted(slices.Values(o.Calls)), slices.Sorted(slices.Values(w.Calls))
		p.add(!slices.Equal(got, want), "calls: got %s, want %s", shortenAll(got), shortenAll(want))
	}
	p.add(w.Within > 0 && o.Elapsed > w.Within, "it took %v, more than %v", o.Elapsed, w.Within)
	if w.Check != nil {
		if err := w.Check(o); err != nil {
			p = append(p, err)
		}
	}
	return errors.Join(p...)
}

func (w Want) checkFailure(p *problems, failure *coderuntime.Failure) {
	if failure == nil {
		p.add(w.Failure != "", "it must fail, as %s", w.Failure)
		return
	}
	if w.Failure == "" {
		p.add(true, "it must not fail")
		return
	}
	p.add(failure.Kind != w.Failure && !slices.Contains(w.OrFailure, failure.Kind),
		"failure: got %s, want %s", failure.Kind, w.Failure)
	p.add(w.Message != "" && failure.Message != w.Message,
		"message: got %s, want %s", shorten(failure.Message), shorten(w.Message))
	for _, text := range w.Contains {
		p.add(!strings.Contains(failure.Message, text), "the message must contain %q", text)
	}
	for _, text := range w.Omits {
		p.add(strings.Contains(failure.Message, text), "the message must not contain %q", text)
	}
}

// checkAlways checks what holds for every run.
func checkAlways(o Outcome, limits coderuntime.Limits, streamed []string) error {
	var p problems
	value, failure := o.Result.Value, o.Result.Failure
	p.add(value != nil && failure != nil, "a result has a value and a failure")
	if value != nil {
		p.add(len(value) > int(limits.Value), "the value has %d bytes, its budget %d", len(value), limits.Value)
		p.add(!utf8.Valid(value), "the value is not UTF-8")
		p.add(bytes.ContainsAny(value, "\n\r\t"), "the value is not compact")
	}
	if failure != nil {
		kinds := []coderuntime.FailureKind{
			coderuntime.FailureException, coderuntime.FailureTimeout, coderuntime.FailureAbort,
			coderuntime.FailureWorkerExit, coderuntime.FailureInvalidOutput, coderuntime.FailureOutputLimit,
		}
		p.add(!slices.Contains(kinds, failure.Kind), "%q is no kind of failure", failure.Kind)
		p.add(!utf8.ValidString(failure.Message), "the message is not UTF-8")
		programWords := failure.Kind == coderuntime.FailureException || failure.Kind == coderuntime.FailureInvalidOutput
		p.add(programWords && len(failure.Message) > max(int(limits.Value), len(messageMarker)),
			"the message has %d bytes, its budget %d", len(failure.Message), limits.Value)
		for _, leak := range []string{"coderuntime_guest", "<coderuntime", "/guest/"} {
			p.add(strings.Contains(failure.Message, leak), "the message names the guest: %q", leak)
		}
	}
	logs := o.Result.Logs
	p.add(!slices.Equal(logs, streamed), "OnLog was given other entries than the result has: %s", shortenAll(streamed))
	if n := len(logs); n > 0 && logs[n-1] == marker(int(limits.Log)) {
		logs = logs[:n-1] // the marker is free
	}
	size := jsonSize(logs)
	p.add(size > int(limits.Log), "the logs have %d bytes, their budget %d", size, limits.Log)
	return errors.Join(p...)
}

// jsonSize is the size of the entries as a compact JSON array in UTF-8.
func jsonSize(entries []string) int {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(entries) // strings cannot fail
	text := out.Bytes()
	// The encoder spells two separators as escapes that the contract counts as characters.
	escaped := bytes.Count(text, []byte(`\u2028`)) + bytes.Count(text, []byte(`\u2029`))
	return len(text) - len("\n") - 3*escaped
}

func expectError(err error, text string, wraps error) error {
	switch {
	case err == nil:
		return fmt.Errorf("it must be refused with %q", text)
	case !strings.Contains(err.Error(), text):
		return fmt.Errorf("it must be refused with %q, got %q", text, err)
	case wraps != nil && !errors.Is(err, wraps):
		return fmt.Errorf("the error %q must wrap %q", err, wraps)
	}
	return nil
}

// describe gives the whole outcome, for a report of what went wrong.
func describe(o Outcome) string {
	var b strings.Builder
	if o.Result.Failure != nil {
		fmt.Fprintf(&b, "failure: %s\n", shorten(o.Result.Failure.String()))
	} else {
		fmt.Fprintf(&b, "value: %s\n", shorten(string(o.Result.Value)))
	}
	fmt.Fprintf(&b, "logs: %s\ncalls: %s\nafter %v", shortenAll(o.Result.Logs), shortenAll(o.Calls), o.Elapsed)
	return b.String()
}

const shown = 400

func shorten(text string) string {
	if len(text) <= shown {
		return text
	}
	return fmt.Sprintf("%s … %s (%d bytes)", text[:shown/2], text[len(text)-shown/2:], len(text))
}

func shortenAll(texts []string) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, text := range texts {
		if i == 8 {
			fmt.Fprintf(&b, " … %d in all", len(texts))
			break
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%q", shorten(text))
	}
	b.WriteByte(']')
	return b.String()
}
