// Package steps runs a build as named steps that can be interrupted and taken up again.
//
// A step names the steps it needs and carries a key: a text that stands for everything it depends on besides them. What it makes goes
// into a folder of its own. When it has finished, a stamp with the digest of its key and of the keys of all it needs is written; a
// step whose stamp still matches is not repeated. Steps that do not need each other run at the same time.
package steps
