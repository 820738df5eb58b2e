package wasm_test

import (
	"testing"

	"coderuntime"
	"coderuntime/conformance"
	"coderuntime/wasm"
)

func TestItKeepsTheContract(t *testing.T) {
	conformance.Test(t, func(limits coderuntime.Limits) (coderuntime.Runtime, error) {
		return wasm.New(t.Context(), wasm.Config{Limits: limits})
	})
}
