package wasm_test

import (
	"context"
	"fmt"
	"time"

	"coderuntime"
	"coderuntime/wasm"
)

func Example() {
	ctx := context.Background()
	runtime, err := wasm.New(ctx, wasm.Config{Limits: coderuntime.Limits{Wall: 10 * time.Second}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer runtime.Close(ctx)

	result, err := runtime.Run(ctx, coderuntime.Request{
		Program: `
import asyncio
sums = await asyncio.gather(*(tools.add({"a": n, "b": n}) for n in range(3)))
print("added", len(sums))
return sums`,
		Bindings: []coderuntime.Namespace{{
			Global: "tools",
			Functions: map[string]coderuntime.Function{
				"add": coderuntime.Typed(func(_ context.Context, in struct{ A, B int }) (int, error) {
					return in.A + in.B, nil
				}),
			},
		}},
	})
	fmt.Printf("logs %q value %s failure %v error %v\n", result.Logs, result.Value, result.Failure, err)
	// Output: logs ["added 3"] value [0,2,4] failure <nil> error <nil>
}
