// Package protocol is the host side of the wire contract between a run and its
// guest: JSON lines on file descriptor 3.
//
// Every line a guest writes is hostile. The package splits the byte stream into
// frames ([Reader]), rebuilds each frame field by field or drops it ([Decode]),
// keeps values as canonical JSON text without ever turning them into Go values
// ([Canonical]), and accounts for everything the program prints ([Ledger]).
// All walks over JSON text are iterative and keep one bit per nesting level,
// so neither depth nor width is limited by anything but the frame cap.
//
// # Strings
//
// JSON strings may hold lone UTF-16 surrogates, which no UTF-8 text can. Decoded
// strings are therefore WTF-8: UTF-8 in which a lone surrogate is spelled as the
// three bytes its code point would have (0xED 0xA0..0xBF 0x80..0xBF). The encoder
// turns such bytes back into a \udXXX escape. Text that leaves the package for a
// human, log entries and diagnostics, is always valid UTF-8: a lone surrogate
// becomes U+FFFD there.
package protocol

import "strconv"

const (
	// FD is the file descriptor the guest reads and writes frames on.
	FD = 3

	// MaxFrameBytes is the cap on one guest frame, its newline not counted.
	MaxFrameBytes = 64 << 20

	// FrameEnvelopeBytes is reserved around a log text or a completion value, so
	// that a payload at its own budget still fits one frame. The widest carrier,
	// {"type":"log","text":"","truncated":true}, needs 41 bytes.
	FrameEnvelopeBytes = 64
)

// TruncationMarker is the log entry that stands for everything dropped after
// the log budget of maxLogBytes bytes was used up.
func TruncationMarker(maxLogBytes int) string {
	return "[coderuntime] log capture truncated at " + strconv.Itoa(maxLogBytes) + " bytes"
}
