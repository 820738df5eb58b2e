package recipe

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"coderuntime/assets/steps"
)

// library is a C library that CPython's modules use, made from its pinned source by compiling a list of files: their own build
// systems ask a compiler dozens of questions whose answers are known.
type library struct {
	name    string // of the archive, lib<name>.a, and of the step
	pin     Pin
	modules []string // CPython's, which are not there without it
	prefix  string   // of the variables that tell configure about it
	flags   []string
	root    string   // the folder, under the unpacked source's, in which the compiler runs
	sources []string // patterns, relative to root
	except  []string // patterns for base names
	headers []string // relative to root; folders are copied whole
}

var allLibraries = []library{
	{
		name: "z", pin: pin("zlib"), modules: words("zlib"), prefix: "ZLIB",
		flags: words("-O3 -DHAVE_UNISTD_H -DHAVE_STDARG_H"),
		root:  ".", sources: words("*.c"), except: words("gz*.c"), headers: words("zlib.h zconf.h"),
	},
	{
		name: "bz2", pin: pin("bzip2"), modules: words("_bz2"), prefix: "BZIP2",
		flags: words("-O3 -D_FILE_OFFSET_BITS=64"),
		root:  ".", sources: words("blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c"), headers: words("bzlib.h"),
	},
	{
		name: "lzma", pin: pin("xz-utils"), modules: words("_lzma"), prefix: "LIBLZMA",
		flags: lzmaFlags(),
		root:  "src/liblzma", sources: words("common/*.c check/*.c lz/*.c lzma/*.c delta/*.c simple/*.c rangecoder/*.c ../common/tuklib_physmem.c"),
		except:  words("*_mt.c outqueue.c hardware_cputhreads.c *_small.c *tablegen.c *consts_gen.c microlzma_*.c"),
		headers: words("api/lzma.h api/lzma"),
	},
	{
		name: "sqlite3", pin: pin("sqlite3"), modules: words("_sqlite3"), prefix: "LIBSQLITE3",
		flags: sqliteFlags,
		root:  amalgamation, sources: words("sqlite3.c"), headers: words("sqlite3.h"),
	},
}

// lzmaFlags say what liblzma's configure would, for one thread and with every filter.
func lzmaFlags() []string {
	flags := words(`-O3 -DNDEBUG -Iapi -Icommon -Icheck -Ilz -Irangecoder -Ilzma -Idelta -Isimple -I../common
		-DHAVE_STDBOOL_H -DHAVE_STDINT_H -DHAVE_INTTYPES_H -DHAVE_LIMITS_H -DHAVE__BOOL -DHAVE_VISIBILITY=0
		-DHAVE_ENCODERS -DHAVE_DECODERS -DHAVE_LZIP_DECODER -DHAVE_CHECK_CRC32 -DHAVE_CHECK_CRC64 -DHAVE_CHECK_SHA256
		-DHAVE_MF_HC3 -DHAVE_MF_HC4 -DHAVE_MF_BT2 -DHAVE_MF_BT3 -DHAVE_MF_BT4
		-DSIZEOF_SIZE_T=4 -DASSUME_RAM=128 -DTUKLIB_FAST_UNALIGNED_ACCESS -DTUKLIB_SYMBOL_PREFIX=lzma_
		-DPACKAGE_NAME="XZ" -DPACKAGE_BUGREPORT="" -DPACKAGE_URL=""`)
	for _, filter := range words("LZMA1 LZMA2 X86 ARM ARM64 ARMTHUMB IA64 POWERPC SPARC RISCV DELTA") {
		flags = append(flags, "-DHAVE_ENCODER_"+filter, "-DHAVE_DECODER_"+filter)
	}
	return flags
}

// sqliteFlags: there are no threads, no shared libraries and no shared memory, and file locks do nothing, so the file system layer
// that doesn't lock is the default. Temporary tables stay in memory. The rest is what Debian's SQLite has too.
var sqliteFlags = words(`-O2 -DNDEBUG -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_OMIT_WAL -DSQLITE_MAX_MMAP_SIZE=0
	-DSQLITE_TEMP_STORE=2 -DSQLITE_DEFAULT_UNIX_VFS="unix-none"
	-DSQLITE_ENABLE_FTS3 -DSQLITE_ENABLE_FTS3_PARENTHESIS -DSQLITE_ENABLE_FTS4 -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE
	-DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_COLUMN_METADATA`)

// amalgamation is the folder, beside SQLite's source tree, with the single source file made from it.
const amalgamation = "../amalgamation"

