package soak

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"coderuntime"
)

// held reads what the kernel says about this process, proc(5).
func held() Holdings {
	h := Holdings{RSS: -1, Descriptors: -1, Children: -1}
	if statm, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := strings.Fields(string(statm)); len(fields) > 1 {
			if pages, err := strconv.Atoi(fields[1]); err == nil {
				h.RSS = coderuntime.ByteSize(pages * os.Getpagesize())
			}
		}
	}
	if fds, err := os.ReadDir("/proc/self/fd"); err == nil {
		h.Descriptors = len(fds) - 1 // the one that lists them
	}
	if processes, err := os.ReadDir("/proc"); err == nil {
		h.Children = 0
		self := []byte(strconv.Itoa(os.Getpid()))
		for _, p := range processes {
			stat, err := os.ReadFile("/proc/" + p.Name() + "/stat")
			if err != nil {
				continue
			}
			// pid (name) state parent …, and a name may have parentheses and spaces.
			fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
			if len(fields) > 1 && bytes.Equal(fields[1], self) {
				h.Children++
			}
		}
	}
	return h
}
