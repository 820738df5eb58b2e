package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBothBackendsGiveTheSameResult(t *testing.T) {
	assert.NoError(t, run(t.Context()))
}
