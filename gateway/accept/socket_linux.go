package accept

import (
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A socket is a connection of the event loop. Only the goroutine that has claimed it reads, writes or closes it.
type socket struct {
	connection
	p      *loop
	fd     int
	slot   int32
	from   unix.Sockaddr
	state  atomic.Int32
	ending atomic.Bool              // an event other than bytes has happened: the end of the connection, or an error
	lent   atomic.Pointer[lentConn] // while fasthttp or a slow writer has it
}

// States of a socket.
const (
	idle    int32 = iota // it waits for an event
	claimed              // one goroutine has it
	again                // claimed, and another event has happened
	away                 // lent
	gone
)

// Close closes the connection if it is idle. A connection that is being answered stays open.
func (s *socket) Close() error {
	if s.claim() {
		s.close()
	} else if c := s.lent.Load(); c != nil && s.since.Load() != 0 {
		return c.Close() // makes its user give up
	}
	return nil
}

// release makes a claimed socket idle. It reports false if an event has happened since it was claimed; then the socket
// is still claimed.
func (s *socket) release() bool {
	if !s.state.CompareAndSwap(claimed, idle) {
		s.state.Store(claimed)
		return false
	}
	if s.p.stopped.Load() && s.claim() {
		s.close()
	}
	return true
}

// receive reads what has arrived. Neither it nor send goes through the Go scheduler: watching calls that never block
// costs a tenth of a hit.
func (s *socket) receive(p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(unix.SYS_RECVFROM, uintptr(s.fd),
		uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)), 0, 0, 0) //nolint:gosec // a slice and its length
	return int(n), errno //nolint:gosec // at most its length
}

// send writes as much as the kernel accepts at once.
func (s *socket) send(head, body []byte) (int, syscall.Errno) {
	out := [2]syscall.Iovec{{Base: &head[0], Len: uint64(len(head))}}
	parts := 1
	if len(body) > 0 {
		out[1], parts = syscall.Iovec{Base: &body[0], Len: uint64(len(body))}, 2
	}
	for {
		n, _, errno := syscall.RawSyscall(unix.SYS_WRITEV, uintptr(s.fd),
			uintptr(unsafe.Pointer(&out[0])), uintptr(parts)) //nolint:gosec // an array and its length
		switch errno {
		case 0:
			return int(n), 0 //nolint:gosec // at most their lengths
		case syscall.EAGAIN:
			return 0, 0
		case syscall.EINTR:
		default:
			return 0, errno
		}
	}
}

// claim takes an idle socket. It reports false if another goroutine has the socket; that one will look again.
func (s *socket) claim() bool {
	for {
		switch s.state.Load() {
		case idle:
			if s.state.CompareAndSwap(idle, claimed) {
				return true
			}
		case claimed:
			if s.state.CompareAndSwap(claimed, again) {
				return false
			}
		default:
			return false
		}
	}
}

// close closes a claimed socket.
func (s *socket) close() {
	s.state.Store(gone)
	s.leave()
	_ = unix.EpollCtl(s.p.epoll, unix.EPOLL_CTL_DEL, s.fd, nil) // a duplicate descriptor would keep it registered
	_ = unix.Close(s.fd)
	s.p.releaseSlot(s.slot)
}