// amalgamate unpacks SQLite and makes its single source file, as its own main.mk does. It is a step of its own because CPython's
// configure wants to see sqlite3.h, and compiling takes longer than configure.
func (r *Recipe) amalgamate() steps.Step {
	return steps.Step{
		Name: "sqlite", Doc: "putting SQLite's source together", Needs: r.needs("tools"),
		Run: func(ctx context.Context, s *steps.Shell) error {
			src := filepath.Join(s.Dir(), "src")
			if err := r.unpack(ctx, s, pin("sqlite3"), src); err != nil {
				return err
			}
			dir := filepath.Join(src, amalgamation)
			if err := os.Mkdir(dir, 0o755); err != nil {
				return err
			}
			err := s.Run(ctx, steps.Command{Dir: dir, Args: []string{
				r.tools["make"], "-f", filepath.Join(src, "main.mk"), "TOP=" + src, "BCC=" + r.tools["cc"], "sqlite3.c",
			}})
			if err != nil {
				return err
			}
			return copyTree(filepath.Join(dir, "sqlite3.h"), filepath.Join(s.Dir(), "include", "sqlite3.h"))
		},
	}
}

// libraries are the ones that can be had here.
func (r *Recipe) libraries() []library {
	return slices.DeleteFunc(slices.Clone(allLibraries), func(l library) bool { return !r.origin.has(l.pin.Env) })
}

func (r *Recipe) library(l library) steps.Step {
	needs := r.needs("sysroot")
	if l.root == amalgamation {
		needs = append(needs, "sqlite")
	}
	return steps.Step{
		Name: l.step(), Doc: "compiling " + l.pin.Name, Needs: needs,
		Run: func(ctx context.Context, s *steps.Shell) error {
			src := r.path("sqlite", "src")
			if l.root != amalgamation {
				src = filepath.Join(s.Dir(), "src")
				if err := r.unpack(ctx, s, l.pin, src); err != nil {
					return err
				}
			}
			root := filepath.Join(src, l.root)
			if err := r.archive(ctx, s, l, root); err != nil {
				return err
			}
			for _, h := range l.headers {
				if err := copyTree(filepath.Join(root, h), filepath.Join(s.Dir(), "include", filepath.Base(h))); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func (l library) step() string { return "lib" + l.name }

// headersStep is the step whose folder include has the library's headers first.
func (l library) headersStep() string {
	if l.root == amalgamation {
		return "sqlite"
	}
	return l.step()
}

// files returns the sources that the patterns stand for, in order.
func (l library) files(root string) ([]string, error) {
	var out []string
	for _, pattern := range l.sources {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("the source of %s has no %s", l.pin.Name, pattern)
		}
		for _, path := range found {
			if !slices.ContainsFunc(l.except, func(p string) bool { ok, _ := filepath.Match(p, filepath.Base(path)); return ok }) {
				rel, err := filepath.Rel(root, path)
				if err != nil {
					return nil, err
				}
				out = append(out, rel)
			}
		}
	}
	return out, nil
}

// archive compiles a library's files, as many at a time as there are processors, and puts them together.
func (r *Recipe) archive(ctx context.Context, s *steps.Shell, l library, root string) error {
	files, err := l.files(root)
	if err != nil {
		return err
	}
	objects := filepath.Join(s.Dir(), "objects")
	if err := os.Mkdir(objects, 0o755); err != nil {
		return err
	}
	names := make([]string, len(files))
	errs := make([]error, len(files))
	free := make(chan struct{}, r.jobs)
	var all sync.WaitGroup
	for i, file := range files {
		names[i] = filepath.Join(objects, strings.TrimSuffix(filepath.Base(file), ".c")+".o")
		free <- struct{}{}
		all.Go(func() {
			errs[i] = s.Run(ctx, steps.Command{Dir: root, Args: join(r.cc(), codegen, l.flags, emulated, []string{"-g0", r.prefixMap(), "-c", file, "-o", names[i]})})
			<-free
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	lib := filepath.Join(s.Dir(), "lib")
	if err := os.Mkdir(lib, 0o755); err != nil {
		return err
	}
	return s.Run(ctx, steps.Command{Args: append([]string{r.tools["ar"], "rcsD", filepath.Join(lib, "lib"+l.name+".a")}, names...)})
}

// cc is the compiler for WASI.
func (r *Recipe) cc() []string {
	return []string{r.tools["cc"], "--target=" + target, "--sysroot=" + r.path("sysroot", "usr")}
}

// prefixMap keeps the place of the build out of what the compiler writes.
func (r *Recipe) prefixMap() string { return "-ffile-prefix-map=" + r.dir + "=/build" }

// copyTree copies a file or a folder.
func copyTree(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.CopyFS(to, os.DirFS(from))
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}
