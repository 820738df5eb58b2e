package rewrite

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// everyFeature is all that the engine knows, so that a refusal is never for want of a feature.
const everyFeature = api.CoreFeaturesV2 | experimental.CoreFeaturesThreads | experimental.CoreFeaturesTailCall |
	experimental.CoreFeaturesExtendedConst | experimental.CoreFeaturesExceptionHandling | experimental.CoreFeaturesTypedFunctionReferences

var background = context.Background()

// forEachEngine runs the test under wazero's compiler and its interpreter.
func forEachEngine(t *testing.T, test func(t *testing.T, r wazero.Runtime)) {
	for name, config := range map[string]wazero.RuntimeConfig{
		"compiler":    wazero.NewRuntimeConfig(),
		"interpreter": wazero.NewRuntimeConfigInterpreter(),
	} {
		t.Run(name, func(t *testing.T) {
			r := wazero.NewRuntimeWithConfig(background, config.WithCoreFeatures(everyFeature))
			t.Cleanup(func() { require.NoError(t, r.Close(background)) })
			test(t, r)
		})
	}
}

// newValidator returns a function that says whether the engine accepts a module.
func newValidator(t testing.TB) func(module []byte) error {
	r := wazero.NewRuntimeWithConfig(background, wazero.NewRuntimeConfigInterpreter().WithCoreFeatures(everyFeature))
	t.Cleanup(func() { require.NoError(t, r.Close(background)) })
	return func(module []byte) error {
		compiled, err := r.CompileModule(background, module)
		if err == nil {
			err = compiled.Close(background)
		}
		return err
	}
}

// hostTick provides the tick import.
func hostTick(t *testing.T, r wazero.Runtime, tick func(m api.Module)) {
	_, err := r.NewHostModuleBuilder("hostfuncs").NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(func(_ context.Context, m api.Module, _ []uint64) { tick(m) }), nil, nil).
		Export("tick").Instantiate(background)
	require.NoError(t, err)
}

// fuelOf returns the fuel global of an instance.
func fuelOf(t *testing.T, m api.Module) api.MutableGlobal {
	fuel, ok := m.ExportedGlobal("fuel").(api.MutableGlobal)
	require.True(t, ok, "the fuel is not a mutable global")
	return fuel
}
