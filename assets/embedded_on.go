//go:build embed_assets

package assets

import (
	_ "embed"
	"fmt"
	"sync"
)

// embeddedPack is made by "make static", or: coderun assets pack assets/embedded/artefact.pack
//
//go:embed embedded/artefact.pack
var embeddedPack []byte

// embedded returns the artefact that is built into this program.
var embedded = sync.OnceValues(func() (*Artefact, error) {
	a, err := FromPack(embeddedPack)
	if err != nil {
		return nil, fmt.Errorf("%w; it was built into this program: make static", err)
	}
	return &a, nil
})
