package assets

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed guest/*.py
var guestFiles embed.FS

// Guest returns the source of each Python file that runs inside, by its name without ".py". Both
// backends run the same files.
func Guest() map[string]string {
	sources := map[string]string{}
	names, err := fs.Glob(guestFiles, "guest/*.py")
	if err != nil {
		panic(err) // the pattern is constant
	}
	for _, name := range names {
		text, err := guestFiles.ReadFile(name)
		if err != nil {
			panic(err) // the file is part of this binary
		}
		sources[strings.TrimSuffix(path.Base(name), ".py")] = string(text)
	}
	return sources
}
