package apt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"coderuntime/assets/steps"
)

// Private is an apt configuration of its own in a folder.
type Private struct {
	dir string
}

// NewPrivate writes a configuration for the suite of a release into dir.
func NewPrivate(dir string, m Mirror, suite string) (*Private, error) {
	for _, d := range []string{"etc", "state/lists/partial", "cache/archives/partial"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			return nil, err
		}
	}
	var list strings.Builder
	for _, kind := range []string{"deb", "deb-src"} {
		fmt.Fprintf(&list, "%s [signed-by=%s] %s %s main\n", kind, m.Keyring, m.URI, suite)
	}
	p := &Private{dir: dir}
	if err := steps.WriteFile(p.path("etc/sources.list"), []byte(list.String())); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Private) path(name string) string { return filepath.Join(p.dir, name) }

func (p *Private) options() []string {
	var out []string
	for _, o := range []string{
		"Dir::Etc::sourcelist=" + p.path("etc/sources.list"),
		"Dir::Etc::sourceparts=/dev/null",
		"Dir::Etc::preferences=/dev/null",
		"Dir::Etc::preferencesparts=/dev/null",
		"Dir::State=" + p.path("state"),
		"Dir::State::status=/dev/null",
		"Dir::Cache=" + p.path("cache"),
		"Acquire::Languages=none",
		"Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false",
		"APT::Update::Error-Mode=any", // a list that cannot be fetched is otherwise a warning
		"APT::Sandbox::User=root",     // root's files are not to be read as somebody else
	} {
		out = append(out, "-o", o)
	}
	return out
}

func (p *Private) command(dir, program, verb string, args ...string) steps.Command {
	return steps.Command{Dir: dir, Args: append(append(append([]string{program}, p.options()...), "-q", verb), args...)}
}

// Update fetches the lists of packages.
func (p *Private) Update(ctx context.Context, s *steps.Shell) error {
	if err := s.Run(ctx, p.command("", "apt-get", "update")); err != nil {
		return fmt.Errorf("fetching Debian's package lists (is the network up?): %w", err)
	}
	return nil
}

// Download puts binary packages into dir, in their newest version.
func (p *Private) Download(ctx context.Context, s *steps.Shell, dir string, names ...string) error {
	if err := s.Run(ctx, p.command(dir, "apt-get", "download", names...)); err != nil {
		return fmt.Errorf("downloading packages: %w", err)
	}
	return nil
}

// Revisions returns what the lists know about source packages, newest first for each name.
func (p *Private) Revisions(ctx context.Context, s *steps.Shell, names ...string) (map[string][]Revision, error) {
	text, err := s.Output(ctx, p.command("", "apt-cache", "showsrc", names...))
	if err != nil {
		return nil, err
	}
	return parseRevisions(text), nil
}

// DownloadSource puts the files of source packages, given as NAME or NAME=VERSION, into dir. A mirror may list files that it doesn't
// serve, so an error says only that something is missing: what came is in dir, checked against the lists.
func (p *Private) DownloadSource(ctx context.Context, s *steps.Shell, dir string, names ...string) error {
	return s.Run(ctx, p.command(dir, "apt-get", "source", append([]string{"--download-only"}, names...)...))
}
