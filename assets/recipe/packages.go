package recipe

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"coderuntime/assets/apt"
	"coderuntime/assets/steps"
)

// packages downloads everything that comes from Debian: sources into src/, binary packages into deb/.
func (r *Recipe) packages() steps.Step {
	return steps.Step{
		Name: "packages", Doc: "downloading sources and packages from Debian " + Suite, Key: fmt.Sprint(*r.origin.Mirror),
		Run: func(ctx context.Context, s *steps.Shell) error {
			a, err := apt.NewPrivate(filepath.Join(s.Dir(), "apt"), *r.origin.Mirror, Suite)
			if err != nil {
				return err
			}
			if err := a.Update(ctx, s); err != nil {
				return err
			}
			if err := r.downloadBinaries(ctx, s, a); err != nil {
				return err
			}
			if err := r.downloadSources(ctx, s, a); err != nil {
				return err
			}
			return os.RemoveAll(filepath.Join(s.Dir(), "apt"))
		},
	}
}

func (r *Recipe) downloadBinaries(ctx context.Context, s *steps.Shell, a *apt.Private) error {
	var names []string
	for _, want := range []struct {
		env      string
		packages []string
	}{{envSysroot, sysrootPackages}, {envZoneinfo, zoneinfoPackages}, {envPython, pythonPackages}} {
		if r.origin.fetches(want.env) {
			names = append(names, want.packages...)
		}
	}
	dir := filepath.Join(s.Dir(), "deb")
	if err := os.Mkdir(dir, 0o755); err != nil || len(names) == 0 {
		return err
	}
	if err := a.Download(ctx, s, dir, names...); err != nil {
		return err
	}
	for _, name := range names {
		path, err := binaryPackage(dir, name)
		if err != nil {
			return err
		}
		sum, err := fileSum(path)
		if err != nil {
			return err
		}
		s.Record(steps.Input{Kind: "package", Name: name, Version: packageVersion(path), SHA256: sum})
	}
	return nil
}

// binaryPackage returns the file NAME_VERSION_ARCHITECTURE.deb of a package in dir.
func binaryPackage(dir, name string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, name+"_*.deb"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("the package %s did not arrive", name)
	}
	return found[0], nil
}

// packageVersion reads the version off a package's file name, in which an epoch's colon is escaped.
func packageVersion(path string) string {
	_, rest, _ := strings.Cut(filepath.Base(path), "_")
	version, _, _ := strings.Cut(rest, "_")
	if plain, err := url.PathUnescape(version); err == nil {
		return plain
	}
	return version
}

// downloadSources brings the pinned sources, whole with Debian's patches if the mirror serves them.
func (r *Recipe) downloadSources(ctx context.Context, s *steps.Shell, a *apt.Private) error {
	dir := filepath.Join(s.Dir(), "src")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	var wanted []Pin
	var names []string
	for _, p := range pins {
		if r.origin.fetches(p.Env) {
			wanted, names = append(wanted, p), append(names, p.Name)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	revisions, err := a.Revisions(ctx, s, names...)
	if err != nil {
		return err
	}
	first := make([]string, 0, len(wanted))
	for _, p := range wanted {
		fitting, err := p.fitting(revisions[p.Name])
		if err != nil {
			return err
		}
		revisions[p.Name] = fitting
		first = append(first, p.Name+"="+fitting[0].Version)
	}
	if err := a.DownloadSource(ctx, s, dir, first...); err != nil && ctx.Err() != nil {
		return err
	}
	for _, p := range wanted {
		if err := p.settle(ctx, s, a, dir, revisions[p.Name]); err != nil {
			return err
		}
	}
	return nil
}

// fitting returns the revisions of the pinned upstream version, newest first, or an error if Debian has moved on.
func (p Pin) fitting(all []apt.Revision) ([]apt.Revision, error) {
	var out []apt.Revision
	newest := "nothing of that name"
	for i, r := range all {
		if i == 0 {
			newest = r.Upstream()
		}
		if r.Upstream() == p.Version {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("Debian %s has %s in version %s, and this recipe is for %s: to raise it, change Version, Tarball and SHA256 of %s in assets/recipe/pins.go",
			Suite, p.Name, newest, p.Version, p.Name)
	}
	return out, nil
}

// settle makes sure that a source is there: the newest revision that is whole, or at least the upstream tarball.
func (p Pin) settle(ctx context.Context, s *steps.Shell, a *apt.Private, dir string, revisions []apt.Revision) error {
	var note string
	for i, r := range revisions {
		if i > 0 {
			_ = a.DownloadSource(ctx, s, dir, p.Name+"="+r.Version)
		}
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if !r.Whole(dir) {
			note = fmt.Sprintf("revision %s is listed but not served", r.Version)
			s.Logf("%s: %s", p.Name, note)
			continue
		}
		if err := p.check(dir); err != nil {
			return err
		}
		p.record(s, r, dir, note)
		return steps.WriteFile(filepath.Join(dir, p.Name+".use"), []byte(r.Dsc()))
	}
	if err := p.check(dir); err != nil {
		return err
	}
	s.Record(steps.Input{Kind: "source", Name: p.Name, Version: p.Version, SHA256: p.SHA256, Note: "upstream alone, without Debian's patches: " + note})
	return steps.WriteFile(filepath.Join(dir, p.Name+".use"), []byte(p.Tarball))
}

// record notes the upstream tarball and Debian's part.
func (p Pin) record(s *steps.Shell, r apt.Revision, dir, note string) {
	for _, f := range r.Files {
		switch {
		case f.Name == p.Tarball:
			s.Record(steps.Input{Kind: "source", Name: p.Name, Version: p.Version, SHA256: p.SHA256})
		case strings.Contains(f.Name, ".debian.tar."):
			s.Record(steps.Input{Kind: "patches", Name: p.Name, Version: r.Version, SHA256: f.SHA256, Note: note})
		}
	}
}

// check compares the upstream tarball with the pin.
func (p Pin) check(dir string) error {
	sum, err := fileSum(filepath.Join(dir, p.Tarball))
	if err != nil {
		return fmt.Errorf("the source of %s did not arrive: %w", p.Name, err)
	}
	if sum != p.SHA256 {
		return fmt.Errorf("%s has the checksum %s, and %s is pinned in assets/recipe/pins.go", p.Tarball, sum, p.SHA256)
	}
	return nil
}

func fileSum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
