package main

import (
	"context"
	"flag"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"coderuntime/assets"
)

// assetsCommand builds, finds and checks the interpreter of the wasm backend.
func assetsCommand(ctx context.Context, args []string, c console) (int, error) {
	flags := flag.NewFlagSet("assets", flag.ContinueOnError)
	force := flags.Bool("force", false, "build: again, even if there is one")
	missing := flags.Bool("missing", false, "toolchain: only what is not installed")
	words, err := parse(flags, args, c)
	if err != nil {
		return help(err)
	}
	if len(words) != 1 {
		return exitMisuse, misusef("say what to do: build, path, verify or toolchain")
	}
	switch words[0] {
	case "build":
		artefact, err := assets.Build(ctx, assets.BuildOptions{Progress: c.err, Force: *force})
		if err != nil {
			return exitFailed, err
		}
		fmt.Fprintln(c.out, artefact.Dir)
	case "path":
		artefact, err := assets.Find()
		if err != nil {
			return exitMisuse, misuse{err}
		}
		fmt.Fprintln(c.out, artefact.Dir)
	case "verify":
		artefact, err := assets.Find()
		if err != nil {
			return exitMisuse, misuse{err}
		}
		if err := artefact.Verify(); err != nil {
			return exitFailed, err
		}
		fmt.Fprintln(c.out, "ok", artefact.Dir)
	case "toolchain":
		packages := assets.Toolchain()
		if *missing {
			packages = notInstalled(packages)
		}
		fmt.Fprintln(c.out, strings.Join(packages, " "))
	default:
		return exitMisuse, misusef("unknown word %q: use build, path, verify or toolchain", words[0])
	}
	return exitCompleted, nil
}

// notInstalled returns the Debian packages that dpkg does not know as installed.
func notInstalled(packages []string) []string {
	return slices.DeleteFunc(slices.Clone(packages), func(name string) bool {
		status, err := exec.Command("dpkg-query", "--show", "--showformat", "${Status}", name).Output()
		return err == nil && strings.Contains(string(status), "install ok installed")
	})
}
