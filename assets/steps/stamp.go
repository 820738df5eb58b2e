package steps

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// stamp is written when a step has finished, and only then.
type stamp struct {
	Key     string  `json:"key"`
	Seconds float64 `json:"seconds"`
	Inputs  []Input `json:"inputs,omitempty"`
}

func stampPath(dir, name string) string { return Path(dir, name) + ".stamp" }

// readStamp returns the stamp of a finished step, and false if there is none that can be read.
func readStamp(dir, name string) (stamp, bool) {
	text, err := os.ReadFile(stampPath(dir, name))
	if err != nil {
		return stamp{}, false
	}
	var s stamp
	if json.Unmarshal(text, &s) != nil {
		return stamp{}, false
	}
	return s, true
}

func writeStamp(dir, name string, s stamp) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return WriteFile(stampPath(dir, name), text)
}

// WriteFile writes a file that is either there whole or not at all.
func WriteFile(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(data); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
