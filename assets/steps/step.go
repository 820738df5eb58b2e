package steps

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
)

// Step is one part of a build. Run makes everything in s.Dir(), which exists and is empty, unless Resumes is set.
type Step struct {
	Name  string   // also the name of its folder
	Doc   string   // what it does, for the progress line: "compiling sqlite"
	Needs []string // steps that come earlier in the list
	Key   string   // whatever the result depends on that no needed step makes: flags, versions, the text of a script
	// Resumes says that an interrupted run left something of use: the folder is not emptied first.
	Resumes bool
	Run     func(ctx context.Context, s *Shell) error
}

// Input is something that goes into a build and was not made by it: a package, a tarball, a tool.
type Input struct {
	Kind    string `json:"kind"` // "source", "package", "tool", "folder"
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	SHA256  string `json:"sha256,omitempty"`
	Note    string `json:"note,omitempty"`
}

// Report says how a step went.
type Report struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	// Resumed says that the step had been finished by an earlier build; Seconds is what it took then.
	Resumed bool    `json:"resumed,omitempty"`
	Inputs  []Input `json:"-"`
}

// Path is where the step of that name, in a build under dir, puts what it makes.
func Path(dir, name string) string { return filepath.Join(dir, name) }

// keys returns the digest of every step's key, which covers the steps it needs, or an error if the list is not in order.
func keys(list []Step) (map[string]string, error) {
	keys := make(map[string]string, len(list))
	for _, s := range list {
		if _, ok := keys[s.Name]; ok {
			return nil, fmt.Errorf("steps: two steps are called %q", s.Name)
		}
		h := sha256.New()
		fmt.Fprintf(h, "%q %q", s.Name, s.Key)
		for _, need := range s.Needs {
			key, ok := keys[need]
			if !ok {
				return nil, fmt.Errorf("steps: %q needs %q, which does not come before it", s.Name, need)
			}
			fmt.Fprintf(h, " %s", key)
		}
		keys[s.Name] = hex.EncodeToString(h.Sum(nil))
	}
	return keys, nil
}
