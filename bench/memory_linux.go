package bench

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// footprintOf returns the memory of a process and its descendants. One that ends meanwhile counts
// nothing.
func footprintOf(pid int) (footprint, error) {
	children, err := childrenOf()
	if err != nil {
		return footprint{}, err
	}
	total, err := rollup(pid)
	if err != nil {
		return footprint{}, err
	}
	for todo := children[pid]; len(todo) > 0; todo = todo[1:] {
		one, err := rollup(todo[0])
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errGone) {
			return footprint{}, err
		}
		total.shared += one.shared
		total.resident += one.resident
		todo = append(todo, children[todo[0]]...)
	}
	return total, nil
}

// childrenOf returns the processes of this machine by their parents.
func childrenOf() (map[int][]int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	children := map[int][]int{}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue // it has ended
		}
		// the name, in parentheses, may hold anything; state and parent follow it
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if len(fields) < 2 {
			continue
		}
		if parent, err := strconv.Atoi(fields[1]); err == nil {
			children[parent] = append(children[parent], pid)
		}
	}
	return children, nil
}

var errGone = errors.New("the process has ended")

// rollup reads the memory of one process. Documentation/filesystems/proc.rst of Linux describes it.
func rollup(pid int) (footprint, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		if errors.Is(err, os.ErrProcessDone) || strings.Contains(err.Error(), "no such process") {
			err = errGone
		}
		return footprint{}, err
	}
	return footprint{kilobytes(string(text), "\nPss:"), kilobytes(string(text), "\nRss:")}, nil
}

func kilobytes(text, key string) int64 {
	_, rest, found := strings.Cut(text, key)
	fields := strings.Fields(rest)
	if !found || len(fields) == 0 {
		return 0
	}
	n, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		return 0
	}
	return n << 10
}
