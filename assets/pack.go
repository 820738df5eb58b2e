package assets

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"coderuntime/assets/recipe"
)

// A pack is an artefact as one file, for other machines: a line "coderuntime-pack FORMAT SIZE SHA256" about the build's report, the
// report, and the files that the report lists, in its order and with nothing between them. The report has their sizes and checksums, so
// everything in a pack is checked; no name in it becomes a path that was not known before.
const (
	packMagic  = "coderuntime-pack"
	packFormat = 1
)

// Bounds on what a pack may claim, far over what there is.
const (
	maxPackLine = 128
	maxPackInfo = 1 << 20
	maxPackFile = 256 << 20
)

// ErrBadPack means that a pack is not one, or not for this version. The error's text says which.
var ErrBadPack = errors.New("unusable pack")

// badPack is an [ErrBadPack].
type badPack string

func (b badPack) Error() string        { return "assets: " + string(b) }
func (b badPack) Is(target error) bool { return target == ErrBadPack }

func badPackf(format string, args ...any) error { return badPack(fmt.Sprintf(format, args...)) }

// Pack writes the artefact as one file that [Use] and [FromPack] take. Equal artefacts make equal packs. The error is an [ErrDamaged] if
// the artefact is not whole.
func (a Artefact) Pack(w io.Writer) error {
	if err := a.Verify(); err != nil {
		return err
	}
	text, err := json.Marshal(a.Info)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	if _, err := fmt.Fprintf(w, "%s %d %d %x\n%s", packMagic, packFormat, len(text), sum, text); err != nil {
		return fmt.Errorf("assets: writing the pack: %w", err)
	}
	for _, o := range a.Info.Outputs {
		content, err := a.read(o.Name)
		if err == nil {
			_, err = w.Write(content)
		}
		if err != nil {
			return fmt.Errorf("assets: writing the pack: %w", err)
		}
	}
	return nil
}

// PackFile writes the artefact into a file, which appears whole or not at all.
func (a Artefact) PackFile(path string) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".coderuntime-pack-*")
	if err != nil {
		return fmt.Errorf("assets: writing the pack: %w", err)
	}
	defer func() {
		if err != nil {
			_ = file.Close()
			_ = os.Remove(file.Name())
		}
	}()
	if err := a.Pack(file); err != nil {
		return err
	}
	if err := errors.Join(file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("assets: writing the pack: %w", err)
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return fmt.Errorf("assets: writing the pack: %w", err)
	}
	return nil
}

// readPackInfo reads the beginning of a pack, up to the files, and refuses what is not for this version.
func readPackInfo(r *bufio.Reader, digest string) (BuildInfo, error) {
	line, err := r.ReadSlice('\n')
	if err != nil || len(line) > maxPackLine || !bytes.HasPrefix(line, []byte(packMagic+" ")) {
		return BuildInfo{}, badPack("this is not a packed interpreter")
	}
	var format, size int
	var sum string
	if _, err := fmt.Sscanf(string(line), packMagic+" %d %d %64s\n", &format, &size, &sum); err != nil {
		return BuildInfo{}, badPack("this is not a packed interpreter")
	}
	if format != packFormat {
		return BuildInfo{}, badPackf("the pack has format %d and this program reads format %d", format, packFormat)
	}
	if size < 0 || size > maxPackInfo {
		return BuildInfo{}, badPackf("the pack claims a report of %d bytes", size)
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(r, text); err != nil {
		return BuildInfo{}, cutShort(err)
	}
	if got := sha256.Sum256(text); hex.EncodeToString(got[:]) != sum {
		return BuildInfo{}, badPack("the report in the pack has the wrong checksum")
	}
	var info BuildInfo
	if err := json.Unmarshal(text, &info); err != nil {
		return BuildInfo{}, badPackf("the report in the pack cannot be read: %v", err)
	}
	if info.Digest != digest {
		return BuildInfo{}, badPackf("the pack holds the interpreter %.40q and this program needs %q: make the pack with the same version of coderun", info.Digest, digest)
	}
	var names []string
	for _, o := range info.Outputs {
		if o.Size < 0 || o.Size > maxPackFile {
			return BuildInfo{}, badPackf("the pack claims a file of %d bytes", o.Size)
		}
		names = append(names, o.Name)
	}
	if !slices.Equal(names, files) {
		return BuildInfo{}, badPackf("the pack holds %.200q and has to hold %q", names, files)
	}
	return info, nil
}

func cutShort(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return badPack("the pack is cut short")
	}
	return fmt.Errorf("assets: reading the pack: %w", err)
}

