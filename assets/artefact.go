package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"coderuntime/assets/recipe"
	"coderuntime/assets/rewrite"
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

// Artefact is a built interpreter: files in a folder, or the content of a pack in memory. It does not change.
type Artefact struct {
	Dir  string // empty if the artefact is in memory
	Info BuildInfo

	content map[string][]byte // by file name, if it is in memory
}

// IsZero reports whether this is no artefact.
func (a Artefact) IsZero() bool { return a.Dir == "" && a.content == nil }

// String returns where the artefact is.
func (a Artefact) String() string {
	if a.Dir == "" {
		return "(in memory)"
	}
	return a.Dir
}

// Module returns the path of the WebAssembly module. There is none for an artefact in memory.
func (a Artefact) Module() string { return filepath.Join(a.Dir, recipe.ModuleFile) }

// Stdlib returns the path of the archive with the standard library and the time zones. It is a zip whose members are named by their full
// paths in the guest without the leading slash; bytecode and time zones are stored as they are, sources are deflated. There is no path
// for an artefact in memory.
func (a Artefact) Stdlib() string { return filepath.Join(a.Dir, recipe.StdlibFile) }

// Content returns the two files of an artefact in memory, which must not be changed, and false for one in a folder.
func (a Artefact) Content() (module, stdlib []byte, ok bool) {
	return a.content[recipe.ModuleFile], a.content[recipe.StdlibFile], a.content != nil
}

// read returns a file of the artefact.
func (a Artefact) read(name string) ([]byte, error) {
	if a.content != nil {
		return a.content[name], nil
	}
	return os.ReadFile(filepath.Join(a.Dir, name))
}

// Verify reads the artefact's files and compares them with the build's report, and compares the report with the recipe: flags, CPython's
// version, the pins of the sources, and a checksum for everything that was downloaded. The error is an [ErrDamaged] and names the file.
func (a Artefact) Verify() error {
	listed := map[string]bool{}
	for _, o := range a.Info.Outputs {
		listed[o.Name] = true
		if err := a.check(o); err != nil {
			return err
		}
	}
	for _, name := range files {
		if !listed[name] {
			return &damage{dir: a.String(), what: infoFile + " does not list " + name}
		}
	}
	if err := a.Info.check(); err != nil {
		return &damage{dir: a.String(), what: infoFile + ": " + err.Error()}
	}
	return nil
}

// check compares a file with what it has to be. The error is an [ErrDamaged].
func (a Artefact) check(o Output) error {
	if a.content == nil {
		return o.check(a.Dir)
	}
	if sum := sha256.Sum256(a.content[o.Name]); hex.EncodeToString(sum[:]) != o.SHA256 {
		return &damage{dir: a.String(), what: o.Name + " has the wrong checksum"}
	}
	return nil
}

// Find returns the artefact of this version, without reading it through: only sizes are compared with the build's report, which finds
// what was cut short. One that is built into the program comes first, and needs no cache. It is an [ErrNotBuilt] if there is none and an
// [ErrDamaged] if something of it is missing.
func Find() (Artefact, error) {
	if a, err := embedded(); a != nil || err != nil {
		if err != nil {
			return Artefact{}, err
		}
		return *a, nil
	}
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

// Unmetered returns the artefact, in memory, with a module that has no fuel checks, so that it can be measured what they cost. Nothing
// interrupts what runs on it.
func (a Artefact) Unmetered() (Artefact, error) {
	out := Artefact{Info: a.Info, content: map[string][]byte{}}
	out.Info.Outputs = slices.Clone(a.Info.Outputs)
	for i, o := range out.Info.Outputs {
		content, err := a.read(o.Name)
		if err != nil {
			return Artefact{}, err
		}
		if o.Name == recipe.ModuleFile {
			if content, err = rewrite.Unmeter(content, rewrite.MeterOptions{}); err != nil {
				return Artefact{}, fmt.Errorf("assets: %w", err)
			}
			sum := sha256.Sum256(content)
			out.Info.Outputs[i].Size, out.Info.Outputs[i].SHA256 = int64(len(content)), hex.EncodeToString(sum[:])
		}
		out.content[o.Name] = content
	}
	return out, nil
}
