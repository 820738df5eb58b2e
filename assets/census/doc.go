// Package census holds the interpreter that ships to its standard library: modules.txt lists every public module of CPython 3.13, and the
// tests import each of them on the wasm backend, use the important ones, and see what the ones say that cannot work there.
//
// docs/stdlib.md is made from the list: go test ./assets/census -update
package census