// FromPack returns an artefact that stays in memory: pack must not change as long as it is used. The error is an [ErrBadPack].
func FromPack(pack []byte) (Artefact, error) { return fromPack(pack, Digest()) }

func fromPack(pack []byte, digest string) (Artefact, error) {
	source := bytes.NewReader(pack)
	buffered := bufio.NewReaderSize(source, maxPackLine*2)
	info, err := readPackInfo(buffered, digest)
	if err != nil {
		return Artefact{}, err
	}
	rest := pack[len(pack)-source.Len()-buffered.Buffered():]
	a := Artefact{Info: info, content: map[string][]byte{}}
	for _, o := range info.Outputs {
		if int64(len(rest)) < o.Size {
			return Artefact{}, badPack("the pack is cut short")
		}
		a.content[o.Name], rest = rest[:o.Size:o.Size], rest[o.Size:]
	}
	if len(rest) > 0 {
		return Artefact{}, badPack("something follows the pack")
	}
	return a, nil
}

// Use puts a packed artefact into the cache, where [Find] finds it, unless a whole one is there. The error is an [ErrBadPack] if the pack
// is damaged or of another version; nothing is left of it then.
func Use(ctx context.Context, pack io.Reader, progress io.Writer) (Artefact, error) {
	cache, err := CacheDir()
	if err != nil {
		return Artefact{}, err
	}
	b := builder{cache: cache, digest: Digest(), BuildOptions: BuildOptions{Progress: progress}}
	return b.use(ctx, pack)
}

func (b *builder) use(ctx context.Context, pack io.Reader) (Artefact, error) {
	r := bufio.NewReader(pack)
	info, err := readPackInfo(r, b.digest)
	if err != nil {
		return Artefact{}, err
	}
	unlock, err := lock(ctx, filepath.Join(b.cache, lockFile), func() { b.say("a build is running: waiting for it") })
	if err != nil {
		return Artefact{}, fmt.Errorf("assets: %w", err)
	}
	defer unlock()
	if a, ok := b.present(); ok {
		return a, nil
	}
	a, err := publish(home(b.cache, b.digest), info, func(dir string) error {
		for _, o := range info.Outputs {
			if err := unpackFile(filepath.Join(dir, o.Name), r, o); err != nil {
				return err
			}
		}
		if _, err := r.ReadByte(); err != io.EOF {
			return badPack("something follows the pack")
		}
		return nil
	})
	if err != nil && !errors.Is(err, ErrBadPack) {
		err = fmt.Errorf("assets: putting the pack into the cache: %w", err)
	}
	return a, err
}

// unpackFile writes a file of a pack and checks it on the way.
func unpackFile(path string, r io.Reader, o Output) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(file, h), io.LimitReader(r, o.Size))
	if err != nil {
		return err
	}
	if n < o.Size {
		return badPack("the pack is cut short")
	}
	if hex.EncodeToString(h.Sum(nil)) != o.SHA256 {
		return badPackf("%s in the pack has the wrong checksum", o.Name)
	}
	return errors.Join(file.Sync(), file.Close())
}

// files are what an artefact consists of, besides its report.
var files = []string{recipe.ModuleFile, recipe.StdlibFile}
