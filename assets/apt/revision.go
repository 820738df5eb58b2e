package apt

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Revision is one version of a source package, as Debian's lists describe it.
type Revision struct {
	Name    string
	Version string
	Files   []File
}

// File is a part of a source package.
type File struct {
	Name   string
	SHA256 string
}

// Upstream returns the version without Debian's epoch and revision.
func (r Revision) Upstream() string {
	v := r.Version
	if _, after, ok := strings.Cut(v, ":"); ok {
		v = after
	}
	if i := strings.LastIndexByte(v, '-'); i >= 0 {
		v = v[:i]
	}
	return v
}

// Dsc returns the name of the file that describes the package, empty if the lists name none.
func (r Revision) Dsc() string {
	i := slices.IndexFunc(r.Files, func(f File) bool { return strings.HasSuffix(f.Name, ".dsc") })
	if i < 0 {
		return ""
	}
	return r.Files[i].Name
}

// Whole reports whether all files of the package are in dir. apt has checked what it downloaded.
func (r Revision) Whole(dir string) bool {
	return r.Dsc() != "" && !slices.ContainsFunc(r.Files, func(f File) bool {
		_, err := os.Stat(filepath.Join(dir, f.Name))
		return err != nil
	})
}

// parseRevisions reads the output of apt-cache showsrc, which lists the versions of a package in no useful order.
func parseRevisions(text string) map[string][]Revision {
	out := map[string][]Revision{}
	for _, fields := range stanzas(text) {
		r := Revision{Name: fields["package"], Version: fields["version"]}
		if r.Name == "" || r.Version == "" {
			continue
		}
		for line := range strings.Lines(fields["checksums-sha256"]) {
			if words := strings.Fields(line); len(words) == 3 && filepath.Base(words[2]) == words[2] {
				r.Files = append(r.Files, File{SHA256: words[0], Name: words[2]})
			}
		}
		out[r.Name] = append(out[r.Name], r)
	}
	for _, list := range out {
		slices.SortStableFunc(list, func(a, b Revision) int { return CompareVersions(b.Version, a.Version) })
	}
	return out
}

// CompareVersions orders Debian version numbers: deb-version(7).
func CompareVersions(a, b string) int {
	epochA, a := cutEpoch(a)
	epochB, b := cutEpoch(b)
	if c := compareDigits(epochA, epochB); c != 0 {
		return c
	}
	upA, revA := cutRevision(a)
	upB, revB := cutRevision(b)
	if c := comparePart(upA, upB); c != 0 {
		return c
	}
	return comparePart(revA, revB)
}

func cutEpoch(v string) (epoch, rest string) {
	if before, after, ok := strings.Cut(v, ":"); ok {
		return before, after
	}
	return "0", v
}

func cutRevision(v string) (upstream, revision string) {
	if i := strings.LastIndexByte(v, '-'); i >= 0 {
		return v[:i], v[i+1:]
	}
	return v, ""
}

// comparePart compares runs of non-digits by Debian's alphabet and runs of digits by value, in turn.
func comparePart(a, b string) int {
	for a != "" || b != "" {
		wordA, restA := span(a, false)
		wordB, restB := span(b, false)
		if c := compareWords(wordA, wordB); c != 0 {
			return c
		}
		numA, restA := span(restA, true)
		numB, restB := span(restB, true)
		if c := compareDigits(numA, numB); c != 0 {
			return c
		}
		a, b = restA, restB
	}
	return 0
}

func span(s string, digits bool) (run, rest string) {
	i := 0
	for i < len(s) && (s[i] >= '0' && s[i] <= '9') == digits {
		i++
	}
	return s[:i], s[i:]
}

func compareDigits(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

func compareWords(a, b string) int {
	for i := 0; i < len(a) || i < len(b); i++ {
		if c := rank(a, i) - rank(b, i); c != 0 {
			return c
		}
	}
	return 0
}

// rank orders '~' before the end, the end before letters, letters before the rest.
func rank(s string, i int) int {
	switch {
	case i >= len(s):
		return 0
	case s[i] == '~':
		return -1
	case s[i] >= 'a' && s[i] <= 'z', s[i] >= 'A' && s[i] <= 'Z':
		return int(s[i])
	default:
		return int(s[i]) + 256
	}
}
