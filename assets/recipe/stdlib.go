package recipe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"coderuntime/assets/steps"
)

const (
	libRoot  = "lib/python" + pythonShort
	zoneRoot = "usr/share/zoneinfo"
	cacheTag = "cpython-313"
)

// leftOut are the parts of the standard library that are not in the archive: tests, windows on a screen, and what installs Python.
var leftOut = map[string]bool{
	"test": true, "idlelib": true, "tkinter": true, "turtle.py": true, "turtledemo": true, "ensurepip": true, "venv": true,
	"site-packages": true, "lib-dynload": true, "__pycache__": true, "__phello__": true,
}

// stdlib makes the archive that the host serves to the guest: sources, deflated because only tracebacks read them, and bytecode and
// time zones, stored so that they can be read where they are.
func (r *Recipe) stdlib() steps.Step {
	return steps.Step{
		Name: "stdlib", Doc: "packing the standard library", Needs: []string{"configure", "zoneinfo"},
		Run: func(ctx context.Context, s *steps.Shell) error {
			sources, err := r.librarySources()
			if err != nil {
				return err
			}
			compiled, err := r.bytecode(ctx, s, sources)
			if err != nil {
				return err
			}
			members := compiled
			for _, src := range sources {
				data, err := os.ReadFile(src.path)
				if err != nil {
					return err
				}
				members = append(members, member{name: src.name, data: data, deflate: true})
			}
			zones, err := zoneMembers(r.path("zoneinfo", "zoneinfo"))
			if err != nil {
				return err
			}
			var archive bytes.Buffer
			if err := writeZip(&archive, append(members, zones...)); err != nil {
				return err
			}
			return steps.WriteFile(filepath.Join(s.Dir(), StdlibFile), archive.Bytes())
		},
	}
}

// file is a file of the library: where it is and what it is called in the archive.
type file struct{ path, name string }

func (r *Recipe) librarySources() ([]file, error) {
	var out []file
	root := os.DirFS(r.cpython("Lib"))
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case leftOut[d.Name()] || strings.HasPrefix(d.Name(), "config-"):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir():
			out = append(out, file{path: r.cpython("Lib", name), name: path.Join(libRoot, name)})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	found, err := filepath.Glob(r.path("configure", "_sysconfigdata_*.py"))
	if err != nil || len(found) != 1 {
		return nil, errors.New("configure left no _sysconfigdata")
	}
	return append(out, file{path: found[0], name: path.Join(libRoot, filepath.Base(found[0]))}), nil
}

// compilers is how many processes make bytecode. It is fixed: what one compiled before can show in the next file's bytes.
const compilers = 2

func (r *Recipe) bytecode(ctx context.Context, s *steps.Shell, sources []file) ([]member, error) {
	script, err := source.ReadFile("compile.py")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(s.Dir(), "compile.py"), script, 0o644); err != nil {
		return nil, err
	}
	var lists [compilers]strings.Builder
	var members []member
	var targets []string
	for _, src := range sources {
		if path.Ext(src.name) != ".py" {
			continue
		}
		target := filepath.Join(s.Dir(), fmt.Sprintf("%d.pyc", len(targets)))
		fmt.Fprintf(&lists[len(targets)%compilers], "%s\t%s\t%s\n", src.path, src.name, target)
		dir, base := path.Split(src.name)
		members = append(members, member{name: path.Join(dir, "__pycache__", strings.TrimSuffix(base, ".py")+"."+cacheTag+".pyc")})
		targets = append(targets, target)
	}
	var errs [compilers]error
	var all sync.WaitGroup
	for i := range lists {
		list := filepath.Join(s.Dir(), fmt.Sprintf("list%d", i))
		if err := os.WriteFile(list, []byte(lists[i].String()), 0o644); err != nil {
			return nil, err
		}
		all.Go(func() {
			errs[i] = s.Run(ctx, steps.Command{Args: []string{r.path("build-python", "python"), "-s", "-S", "-B", "-W", "ignore", "compile.py", list}, Env: []string{"PYTHONHASHSEED=0"}})
		})
	}
	all.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	for i := range members {
		if members[i].data, err = os.ReadFile(targets[i]); err != nil {
			return nil, err
		}
	}
	return members, nil
}

// zoneMembers reads compiled time zones. Aliases become copies; what is no time zone is left out.
func zoneMembers(dir string) ([]member, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	var out []member
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); p != dir && (name == "posix" || name == "right") {
				return fs.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(dir, p)
		if err != nil || name == "localtime" || name == "posixrules" {
			return err
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		if bytes.HasPrefix(data, []byte("TZif")) {
			out = append(out, member{name: path.Join(zoneRoot, filepath.ToSlash(name)), data: data})
		}
		return nil
	})
	return out, err
}
