package assets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"coderuntime/assets/recipe"
	"coderuntime/assets/steps"
)

// BuildOptions says how to build. The zero value is ready for use.
type BuildOptions struct {
	Progress io.Writer // gets a line when a step starts and ends; nil for none
	Log      string    // the file for all output of compilers and tools; build.log in the cache if empty
	Force    bool      // from the start, even if there is a good artefact
	Keep     bool      // keep the build's folder, some 700 MB, after success
}

// Toolchain returns the Debian packages that a build needs installed.
func Toolchain() []string { return recipe.Toolchain() }

// MissingTools returns the packages of [Toolchain] that a build on this machine cannot do without and does not find; none if it can
// start. The error says that this machine is one on which no package helps.
func MissingTools(ctx context.Context) ([]string, error) {
	missing, err := recipe.Missing(ctx)
	if err != nil {
		return nil, fmt.Errorf("assets: %w", err)
	}
	return missing, nil
}

// Build returns the artefact of this version, and makes it first if the cache has none that is whole. A build that was interrupted is
// taken up where it was. Of two builds at once in one cache the second waits and uses what the first made. When ctx ends, every process
// of the build is ended.
func Build(ctx context.Context, o BuildOptions) (Artefact, error) {
	cache, err := CacheDir()
	if err != nil {
		return Artefact{}, err
	}
	b := builder{cache: cache, digest: Digest(), BuildOptions: o, plan: planned}
	a, err := b.build(ctx)
	if err != nil {
		return Artefact{}, fmt.Errorf("assets: %w", err)
	}
	return a, nil
}

// lockFile is held by whoever builds or changes what is in the cache.
const lockFile = "build.lock"

// plan is a build that has been looked into but not begun.
type plan struct {
	steps  []steps.Step
	result func() (module, stdlib string)
}

func planned(ctx context.Context, dir string) (plan, error) {
	r, err := recipe.New(ctx, dir, shim)
	if err != nil {
		return plan{}, err
	}
	return plan{steps: r.Steps(), result: r.Result}, nil
}

type builder struct {
	BuildOptions
	cache, digest string
	plan          func(ctx context.Context, dir string) (plan, error)
}

func (b *builder) say(format string, args ...any) {
	if b.Progress != nil {
		fmt.Fprintf(b.Progress, format+"\n", args...)
	}
}

func (b *builder) build(ctx context.Context) (Artefact, error) {
	unlock, err := lock(ctx, filepath.Join(b.cache, lockFile), func() { b.say("another build is running: waiting for it") })
	if err != nil {
		return Artefact{}, err
	}
	defer unlock()
	if a, ok := b.present(); ok && !b.Force {
		return a, nil
	}
	work := filepath.Join(b.cache, "build")
	if b.Force {
		if err := os.RemoveAll(work); err != nil {
			return Artefact{}, err
		}
	}
	p, err := b.plan(ctx, work)
	if err != nil {
		return Artefact{}, err
	}
	if err := os.MkdirAll(work, 0o700); err != nil {
		return Artefact{}, err
	}
	reports, err := b.run(ctx, work, p.steps)
	if err != nil {
		return Artefact{}, err
	}
	a, err := b.store(p, reports)
	if err != nil {
		return Artefact{}, fmt.Errorf("putting the artefact into the cache: %w", err)
	}
	if !b.Keep {
		if err := os.RemoveAll(work); err != nil {
			b.say("the build's folder stays: %v", err)
		}
	}
	return a, nil
}

// present returns the artefact if it is there and whole.
func (b *builder) present() (Artefact, bool) {
	a, err := find(b.cache, b.digest)
	if err == nil {
		err = a.Verify()
	}
	if err != nil {
		if !errors.Is(err, ErrNotBuilt) {
			b.say("%v", err)
		}
		return Artefact{}, false
	}
	return a, true
}

// run runs the steps. On failure it shows the end of the failed step's output.
func (b *builder) run(ctx context.Context, work string, list []steps.Step) ([]steps.Report, error) {
	path := b.Log
	if path == "" {
		path = filepath.Join(b.cache, "build.log")
	}
	log, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("opening the log: %w", err)
	}
	defer log.Close()
	b.say("building CPython %s for WASI; everything the tools say goes to %s", recipe.PythonVersion(), path)
	reports, err := steps.Run(ctx, list, steps.Options{Dir: work, Log: log, Progress: b.Progress})
	var failure *steps.Failure
	if errors.As(err, &failure) && ctx.Err() == nil {
		b.say("%s", strings.Join(failure.Tail, "\n"))
		return nil, fmt.Errorf("building failed in %w (log: %s)", err, path)
	}
	return reports, err
}

// store publishes what the steps made.
func (b *builder) store(p plan, reports []steps.Report) (Artefact, error) {
	info := BuildInfo{Digest: b.digest, Python: recipe.PythonVersion(), Flags: recipe.Flags(), Steps: reports}
	for _, r := range reports {
		info.Inputs = append(info.Inputs, r.Inputs...)
	}
	module, stdlib := p.result()
	for name, path := range map[string]string{recipe.ModuleFile: module, recipe.StdlibFile: stdlib} {
		out, err := describe(filepath.Dir(path), filepath.Base(path))
		if err != nil {
			return Artefact{}, err
		}
		out.Name = name
		info.Outputs = append(info.Outputs, out)
	}
	slices.SortFunc(info.Outputs, func(a, b Output) int { return strings.Compare(a.Name, b.Name) })
	return publish(home(b.cache, b.digest), info, func(dir string) error {
		for name, path := range map[string]string{recipe.ModuleFile: module, recipe.StdlibFile: stdlib} {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if err := steps.WriteFile(filepath.Join(dir, name), data); err != nil {
				return err
			}
		}
		return nil
	})
}

// publish puts an artefact, whose files fill writes into a folder, into its place in one step, so that it is either there whole or not at
// all. The lock is the caller's.
func publish(place string, info BuildInfo, fill func(dir string) error) (Artefact, error) {
	if err := os.MkdirAll(filepath.Dir(place), 0o700); err != nil {
		return Artefact{}, err
	}
	if err := sweep(filepath.Dir(place)); err != nil {
		return Artefact{}, err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(place), unfinished)
	if err != nil {
		return Artefact{}, err
	}
	defer os.RemoveAll(fresh)
	if err := fill(fresh); err != nil {
		return Artefact{}, err
	}
	if err := writeInfo(fresh, info); err != nil {
		return Artefact{}, err
	}
	a := Artefact{Dir: fresh, Info: info}
	if err := a.Verify(); err != nil {
		return Artefact{}, err
	}
	if err := replace(fresh, place); err != nil {
		return Artefact{}, err
	}
	a.Dir = place
	return a, nil
}

// unfinished is what an artefact is called until it is whole.
const unfinished = ".new-*"

// sweep removes what builds that were killed while they published left.
func sweep(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, unfinished))
	if err != nil {
		return err
	}
	for _, path := range left {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

// replace renames a folder to a place that a damaged one may hold.
func replace(fresh, place string) error {
	old := fresh + "-old"
	if err := os.Rename(place, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, place); err != nil {
		return err
	}
	return os.RemoveAll(old)
}
