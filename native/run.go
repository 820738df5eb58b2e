//go:build unix

package native

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"coderuntime"
	"coderuntime/internal/baton"
	"coderuntime/protocol"
)

const (
	// closeMargin is how long after the grace period what cannot be waited for is given up: pipes
	// that a descendant outside the group holds open, a group that does not die of SIGKILL.
	closeMargin = 2 * time.Second
	// groupPoll is the longest pause between two looks at whether a group is empty.
	groupPoll = 50 * time.Millisecond
	// readSize is how much is read from a pipe at once.
	readSize = 64 << 10
	// drainSize is more than the kernel keeps of what was written to a socket, as it is set up by default.
	drainSize = 4 << 20
)

// past is a deadline that ends reads and writes that are under way.
var past = time.Unix(1, 0)

var readBuffers = sync.Pool{New: func() any { return new([readSize]byte) }}

// A run is one program in its process.
type run struct {
	session *protocol.Session
	process *process
	limits  coderuntime.Limits
	baton   baton.Baton  // held by the goroutine that reads fd 3
	answers atomic.Int32 // how many are being written by goroutines that hold the baton, or did

	channelEnd chan struct{} // closed when nothing more is read from fd 3
	quiet      chan struct{} // closed when the leader is reaped and its output is at its end
	peakMemory coderuntime.ByteSize
}

// newRun starts to move bytes between a session and a process.
func newRun(session *protocol.Session, p *process, limits coderuntime.Limits) *run {
	r := &run{
		session: session, process: p, limits: limits,
		channelEnd: make(chan struct{}), quiet: make(chan struct{}),
	}
	r.baton.Next = r.receive
	session.HoldCalls()
	var output sync.WaitGroup
	output.Go(func() { r.collect(p.stdout, protocol.Stdout) })
	output.Go(func() { r.collect(p.stderr, protocol.Stderr) })
	go func() {
		output.Wait()
		<-p.exited
		close(r.quiet)
	}()
	go r.receive()
	go r.send()
	go r.watch()
	return r
}

// collect reads one output pipe to its end, after the decision too.
func (r *run) collect(file *os.File, pipe protocol.Pipe) {
	readAll(file, func(p []byte) (goOn bool) {
		r.session.Stray(pipe, p)
		return true
	})
	r.session.EndStray(pipe)
}

// receive reads frames until the end of fd 3 or the decision, or until another goroutine does. When the
// process is gone and others hold fd 3 open, what has come by the deadline is the end.
func (r *run) receive() {
	channel := r.process.channel
	err := readAll(channel, r.take)
	if err == nil {
		return
	}
	if errors.Is(err, os.ErrDeadlineExceeded) && !r.session.IsDecided() {
		control(channel, func(fd int) {
			drain(fd, func(p []byte) (goOn bool) {
				r.session.Receive(p)
				r.session.StartCalls()
				return !r.session.IsDecided()
			})
		})
	}
	r.baton.Drop()
	close(r.channelEnd)
}

// take takes what has come from fd 3 and starts the functions that it calls. If there is one, and the guest
// has nothing else to wait for, it is called right here, and its answer written. It reports whether this
// goroutine goes on reading.
func (r *run) take(p []byte) (goOn bool) {
	r.session.Receive(p)
	if r.answers.Load() == 0 { // a guest that doesn't read would have ever more
		if call, ok := r.session.TakeOnlyCall(); ok {
			return r.baton.Call(func() {
				defer r.answer()
				r.session.Serve(call)
			})
		}
	}
	r.session.StartCalls()
	return true
}

// answer writes what is queued, which takes long if the guest does not read it.
func (r *run) answer() {
	r.answers.Add(1)
	defer r.answers.Add(-1)
	if frame := r.session.Take(); frame != nil {
		r.process.channel.Write(frame)
	}
}

