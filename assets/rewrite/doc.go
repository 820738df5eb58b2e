// Package rewrite changes WebAssembly modules, binary to binary, before they are compiled.
//
// [Meter] adds the fuel checks that let a host interrupt a spinning guest; [StripData] takes the active data segments out of a
// module whose instances start from a memory image; [Hollow] takes the code out of one whose compiled code is kept elsewhere. All copy everything they have no reason to change byte for byte.
//
// The decoder is strict: it follows the [binary format] of WebAssembly 2.0 with the tail call, threads, extended constant and
// multi-memory proposals, and refuses what it doesn't know by opcode and byte offset. It does not validate: a module
// that is well formed but ill typed stays so, for the engine to refuse. Input may be hostile: the functions return errors, never
// panic, and allocate in proportion to the bytes they are given. They keep no state and may be called concurrently.
//
// Offsets in custom sections (DWARF, source maps) describe the code before the change.
//
// [binary format]: https://webassembly.github.io/spec/core/binary/index.html
package rewrite

// Version names the output of this package: it changes whenever the same input and options would give other bytes.
// It is part of the digest of whatever is built from a rewritten module.
const Version = "5"
