// Package coderuntime runs one Python program, written by a language model, in isolation.
//
// The program is the body of an async function. It calls functions of the host as ordinary
// awaited calls (await tools.search({...})), and the host gets back only what the program printed
// and returned. Every run is independent of every other. A program that fails is a [Result] whose
// [Failure] says why, so that it can be handed back to the model; it is never a Go error.
//
// This package is the seam: what a caller says ([Request], [Namespace], [Limits]), what it gets
// ([Result], [Failure], [Stats]) and what a backend has to be ([Runtime]). Two backends implement it:
//
//   - coderuntime/wasm: CPython compiled to WASI, under wazero, inside the host process;
//   - coderuntime/native: a fresh python3 -I process for each run.
//
// Both keep one contract, which coderuntime/conformance checks.
package coderuntime
