package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"coderuntime/assets"
)

// assetsCommand builds, finds, checks and carries the interpreter of the wasm backend.
func assetsCommand(ctx context.Context, args []string, c console) (int, error) {
	flags := flag.NewFlagSet("assets", flag.ContinueOnError)
	force := flags.Bool("force", false, "build: again, even if there is one")
	keep := flags.Bool("keep", false, "build: keep the folder it works in, some 700 MB, for building again after a change")
	twice := flags.Bool("twice", false, "build: from nothing in two folders, and compare what came out")
	missing := flags.Bool("missing", false, "toolchain: only what is not installed")
	words, err := parse(flags, args, c)
	if err != nil {
		return help(err)
	}
	word, file, err := assetsWords(words)
	if err != nil {
		return exitMisuse, err
	}
	options := assets.BuildOptions{Progress: c.err, Force: *force, Keep: *keep}
	switch word {
	case "build":
		if *twice {
			if _, err := assets.BuildTwice(ctx, options); err != nil {
				return exitFailed, err
			}
			fmt.Fprintln(c.out, "two builds made the same files")
			return exitCompleted, nil
		}
		artefact, err := assets.Build(ctx, options)
		if err != nil {
			return exitFailed, err
		}
		fmt.Fprintln(c.out, artefact)
	case "path":
		artefact, err := assets.Find()
		if err != nil {
			return exitMisuse, misuse{err}
		}
		fmt.Fprintln(c.out, artefact)
	case "verify":
		artefact, err := assets.Find()
		if err != nil {
			return exitMisuse, misuse{err}
		}
		if err := artefact.Verify(); err != nil {
			return exitFailed, err
		}
		fmt.Fprintln(c.out, "ok", artefact)
	case "pack":
		artefact, err := assets.Find()
		if err != nil {
			return exitMisuse, misuse{err}
		}
		if err := artefact.PackFile(file); err != nil {
			return exitFailed, err
		}
	case "use":
		return usePack(ctx, file, c)
	case "toolchain":
		return toolchain(ctx, *missing, c)
	}
	return exitCompleted, nil
}

// assetsWords checks the words that follow "assets".
func assetsWords(words []string) (word, file string, err error) {
	const list = "build, path, verify, pack FILE, use FILE or toolchain"
	if len(words) == 0 {
		return "", "", misusef("say what to do: %s", list)
	}
	takes := map[string]int{"build": 1, "path": 1, "verify": 1, "toolchain": 1, "pack": 2, "use": 2}
	switch takes[words[0]] {
	case 0:
		return "", "", misusef("unknown word %q: use %s", words[0], list)
	case len(words):
		return words[0], words[len(words)-1], nil
	case 2:
		return "", "", misusef("give one file: coderun assets %s FILE", words[0])
	}
	return "", "", misusef("%s takes no more words", words[0])
}

// usePack puts a packed interpreter into the cache.
func usePack(ctx context.Context, file string, c console) (int, error) {
	pack, err := os.Open(file)
	if err != nil {
		return exitMisuse, misusef("cannot read the pack: %w", err)
	}
	defer pack.Close()
	artefact, err := assets.Use(ctx, pack, c.err)
	if err != nil {
		return exitFailed, err
	}
	fmt.Fprintln(c.out, artefact)
	return exitCompleted, nil
}

// toolchain lists the Debian packages that a build needs.
func toolchain(ctx context.Context, onlyMissing bool, c console) (int, error) {
	packages := assets.Toolchain()
	if onlyMissing {
		var err error
		if packages, err = assets.MissingTools(ctx); err != nil {
			return exitFailed, err
		}
	}
	fmt.Fprintln(c.out, strings.Join(packages, " "))
	return exitCompleted, nil
}
