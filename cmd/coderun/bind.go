package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"coderuntime"
)

// maxCommandOutput bounds what is kept of a command's result; its error text is kept to a part of that.
const (
	maxCommandOutput = 32 << 20
	maxCommandError  = 16 << 10
)

// namespaces makes the bindings of a request from the --bind flags.
func namespaces(bindings []binding) []coderuntime.Namespace {
	var list []coderuntime.Namespace
	index := map[string]int{}
	for _, b := range bindings {
		i, ok := index[b.namespace]
		if !ok {
			i = len(list)
			index[b.namespace] = i
			list = append(list, coderuntime.Namespace{Global: b.namespace, Functions: map[string]coderuntime.Function{}})
		}
		list[i].Functions[b.name] = commandFunction(b.command)
	}
	return list
}

// commandFunction runs a shell command for each call: the argument on its standard input, the
// result on its standard output, both JSON. If it fails, the call fails with what it wrote to its
// standard error. When the run ends first, the command's process group is killed.
func commandFunction(command string) coderuntime.Function {
	return func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
		stdout, stderr := &cappedBuffer{max: maxCommandOutput}, &cappedBuffer{max: maxCommandError}
		cmd := exec.CommandContext(ctx, "sh", "-c", command)
		cmd.Stdin = bytes.NewReader(args)
		cmd.Stdout, cmd.Stderr = stdout, stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
		cmd.WaitDelay = time.Second
		err := cmd.Run()
		switch {
		case err != nil && strings.TrimSpace(stderr.String()) != "":
			return nil, errors.New(strings.TrimSpace(stderr.String()))
		case err != nil:
			return nil, err
		case stdout.over:
			return nil, fmt.Errorf("the command wrote more than %d bytes", maxCommandOutput)
		case !json.Valid(stdout.Bytes()):
			return nil, errors.New("the command did not write one JSON value")
		}
		return stdout.Bytes(), nil
	}
}

// cappedBuffer keeps the first max bytes and takes the rest without keeping it.
type cappedBuffer struct {
	bytes.Buffer
	max  int
	over bool
}

func (b *cappedBuffer) Write(p []byte) (int, error) {
	if room := b.max - b.Len(); len(p) > room {
		b.over = true
		b.Buffer.Write(p[:room])
		return len(p), nil
	}
	return b.Buffer.Write(p)
}
