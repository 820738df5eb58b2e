//go:build !embed_assets

package assets

// embedded returns no artefact: with the build tag embed_assets there is one in the program.
func embedded() (*Artefact, error) { return nil, nil }
