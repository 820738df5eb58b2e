package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"coderuntime/assets/recipe"
)

// ErrNotBuilt means that the cache has no artefact for this version.
var ErrNotBuilt = errors.New("the interpreter is not built yet; run: coderun assets build")

// ErrDamaged means that an artefact is not what its build made. The error's text names the file. Building repairs it.
var ErrDamaged = errors.New("the built interpreter is damaged")

// damage is an [ErrDamaged].
type damage struct{ dir, what string }

func (d *damage) Error() string {
	return fmt.Sprintf("assets: %v: %s, in %s; run: coderun assets build", ErrDamaged, d.what, d.dir)
}

func (d *damage) Is(target error) bool { return target == ErrDamaged }

// Artefact is a built interpreter. Its files do not change.
type Artefact struct {
	Dir  string
	Info BuildInfo
}

// Module returns the path of the WebAssembly module.
func (a Artefact) Module() string { return filepath.Join(a.Dir, recipe.ModuleFile) }

// Stdlib returns the path of the archive with the standard library and the time zones. It is a zip whose members are named by their full
// paths in the guest without the leading slash; bytecode and time zones are stored as they are, sources are deflated.
func (a Artefact) Stdlib() string { return filepath.Join(a.Dir, recipe.StdlibFile) }

// Verify reads the artefact's files and compares them with the build's report. The error is an [ErrDamaged] and names the file.
func (a Artefact) Verify() error {
	listed := map[string]bool{}
	for _, o := range a.Info.Outputs {
		listed[o.Name] = true
		if err := o.check(a.Dir); err != nil {
			return err
		}
	}
	for _, name := range []string{recipe.ModuleFile, recipe.StdlibFile} {
		if !listed[name] {
			return &damage{dir: a.Dir, what: infoFile + " does not list " + name}
		}
	}
	return nil
}

// Find returns the artefact of this version, without reading it through: only sizes are compared with the build's report, which finds
// what was cut short. It is an [ErrNotBuilt] if there is none and an [ErrDamaged] if something of it is missing.
func Find() (Artefact, error) {
	cache, err := CacheDir()
	if err != nil {
		return Artefact{}, err
	}
	return find(cache, Digest())
}

// home is where the artefact of a digest is kept.
func home(cache, digest string) string { return filepath.Join(cache, "assets", digest) }

func find(cache, digest string) (Artefact, error) {
	dir := home(cache, digest)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return Artefact{}, fmt.Errorf("assets: %w", ErrNotBuilt)
	}
	info, err := readInfo(dir)
	if err != nil {
		return Artefact{}, &damage{dir: dir, what: err.Error()}
	}
	a := Artefact{Dir: dir, Info: info}
	if info.Digest != digest {
		return Artefact{}, &damage{dir: dir, what: infoFile + " is of another version"}
	}
	for _, o := range info.Outputs {
		stat, err := os.Stat(filepath.Join(dir, o.Name))
		if err != nil {
			return Artefact{}, &damage{dir: dir, what: o.Name + " is missing"}
		}
		if stat.Size() != o.Size {
			return Artefact{}, &damage{dir: dir, what: fmt.Sprintf("%s has %d bytes and should have %d", o.Name, stat.Size(), o.Size)}
		}
	}
	return a, nil
}
