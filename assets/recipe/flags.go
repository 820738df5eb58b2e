package recipe

import "strings"

const target = "wasm32-wasi"

// epoch stands for the time of the build wherever a compiler or a tool wants to write one down: CPython 3.13.5's release.
const epoch = "1749600000"

// codegen are the instructions beyond WebAssembly's first version that the engine has. No exceptions: wazero 1.12 miscompiles them.
var codegen = words("-msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext -mmultivalue")

// optimizer are codegen's names in wasm-opt, which is to use nothing else.
var optimizer = words("--enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-multivalue --enable-mutable-globals")

var wasmOpt = append(words("-O3"), optimizer...)

// emulated are the parts of POSIX that wasi-libc has only on request.
var emulated = words("-D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_GETPID -D_WASI_EMULATED_PROCESS_CLOCKS")

var emulatedLibs = words("-lwasi-emulated-signal -lwasi-emulated-getpid -lwasi-emulated-process-clocks -ldl -lm")

// linking makes a reactor: a module without main whose exports are called again and again.
// The stack comes first in memory, so that running over its end is a trap and not a write into data.
var linking = words(`-mexec-model=reactor
	-Wl,-z,stack-size=8388608 -Wl,--stack-first -Wl,--initial-memory=41943040
	-Wl,--export=__stack_pointer -Wl,--wrap=read -Wl,--wrap=write`)

func words(s string) []string { return strings.Fields(s) }

func join(lists ...[]string) []string {
	var out []string
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}
