//go:build !linux

package confine

import "errors"

func checkKernel() error { return errors.New("it needs Linux 6.12 or newer") }
