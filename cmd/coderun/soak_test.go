package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBadInputOfSoakIsOneLineAndStatus2(t *testing.T) {
	for _, args := range [][]string{
		{"soak", "more"}, {"soak", "--for", "0"}, {"soak", "--for", "x"}, {"soak", "--parallel", "0"}, {"soak", "--frames", "-1"},
		{"soak", "--backend", "auto"}, {"soak", "--backend", "x"}, {"soak", "--backend", "native", "--python", "/nowhere"},
	} {
		stdout, stderr, status := coderun(t, "", args...)
		assert.Equal(t, exitMisuse, status, args)
		assert.Empty(t, stdout)
		assert.Regexp(t, `^coderun soak: [^\n]+\n$`, stderr, args)
	}
}

func TestSoakSendsForgedFramesAndSaysWhatCameOfThem(t *testing.T) {
	stdout, stderr, status := coderun(t, "", "soak", "--frames", "2000", "--backend", "native")
	assert.Equal(t, exitCompleted, status)
	assert.Empty(t, stderr)
	assert.Contains(t, stdout, "flat: every run ended as it must, and nothing has grown\n")
}
