package wasm

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// imageFormat changes when an image that was stored earlier can no longer be used.
const imageFormat = 2

// An image is an interpreter that has started and imported the guest: its linear memory and its
// mutable globals. Every instance begins as a copy of it. It never changes once it is made and is
// safe for concurrent use.
type image struct {
	file   *os.File // the memory, page for page; what arenas map; nil if there is only memory
	memory []byte   // the same, for reading
	size   int
	module []byte // what openCode loads the code with, until it has
	state  imageState
}

// imageState is what an image is beside its memory, and what its memory is checked against.
type imageState struct {
	Format       int      `json:"format"`
	Size         int      `json:"size"`
	StackPointer uint64   `json:"stack_pointer"`
	Used         [][2]int `json:"used"` // ranges of the memory that are not zero
	Memory       string   `json:"memory_sha256"`
	Module       string   `json:"module_sha256"`
	Code         codeFile `json:"code"`
}

const (
	memoryName = "memory"
	moduleName = "hollow.wasm"
	codeName   = "code"
	stateName  = "image.json"
)

var errDamagedImage = errors.New("damaged")

// storeImage writes an image into dir, which appears whole or not at all. If another process has
// stored one meanwhile, that one stays. storeCode puts the code into the folder that it is given.
func storeImage(dir string, memory []byte, stackPointer uint64, storeCode func(draft string) ([]byte, codeFile, error)) (err error) {
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return fmt.Errorf("wasm: store the image: %w", err)
	}
	draft, err := os.MkdirTemp(filepath.Dir(dir), ".image-")
	if err != nil {
		return fmt.Errorf("wasm: store the image: %w", err)
	}
	defer os.RemoveAll(draft)
	state := stateOf(memory, stackPointer)
	module, code, err := storeCode(draft)
	if err != nil {
		return err
	}
	state.Module, state.Code = digest(module), code
	if err := writeMemory(filepath.Join(draft, memoryName), memory, state.Used); err != nil {
		return fmt.Errorf("wasm: store the image: %w", err)
	}
	text, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("wasm: store the image: %w", err)
	}
	for name, content := range map[string][]byte{moduleName: module, stateName: text} {
		if err := os.WriteFile(filepath.Join(draft, name), content, 0o600); err != nil {
			return fmt.Errorf("wasm: store the image: %w", err)
		}
	}
	if err := os.Rename(draft, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("wasm: store the image: %w", err)
	}
	return nil
}

func stateOf(memory []byte, stackPointer uint64) imageState {
	used := usedRanges(memory)
	return imageState{
		Format:       imageFormat,
		Size:         len(memory),
		StackPointer: stackPointer,
		Used:         used,
		Memory:       rangesDigest(memory, used),
	}
}

// writeMemory writes a file of the memory.
func writeMemory(name string, memory []byte, used [][2]int) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := fillMemory(file, memory, used); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// fillMemory writes the used ranges and leaves the rest of the file a hole.
func fillMemory(file *os.File, memory []byte, used [][2]int) error {
	for _, r := range used {
		if _, err := file.WriteAt(memory[r[0]:r[1]], int64(r[0])); err != nil {
			return err
		}
	}
	return file.Truncate(int64(len(memory)))
}

// keepImage returns an image that is in no folder: in a file without a name where the system has
// such files, so that arenas can map it, and else only in memory, which arenas copy.
func keepImage(memory []byte, stackPointer uint64) (*image, error) {
	img := &image{size: len(memory), state: stateOf(memory, stackPointer)}
	file, err := namelessFile()
	if err != nil {
		img.memory = bytes.Clone(memory)
		return img, nil
	}
	if err := fillMemory(file, memory, img.state.Used); err != nil {
		file.Close()
		return nil, fmt.Errorf("wasm: keep the image: %w", err)
	}
	img.file = file
	if img.memory, err = mapFile(file, img.size); err != nil {
		file.Close()
		return nil, fmt.Errorf("wasm: keep the image: %w", err)
	}
	return img, nil
}

// openImage opens the image in dir and checks all but its memory. The error wraps fs.ErrNotExist if
// there is none and errDamagedImage if it is not what was stored.
func openImage(dir string) (*image, error) {
	text, err := os.ReadFile(filepath.Join(dir, stateName))
	if err != nil {
		return nil, fmt.Errorf("wasm: open the image: %w", err)
	}
	img := &image{}
	if err := json.Unmarshal(text, &img.state); err != nil || img.state.Format != imageFormat {
		return nil, fmt.Errorf("wasm: open the image: %w: %s", errDamagedImage, stateName)
	}
	img.size = img.state.Size
	if img.module, err = os.ReadFile(filepath.Join(dir, moduleName)); err != nil {
		return nil, fmt.Errorf("wasm: open the image: %w", err)
	}
	if img.file, err = os.Open(filepath.Join(dir, memoryName)); err != nil {
		return nil, fmt.Errorf("wasm: open the image: %w", err)
	}
	if err := img.check(); err != nil {
		img.close()
		return nil, fmt.Errorf("wasm: open the image: %w", err)
	}
	touch(dir)
	return img, nil
}

func (img *image) check() error {
	info, err := img.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() != int64(img.size) || img.size == 0 {
		return fmt.Errorf("%w: size of %s", errDamagedImage, memoryName)
	}
	if digest(img.module) != img.state.Module {
		return fmt.Errorf("%w: checksum of %s", errDamagedImage, moduleName)
	}
	if img.memory, err = mapFile(img.file, img.size); err != nil {
		return err
	}
	end := 0
	for _, r := range img.state.Used {
		if r[0] < end || r[1] < r[0] || r[1] > img.size {
			return fmt.Errorf("%w: ranges in %s", errDamagedImage, stateName)
		}
		end = r[1]
	}
	return nil
}

// checkMemory reads the whole memory. The error wraps errDamagedImage if it is not what was stored.
func (img *image) checkMemory() error {
	if rangesDigest(img.memory, img.state.Used) != img.state.Memory {
		return fmt.Errorf("wasm: open the image: %w: checksum of %s", errDamagedImage, memoryName)
	}
	return nil
}

func (img *image) close() {
	if img.file == nil {
		return
	}
	if img.memory != nil {
		unmapFile(img.memory)
	}
	img.file.Close()
}

// copyTo writes the image into memory that is zero.
func (img *image) copyTo(memory []byte) {
	for _, r := range img.state.Used {
		copy(memory[r[0]:r[1]], img.memory[r[0]:r[1]])
	}
}

// usedRanges returns the ranges of 4 KiB blocks that are not all zero.
func usedRanges(memory []byte) [][2]int {
	const block = 4096
	var zero [block]byte
	var used [][2]int
	for start := 0; start < len(memory); start += block {
		end := min(start+block, len(memory))
		if string(memory[start:end]) == string(zero[:end-start]) {
			continue
		}
		if n := len(used); n > 0 && used[n-1][1] == start {
			used[n-1][1] = end
		} else {
			used = append(used, [2]int{start, end})
		}
	}
	return used
}

func rangesDigest(memory []byte, ranges [][2]int) string {
	h := sha256.New()
	for _, r := range ranges {
		fmt.Fprintf(h, "%d-%d:", r[0], r[1])
		h.Write(memory[r[0]:r[1]])
	}
	return hex.EncodeToString(h.Sum(nil))
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
