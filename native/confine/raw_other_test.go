//go:build linux && !amd64

package confine_test

// rawAttempts are not written for this architecture.
var rawAttempts map[string]string
