package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"

	"coderuntime/assets/recipe"
	"coderuntime/assets/steps"
)

// infoFile is the report of a build, beside what it made.
const infoFile = "BUILDINFO.json"

// BuildInfo says what an artefact was made from, how, and what it has to look like.
type BuildInfo struct {
	Digest  string            `json:"digest"` // see Digest
	Python  string            `json:"python"` // CPython's version
	Inputs  []steps.Input     `json:"inputs"` // sources, packages and tools with their versions and SHA-256 checksums
	Flags   map[string]string `json:"flags"`  // what the compiler, the linker and the optimiser were told
	Steps   []steps.Report    `json:"steps"`  // how long each step took
	Outputs []Output          `json:"outputs"`
}

// Output is a file of an artefact.
type Output struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"` // bytes
	SHA256 string `json:"sha256"`
}

func readInfo(dir string) (BuildInfo, error) {
	text, err := os.ReadFile(filepath.Join(dir, infoFile))
	if err != nil {
		return BuildInfo{}, err
	}
	var info BuildInfo
	if err := json.Unmarshal(text, &info); err != nil {
		return BuildInfo{}, fmt.Errorf("%s: %w", infoFile, err)
	}
	return info, nil
}

func writeInfo(dir string, info BuildInfo) error {
	text, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		return err
	}
	return steps.WriteFile(filepath.Join(dir, infoFile), append(text, '\n'))
}

// check compares what a report says with the recipe, if it is of this version.
func (info BuildInfo) check() error {
	if info.Digest != Digest() {
		return nil
	}
	if info.Python != recipe.PythonVersion() {
		return fmt.Errorf("it is for CPython %s", info.Python)
	}
	if !maps.Equal(info.Flags, recipe.Flags()) {
		return errors.New("its flags are not the recipe's")
	}
	return recipe.CheckInputs(info.Inputs)
}

// describe measures a file of an artefact.
func describe(dir, name string) (Output, error) {
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return Output{}, err
	}
	defer f.Close()
	h := sha256.New()
	size, err := io.Copy(h, f)
	if err != nil {
		return Output{}, err
	}
	return Output{Name: name, Size: size, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

// check compares a file of an artefact with what it has to be. The error is an [ErrDamaged].
func (o Output) check(dir string) error {
	got, err := describe(dir, o.Name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return &damage{dir: dir, what: o.Name + " is missing"}
	case err != nil:
		return &damage{dir: dir, what: err.Error()}
	case got.Size != o.Size:
		return &damage{dir: dir, what: fmt.Sprintf("%s has %d bytes and should have %d", o.Name, got.Size, o.Size)}
	case got.SHA256 != o.SHA256:
		return &damage{dir: dir, what: o.Name + " has the wrong checksum"}
	}
	return nil
}
