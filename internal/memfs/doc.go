// Package memfs is the file system that a guest sees: a read-only tree that all guests share, and a
// writable /tmp of its own, both in memory. Nothing of the host can be named through it.
//
// Every size that a guest names is checked against a cap before anything is allocated.
package memfs