// readAll reads a file until there is nothing more to be had and returns why, or nil if take does not want
// to go on.
func readAll(file *os.File, take func(p []byte) (goOn bool)) error {
	buffer := readBuffers.Get().(*[readSize]byte)
	defer readBuffers.Put(buffer)
	for {
		n, err := file.Read(buffer[:])
		if n > 0 && !take(buffer[:n]) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// drain reads what a descriptor that does not block has now, and no more than it can have had: others may go on
// writing to it.
func drain(fd int, take func(p []byte) (goOn bool)) {
	buffer := readBuffers.Get().(*[readSize]byte)
	defer readBuffers.Put(buffer)
	for taken := 0; taken < drainSize; {
		n, err := unix.Read(fd, buffer[:])
		if n <= 0 && err != unix.EINTR {
			return
		}
		if n > 0 {
			taken += n
			if !take(buffer[:n]) {
				return
			}
		}
	}
}

// send writes frames one at a time, each when the process has taken the one before.
func (r *run) send() {
	<-r.process.fed
	if err := r.process.feedErr; err != nil {
		r.session.Fail(coderuntime.FailureWorkerExit, fmt.Sprintf("failed to load python bootstrap: %v", err))
		return
	}
	booting := 2 // the boot and the run frame, without which there is no program
	for {
		frame := r.session.Next()
		if frame == nil {
			return
		}
		_, err := r.process.channel.Write(frame)
		if err != nil && booting > 0 && !isBrokenPipe(err) {
			r.session.Fail(coderuntime.FailureWorkerExit,
				fmt.Sprintf("failed to boot python subprocess: %v", withoutPath(err)))
		}
		booting--
	}
}

// watch decides a run whose process is gone without an outcome. What the process wrote just before
// is read first; a descendant that keeps fd 3 open does not keep the run open for long.
func (r *run) watch() {
	select {
	case <-r.process.exited:
	case <-r.session.Decided():
		return
	}
	r.process.channel.SetReadDeadline(time.Now().Add(closeMargin))
	<-r.channelEnd
	r.session.Fail(r.exitFailure())
}

func (r *run) exitFailure() (coderuntime.FailureKind, string) {
	code, signal := "null", "null"
	if state := r.process.state; state != nil {
		status := state.Sys().(syscall.WaitStatus)
		if status.Signaled() {
			if status.Signal() == syscall.SIGXCPU {
				return coderuntime.FailureTimeout, fmt.Sprintf(
					"CPU time exhausted (limit %ds; an inherited limit may be stricter)", r.limits.CPU/time.Second)
			}
			signal = unix.SignalName(status.Signal())
		} else {
			code = fmt.Sprint(status.ExitStatus())
		}
	}
	return coderuntime.FailureWorkerExit, fmt.Sprintf("python exited (code=%s, signal=%s) before completing", code, signal)
}

// end waits for the decision, ends the process and returns the result when no more output can come
// or when it has waited long enough for that. It reports whether the group may still have members,
// and until when they have to end by themselves.
func (r *run) end() (result coderuntime.Result, survivors bool, grace time.Time) {
	<-r.session.Decided()
	p := r.process
	if !p.hasExited() {
		r.peakMemory = peakMemory(p.leader.Pid)
	}
	now := time.Now()
	grace = now.Add(r.limits.Grace)
	p.group.terminate()
	p.channel.SetDeadline(past)
	kill := time.NewTimer(r.limits.Grace)
	defer kill.Stop()
	giveUp := time.NewTimer(r.limits.Grace + closeMargin)
	defer giveUp.Stop()
	for waiting := true; waiting; {
		select {
		case <-r.quiet:
			waiting = false
		case <-kill.C:
			p.group.signal(unix.SIGKILL)
		case <-giveUp.C:
			p.stdout.Close()
			p.stderr.Close()
			waiting = false
		}
	}
	result = r.session.Result()
	if p.hasExited() && p.state != nil {
		usage := p.state.SysUsage().(*syscall.Rusage)
		result.Stats.CPU = p.state.UserTime() + p.state.SystemTime()
		result.Stats.PeakMemory = reapedPeakMemory(usage)
	}
	if r.peakMemory > 0 {
		result.Stats.PeakMemory = r.peakMemory
	}
	return result, !p.hasExited() || !p.group.isEmpty(), grace
}

// outlast ends what is left of a group: with SIGKILL when the grace period is over, and once more
// should the first have come too early for it. It gives up on what the kernel does not let die.
func (p *process) outlast(grace time.Time) {
	for _, deadline := range []time.Time{grace, grace.Add(closeMargin), grace.Add(2 * closeMargin)} {
		if p.awaitEmpty(deadline) {
			return
		}
		p.group.signal(unix.SIGKILL)
	}
}

// awaitEmpty looks, less and less often, whether the leader is reaped and its group empty.
func (p *process) awaitEmpty(deadline time.Time) bool {
	for pause := time.Millisecond; ; pause = min(2*pause, groupPoll) {
		if p.hasExited() && p.group.isEmpty() {
			return true
		}
		left := time.Until(deadline)
		if left <= 0 {
			return false
		}
		time.Sleep(min(pause, left))
	}
}
