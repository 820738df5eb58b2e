package recipe

import (
	"fmt"
	"regexp"

	"coderuntime/assets/steps"
)

var sha256Text = regexp.MustCompile(`^[0-9a-f]{64}$`)

// CheckInputs compares what a build says that it was made from with what the recipe allows: every pinned source in its pinned version
// with its pinned checksum, or from a folder that was named; and a checksum for everything that was downloaded.
func CheckInputs(inputs []steps.Input) error {
	named := map[string]bool{}
	for _, in := range inputs {
		switch {
		case in.Kind == "" || in.Name == "":
			return fmt.Errorf("an input has no kind or no name")
		case in.Kind == "source" || in.Kind == "package" || in.Kind == "patches":
			if in.Version == "" || !sha256Text.MatchString(in.SHA256) {
				return fmt.Errorf("the %s %s has no version or no checksum", in.Kind, in.Name)
			}
		}
		for _, p := range pins {
			if in.Name != p.Name {
				continue
			}
			if in.Kind == "source" && (in.Version != p.Version || in.SHA256 != p.SHA256) {
				return fmt.Errorf("the source %s is not the pinned one", p.Name)
			}
			named[p.Name] = named[p.Name] || in.Kind == "source" || in.Kind == "folder"
		}
	}
	for _, p := range pins {
		// Without a Debian mirror the libraries are left out unless their folders are named.
		if !named[p.Name] && p.Env == "CPYTHON_SRC" {
			return fmt.Errorf("the source %s is not among the inputs", p.Name)
		}
	}
	return nil
}
