//go:build !linux

package bench

import "errors"

func footprintOf(int) (footprint, error) {
	return footprint{}, errors.New("the memory of processes can be measured on Linux only")
}
