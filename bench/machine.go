package bench

import (
	"context"
	"encoding/json"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"coderuntime"
)

// A Machine is where something was measured. What the system does not tell is empty.
type Machine struct {
	Platform  string `json:"platform"`
	Kernel    string `json:"kernel"`
	Processor string `json:"processor"`
	Cores     int    `json:"cores"`
	Memory    string `json:"memory"`
}

// ThisMachine describes the machine, without anything that tells whose it is.
func ThisMachine() Machine {
	return Machine{
		Platform:  runtime.GOOS + "/" + runtime.GOARCH,
		Kernel:    strings.TrimSpace(readText("/proc/sys/kernel/osrelease")),
		Processor: field("/proc/cpuinfo", "model name"),
		Cores:     runtime.GOMAXPROCS(0),
		Memory:    memorySize(field("/proc/meminfo", "MemTotal")),
	}
}

// memorySize spells "24683620 kB" in three digits.
func memorySize(text string) string {
	kilobytes, err := strconv.ParseFloat(strings.TrimSuffix(text, " kB"), 64)
	if err != nil {
		return ""
	}
	return amount(kilobytes*1024, Bytes)
}

// Load returns how many processes wanted a processor in the last minute, on average; empty where the
// system does not tell. Figures from a machine that does other work as well say little.
func Load() string {
	load, _, _ := strings.Cut(readText("/proc/loadavg"), " ")
	return load
}

func readText(name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}

// field returns what follows "name:" in a file of lines.
func field(file, name string) string {
	for line := range strings.Lines(readText(file)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// A Version is the version of something that was measured with.
type Version struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Versions returns the versions of what the subjects are made of. A subject that does not work here
// is left out: its results say why.
func (s *Session) Versions(ctx context.Context, subjects []string) []Version {
	list := []Version{{"go", runtime.Version()}}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == "github.com/tetratelabs/wazero" {
				list = append(list, Version{"wazero", dep.Version})
			}
		}
	}
	for _, subject := range backends {
		if !slices.Contains(subjects, subject) {
			continue
		}
		if version, err := s.pythonVersion(ctx, subject); err == nil {
			list = append(list, Version{"Python of " + subject, version})
		}
	}
	return append(list, s.peerVersions(ctx, subjects)...)
}

func (s *Session) pythonVersion(ctx context.Context, subject string) (version string, err error) {
	rt, err := s.Runtime(ctx, subject)
	if err != nil {
		return "", err
	}
	result, err := run(ctx, rt, coderuntime.Request{Program: "import sys\nreturn sys.version.split()[0]"})
	if err != nil {
		return "", err
	}
	return version, json.Unmarshal(result.Value, &version)
}
