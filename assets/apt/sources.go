package apt

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Source is an entry of an apt configuration: sources.list(5).
type Source struct {
	Types      []string // deb, deb-src
	URIs       []string
	Suites     []string
	Components []string
	SignedBy   string // a file, or empty
}

// ParseList reads the one-line format of *.list files. Lines that are not entries are passed over.
func ParseList(text string) []Source {
	var out []Source
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		kind, rest, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || (kind != "deb" && kind != "deb-src") {
			continue
		}
		s := Source{Types: []string{kind}}
		rest = strings.TrimSpace(rest)
		if strings.HasPrefix(rest, "[") {
			options, after, closed := strings.Cut(rest[1:], "]")
			if !closed {
				continue
			}
			rest = after
			for _, o := range strings.Fields(options) {
				if name, value, _ := strings.Cut(o, "="); strings.EqualFold(name, "signed-by") {
					s.SignedBy = value
				}
			}
		}
		words := strings.Fields(rest)
		if len(words) < 2 {
			continue
		}
		s.URIs, s.Suites, s.Components = words[:1], words[1:2], words[2:]
		out = append(out, s)
	}
	return out
}

// ParseSources reads the deb822 format of *.sources files. Entries that are switched off are passed over.
func ParseSources(text string) []Source {
	var out []Source
	for _, fields := range stanzas(text) {
		if strings.EqualFold(fields["enabled"], "no") || strings.EqualFold(fields["enabled"], "false") {
			continue
		}
		s := Source{
			Types: strings.Fields(fields["types"]), URIs: strings.Fields(fields["uris"]),
			Suites: strings.Fields(fields["suites"]), Components: strings.Fields(fields["components"]),
		}
		if key := fields["signed-by"]; !strings.Contains(key, "\n") { // else the key itself
			s.SignedBy = key
		}
		if len(s.Types) > 0 && len(s.URIs) > 0 && len(s.Suites) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// stanzas reads paragraphs of "Name: value" fields; names in lower case, continuation lines joined by newlines.
func stanzas(text string) []map[string]string {
	var out []map[string]string
	fields, name := map[string]string{}, ""
	end := func() {
		if len(fields) > 0 {
			out = append(out, fields)
		}
		fields, name = map[string]string{}, ""
	}
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case strings.TrimSpace(line) == "":
			end()
		case strings.HasPrefix(line, "#"):
		case line[0] == ' ' || line[0] == '\t':
			if name != "" {
				fields[name] += "\n" + strings.TrimSpace(line)
			}
		default:
			key, value, ok := strings.Cut(line, ":")
			if !ok {
				name = ""
				continue
			}
			name = strings.ToLower(strings.TrimSpace(key))
			fields[name] = strings.TrimSpace(value)
		}
	}
	end()
	return out
}

// Configured returns the entries of the machine whose root directory is root, in apt's order.
func Configured(root fs.FS) ([]Source, error) {
	files := []string{"etc/apt/sources.list"}
	for _, pattern := range []string{"etc/apt/sources.list.d/*.list", "etc/apt/sources.list.d/*.sources"} {
		found, err := fs.Glob(root, pattern)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	var out []Source
	for _, name := range files {
		text, err := fs.ReadFile(root, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading apt's configuration: %w", err)
		}
		if path.Ext(name) == ".sources" {
			out = append(out, ParseSources(string(text))...)
		} else {
			out = append(out, ParseList(string(text))...)
		}
	}
	return out, nil
}

// Mirror is where a machine gets its own Debian release from.
type Mirror struct {
	URI     string
	Keyring string // a file
}

// DebianKeyring is where Debian's package debian-archive-keyring keeps the keys of all releases.
const DebianKeyring = "/usr/share/keyrings/debian-archive-keyring.gpg"

// ErrNoMirror means that the machine isn't a Debian that gets its packages from a mirror.
var ErrNoMirror = errors.New("no Debian mirror in this machine's apt configuration")

// MachineMirror returns the mirror of the machine whose root directory is root: the first entry for the machine's own release.
func MachineMirror(root fs.FS) (Mirror, error) {
	release, err := fs.ReadFile(root, "etc/os-release")
	if err != nil {
		return Mirror{}, ErrNoMirror
	}
	id, codename := osRelease(string(release))
	if id != "debian" {
		return Mirror{}, ErrNoMirror
	}
	sources, err := Configured(root)
	if err != nil {
		return Mirror{}, err
	}
	own := []string{codename, "stable", "testing", "unstable", "sid"}
	for _, s := range sources {
		if !slices.Contains(s.Components, "main") || !slices.ContainsFunc(s.Suites, func(suite string) bool { return slices.Contains(own, suite) }) {
			continue
		}
		for _, uri := range s.URIs {
			if strings.HasPrefix(uri, "cdrom:") {
				continue
			}
			m := Mirror{URI: uri, Keyring: s.SignedBy}
			if !strings.HasPrefix(m.Keyring, "/") {
				m.Keyring = DebianKeyring
			}
			return m, nil
		}
	}
	return Mirror{}, ErrNoMirror
}

func osRelease(text string) (id, codename string) {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		value = strings.Trim(value, `"'`)
		switch name {
		case "ID":
			id = value
		case "VERSION_CODENAME":
			codename = value
		}
	}
	return id, codename
}
