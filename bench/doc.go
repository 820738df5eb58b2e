// Package bench measures the backends, beside what a reader would compare them with.
//
// A [Benchmark] is named group/subject/workload, as in "Run/wasm/return-1", and has a baseline, which
// is another one. [Session.Series] measures a baseline and everything that is compared with it in
// turns, so that what else goes on in the machine hits all of them alike, and compares turn by turn.
// The answer of every run is checked; a wrong one is an error, not a figure.
//
// The Go benchmarks of this package ("go test -bench . ./bench") and the command "coderun bench" run
// the same code.
package bench
