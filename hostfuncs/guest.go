package hostfuncs

import (
	"context"
	"time"

	"coderuntime/internal/memfs"
)

// monotonicStart is what the monotonic clock of a guest shows when its run starts.
const monotonicStart = time.Second

// A Channel is the host's end of fd 3.
type Channel interface {
	// Receive takes what the guest wrote. It must not keep p, which is the guest's memory.
	Receive(p []byte)
	// Take returns a whole frame that waits for the guest, or nil. The guest keeps it.
	Take() []byte
}

// A Guest is what the host functions of one instance act on. An instance runs on one goroutine at a
// time, and its Guest is not safe for concurrent use.
//
// The function fields may be changed between calls of the instance. A nil field stands for what its
// comment says.
type Guest struct {
	// Channel is fd 3. Without one, reading finds nothing and what is written is dropped.
	Channel Channel

	// Stdout and Stderr are given what the guest writes to fd 1 and 2, in pieces of at most
	// MaxTransfer bytes. They must not keep p, which is the guest's memory. Nil drops it.
	Stdout, Stderr func(p []byte)

	// Tick is called whenever the guest has used up its fuel, and once when it boots. An error
	// ends the guest: the Call that runs it returns an error that wraps this one. Nil does
	// nothing.
	Tick func() error

	// Sleep blocks for d, or until the guest has to end, which its error says as with Tick. It
	// is called with 0 during long operations to ask whether the guest may go on. Nil is
	// time.Sleep.
	Sleep func(d time.Duration) error

	// Wall is the time of day. Nil is time.Now.
	Wall func() time.Time

	// Monotonic is the clock that never goes back. Nil is a clock that shows one second when the
	// guest is made or reset. While an image is made it should stand still at one second
	// (StoppedClock): what a libc remembers of it is in the image, and must not lie ahead of the
	// runs made from it.
	Monotonic func() time.Duration

	// CPU is the processor time of the run. Nil makes the clocks that show it ENOTSUP.
	CPU func() time.Duration

	files   *memfs.FS
	table   table
	unread  []byte // of a frame that did not fit in the last read
	started time.Time
}

// Limits are the caps of one guest. The zero value of a field stands for its default.
type Limits struct {
	// Files are the caps of /tmp.
	Files memfs.Limits
	// Descriptors is how many file descriptors may be open at once, the first four included.
	// Default 256.
	Descriptors int
}

const defaultDescriptors = 256

// NewGuest returns a Guest that sees the tree and an empty /tmp.
func NewGuest(tree *memfs.Tree, limits Limits) *Guest {
	if limits.Descriptors == 0 {
		limits.Descriptors = defaultDescriptors
	}
	g := &Guest{started: time.Now()}
	g.files = memfs.NewFS(tree, limits.Files, g.wall)
	g.table = newTable(g.files, max(limits.Descriptors, fdFirst))
	return g
}

// Reset brings the guest to where NewGuest left it, but for the exported fields: the descriptors,
// /tmp, what is left of the channel's last frame, and the monotonic clock. Nothing of a run survives.
func (g *Guest) Reset() {
	g.table.reset(g.files)
	g.files.Reset()
	g.unread = nil
	g.started = time.Now()
}

// Pristine reports whether the guest is as NewGuest left it: no descriptor opened, moved or closed,
// nothing in /tmp and nothing half read from the channel. Only then an image of the instance is the
// whole of it.
func (g *Guest) Pristine() bool {
	return g.table.pristine() && g.files.Pristine() && len(g.unread) == 0
}

// Used returns how many bytes and inodes /tmp takes.
func (g *Guest) Used() (bytes int64, inodes int) { return g.files.Used() }

// StoppedClock is a Monotonic that shows the time at which a run starts.
func StoppedClock() time.Duration { return monotonicStart }

func (g *Guest) wall() time.Time {
	if g.Wall != nil {
		return g.Wall()
	}
	return time.Now()
}

func (g *Guest) monotonic() time.Duration {
	if g.Monotonic != nil {
		return g.Monotonic()
	}
	return monotonicStart + time.Since(g.started)
}

func (g *Guest) tick() {
	if g.Tick == nil {
		return
	}
	if err := g.Tick(); err != nil {
		panic(err)
	}
}

// sleep ends the guest when it may not go on.
func (g *Guest) sleep(d time.Duration) {
	if g.Sleep == nil {
		time.Sleep(d)
		return
	}
	if err := g.Sleep(d); err != nil {
		panic(err)
	}
}

// A guestContext is found by its type, which is faster than asking a context for a value.
type guestContext struct {
	context.Context
	guest *Guest
}

type guestKey struct{}

func (c *guestContext) Value(key any) any {
	if key == (guestKey{}) {
		return c.guest
	}
	return c.Context.Value(key)
}

// With returns a context for calls of the functions of g's instance.
func With(ctx context.Context, g *Guest) context.Context { return &guestContext{ctx, g} }

// guestOf returns the guest that a call is for. A call without one is a fault of the host.
func guestOf(ctx context.Context) *Guest {
	if c, ok := ctx.(*guestContext); ok {
		return c.guest
	}
	if g, ok := ctx.Value(guestKey{}).(*Guest); ok {
		return g
	}
	panic("hostfuncs: the context of the call carries no Guest")
}
