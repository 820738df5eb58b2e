// Package assets builds, finds and checks what runs inside: CPython as a WebAssembly module and its standard library.
//
// Nothing of it is in the repository. [Build] makes it once per machine, from the sources and with the flags of package recipe, into a
// folder of the cache that is named by a digest of everything that goes in ([Digest]); [Find] finds it there.
package assets
