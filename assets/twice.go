package assets

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// BuildTwice builds from nothing in two folders, which are removed again, and returns the files that came out both times. It is an error
// if they differ. The artefact in the cache is left alone.
func BuildTwice(ctx context.Context, o BuildOptions) ([]Output, error) {
	cache, err := CacheDir()
	if err != nil {
		return nil, err
	}
	outputs, err := buildTwice(ctx, filepath.Join(cache, "twice"), builder{digest: Digest(), BuildOptions: o, plan: planned})
	if err != nil {
		return nil, fmt.Errorf("assets: %w", err)
	}
	return outputs, nil
}

func buildTwice(ctx context.Context, dir string, b builder) ([]Output, error) {
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	var results [2][]Output
	// The paths have different lengths, so that one which gets into the module moves what follows it.
	for i, place := range []string{"first", filepath.Join("another", "place")} {
		b.cache = filepath.Join(dir, place)
		if err := os.MkdirAll(b.cache, 0o700); err != nil {
			return nil, err
		}
		a, err := b.build(ctx)
		if err != nil {
			return nil, err
		}
		results[i] = a.Info.Outputs
		b.say("build %d:", i+1)
		for _, out := range results[i] {
			b.say("  %s %d bytes, SHA-256 %s", out.Name, out.Size, out.SHA256)
		}
	}
	for i, first := range results[0] {
		if first != results[1][i] {
			return nil, fmt.Errorf("two builds made two different %s (both are in %s)", first.Name, dir)
		}
	}
	if b.Keep {
		return results[0], nil
	}
	return results[0], os.RemoveAll(dir)
}
