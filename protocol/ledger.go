package protocol

// entryOverhead is what an entry costs beyond the text: two quotes and the
// comma or bracket after it.
const entryOverhead = 3

// Ledger collects the output of one run under one byte budget, from log frames
// and from stray output, which reached file descriptors 1 and 2 around the
// guest's streams.
//
// An entry costs the bytes of its JSON string and one more; of the budget one
// byte is set aside, so that the entries as one JSON array fit it. The text that
// does not fit is replaced by one entry, [TruncationMarker], which costs nothing
// and is the last one. Memory is bounded by the budget, whatever comes in.
//
// Entries are valid UTF-8: lone surrogates in log frames and illegal bytes in
// stray output become U+FFFD. A surrogate is charged as the six bytes of its
// escape all the same.
//
// A Ledger is not safe for concurrent use.
type Ledger struct {
	max       int
	remaining int
	entries   []string
	commit    func(entry string)
	closed    bool

	held    []byte // text of the open entry, paid for
	holding bool
	stray   [2]strayLine
}

// NewLedger returns a ledger for a budget of maxLogBytes, at least 1. If commit
// is not nil it is called with every entry, in order, when it becomes final.
func NewLedger(maxLogBytes int, commit func(entry string)) *Ledger {
	return &Ledger{max: maxLogBytes, remaining: maxLogBytes - 1, commit: commit}
}

// Log takes a log frame. A frame that is Open begins or continues an entry; the
// next one that is not ends it. The first part pays for the whole entry, further
// parts only for their text.
func (l *Ledger) Log(frame Log) {
	switch {
	case l.closed:
	case frame.Truncated:
		l.truncate()
	case frame.Open:
		if l.charge(frame.Text) {
			l.held = append(l.held, validText(frame.Text)...)
			l.holding = true
		}
	case l.holding:
		if l.charge(frame.Text) {
			l.held = append(l.held, validText(frame.Text)...)
			l.commitHeld()
		}
	default:
		if l.charge(frame.Text) {
			l.add(validText(frame.Text))
		}
	}
}

// charge pays for the text of a log frame or truncates.
func (l *Ledger) charge(text string) bool {
	overhead := entryOverhead
	if l.holding {
		overhead = 0
	}
	// The length is a lower bound: do not look at text that cannot fit.
	if len(text)+overhead > l.remaining {
		l.truncate()
		return false
	}
	cost := quotedCost(text) + overhead
	if cost > l.remaining {
		l.truncate()
		return false
	}
	l.remaining -= cost
	return true
}

// add commits an entry that is paid for.
func (l *Ledger) add(entry string) {
	l.entries = append(l.entries, entry)
	if l.commit != nil {
		l.commit(entry)
	}
}

func (l *Ledger) commitHeld() {
	if l.holding {
		l.add(string(l.held))
	}
	l.held, l.holding = nil, false
}

// truncate ends the ledger with the marker. The part of an open entry that is
// paid for comes before it.
func (l *Ledger) truncate() {
	l.commitHeld()
	l.add(TruncationMarker(l.max))
	l.closed = true
	l.stray = [2]strayLine{}
}

// Close commits what is still incomplete: stray output without a newline, and
// an open entry. Everything after it is ignored.
func (l *Ledger) Close() {
	l.EndStray(Stdout)
	l.EndStray(Stderr)
	if !l.closed {
		l.commitHeld()
		l.closed = true
	}
}

// Entries returns the entries committed so far. The caller must not change them.
func (l *Ledger) Entries() []string { return l.entries }
