//go:build unix

package native

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"coderuntime/assets"
	"coderuntime/protocol"
)

var launchScript = sync.OnceValue(func() string { return assets.Guest()["launch"] })

// A process is an interpreter that has been started for one run, and the host's ends of its pipes.
type process struct {
	leader *os.Process
	group  *group
	tether tether
	dir    privateDir

	input   *os.File // standard input, until the guest is handed over
	stdout  *os.File
	stderr  *os.File
	channel *os.File // file descriptor 3

	// fed is closed when the guest has been handed over; feedErr is why it could not be.
	fed     chan struct{}
	feedErr error
	// exited is closed when the leader has been reaped; state is how it ended.
	exited chan struct{}
	state  *os.ProcessState
}

// spawn starts an interpreter that reads the guest and then waits for a boot frame, which ahead says will
// not come at once. Its errors name no file.
func spawn(python interpreter, config Config, ahead bool) (*process, error) {
	dir, err := makePrivateDir(config.TempDir)
	if err != nil {
		return nil, fmt.Errorf("failed to make the private directory: %w", withoutPath(err))
	}
	tether, err := newTether()
	if err != nil {
		dir.remove()
		return nil, fmt.Errorf("python spawn error: %w", withoutPath(err))
	}
	p := &process{dir: dir, tether: tether, fed: make(chan struct{}), exited: make(chan struct{})}
	if err := p.start(python, config.Launcher, ahead); err != nil {
		p.close()
		dir.remove()
		return nil, fmt.Errorf("python spawn error: %w", withoutPath(err))
	}
	return p, nil
}

func (p *process) start(python interpreter, launcher Launcher, ahead bool) error {
	theirs := make([]*os.File, 0, protocol.FD+1)
	defer func() { closeAll(theirs) }()
	for _, stream := range []struct {
		ours **os.File
		open func() (ours, theirs *os.File, err error)
	}{
		{&p.input, inputPipe},
		{&p.stdout, os.Pipe},
		{&p.stderr, os.Pipe},
		{&p.channel, socketPair},
	} {
		ours, their, err := stream.open()
		if err != nil {
			return err
		}
		*stream.ours = ours
		theirs = append(theirs, their)
	}
	attr := &os.ProcAttr{
		Dir:   p.dir.path,
		Env:   []string{"TMPDIR=" + p.dir.path},
		Files: theirs,
		Sys:   &syscall.SysProcAttr{Setsid: true},
	}
	finish := prepareGroup(attr.Sys)
	path, argv := python.path, []string{python.path, "-u", "-I", "-c", launchScript()}
	if launcher != nil {
		path, argv = launcher.Command(p.dir.path, argv)
	}
	leader, err := os.StartProcess(path, argv, attr)
	if err != nil {
		return err
	}
	p.tether.tie(leader.Pid) // before the guest is there, so that no program runs untied
	p.leader, p.group = leader, finish(leader.Pid)
	go p.reap()
	guest := python.guest
	if ahead {
		guest = python.guestAhead
	}
	go p.feed(guest)
	return nil
}

// feed hands the guest over and brings standard input to its end.
func (p *process) feed(guest []byte) {
	defer close(p.fed)
	defer p.input.Close()
	if _, err := p.input.Write(guest); err != nil && !isBrokenPipe(err) && !errors.Is(err, os.ErrClosed) {
		p.feedErr = withoutPath(err)
	}
}

// reap waits for the leader. It is the only one that does.
func (p *process) reap() {
	state, err := p.leader.Wait()
	if err == nil {
		p.state = state
	}
	p.group.orphaned()
	close(p.exited)
}

// hasExited reports whether the leader has been reaped.
func (p *process) hasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// close lets go of everything the host holds of a process that is gone, except its directory.
func (p *process) close() {
	closeAll([]*os.File{p.input, p.stdout, p.stderr, p.channel})
	if p.group != nil {
		p.group.close()
	}
	p.tether.cut()
}

func closeAll(files []*os.File) {
	for _, file := range files {
		if file != nil {
			file.Close()
		}
	}
}

// inputPipe returns a pipe that the host writes to.
func inputPipe() (ours, theirs *os.File, err error) {
	theirs, ours, err = os.Pipe()
	return ours, theirs, err
}

// socketPair returns two connected ends, of which ours works with deadlines and theirs blocks.
func socketPair() (ours, theirs *os.File, err error) {
	syscall.ForkLock.RLock()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fds[0])
		unix.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, os.NewSyscallError("socketpair", err)
	}
	if err := unix.SetNonblock(fds[0], true); err != nil {
		unix.Close(fds[0])
		unix.Close(fds[1])
		return nil, nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fds[0]), "socket"), os.NewFile(uintptr(fds[1]), "socket"), nil
}

// control calls f with the descriptor of an open file.
func control(file *os.File, f func(fd int)) {
	if raw, err := file.SyscallConn(); err == nil {
		raw.Control(func(fd uintptr) { f(int(fd)) })
	}
}

func isExecutable(path string) bool { return unix.Access(path, unix.X_OK) == nil }
