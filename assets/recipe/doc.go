// Package recipe knows how to make CPython for WASI: what goes in, with which flags, in which steps.
//
// On Debian everything comes from Debian: the compiler is installed by the user (see [Toolchain]); sources, WASI's C library, the time
// zones and a CPython of the same version that runs on the build machine are fetched from the release named in [Suite] by package apt,
// whatever release the machine runs. Elsewhere environment variables name folders instead (see [Origin]).
//
// The upstream sources are pinned by checksum. What only Debian decides (its patches, the C library, the time zones) is recorded in
// the build's report and may change.
package recipe
