package recipe

import "strings"

const target = "wasm32-wasi"

// epoch stands for the time of the build wherever a compiler or a tool wants to write one down: CPython 3.13.5's release.
const epoch = "1749600000"

// codegen are the instructions beyond WebAssembly's first version that the engine has. No exceptions: wazero 1.12 miscompiles them.
var codegen = words("-msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext -mmultivalue")

// emulated are the parts of POSIX that wasi-libc has only on request.
var emulated = words("-D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_GETPID -D_WASI_EMULATED_PROCESS_CLOCKS")

func words(s string) []string { return strings.Fields(s) }

func join(lists ...[]string) []string {
	var out []string
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}
