// Command twice runs one program on both backends, with a host function, and shows that the result
// is the same.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"reflect"

	"coderuntime"
	"coderuntime/backend"
)

//go:embed orders.py
var program string

type query struct {
	ID int `json:"id"`
}

type order struct {
	ID    int     `json:"id"`
	Price float64 `json:"price"`
	Count int     `json:"count"`
}

var orders = map[int]order{
	1: {1, 19.90, 2}, 2: {2, 5.25, 10}, 3: {3, 249.00, 1}, 4: {4, 0.99, 100}, 5: {5, 12.50, 4},
}

// shop is what the program may call.
var shop = coderuntime.Namespace{
	Global:     "shop",
	ErrorClass: &coderuntime.ErrorClass{Name: "ShopError", MemberNameProperty: "call"},
	Functions: map[string]coderuntime.Function{
		"order": coderuntime.Typed(func(_ context.Context, q query) (order, error) {
			o, ok := orders[q.ID]
			if !ok {
				return order{}, fmt.Errorf("there is no order %d", q.ID)
			}
			return o, nil
		}),
	},
}

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "twice:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	var results []coderuntime.Result
	for _, name := range []backend.Name{backend.Wasm, backend.Native} {
		runtime, _, err := backend.Open(ctx, backend.Options{Backend: name})
		if err != nil {
			return err
		}
		result, err := runtime.Run(ctx, coderuntime.Request{
			Program:  program,
			Bindings: []coderuntime.Namespace{shop},
		})
		if err != nil {
			return err
		}
		if err := runtime.Close(ctx); err != nil {
			return err
		}
		show(name, result)
		result.Stats = coderuntime.Stats{} // what it cost may differ
		results = append(results, result)
	}
	if !reflect.DeepEqual(results[0], results[1]) {
		return fmt.Errorf("the backends disagree")
	}
	fmt.Println("Both backends gave the same result.")
	return nil
}

func show(name backend.Name, result coderuntime.Result) {
	fmt.Printf("%s (%v):\n", name, result.Stats.Wall.Round(10_000))
	for _, line := range result.Logs {
		fmt.Println("  log  ", line)
	}
	if result.Failure != nil {
		fmt.Println("  error", result.Failure)
		return
	}
	fmt.Printf("  value %s\n", result.Value)
}
