package gateway

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A socket is a connection in a poller's care. Whoever has claimed it reads and writes it, and closes it; nobody else does.
type socket struct {
	seat
	p     *poller
	fd    int
	place int32
	from  unix.Sockaddr
	state atomic.Int32
	away  atomic.Pointer[os.File] // what fasthttp has it as, or who writes what the system did not take at once
}

// What a socket is at.
const (
	idle  int32 = iota // it waits for something to happen
	held               // it is claimed
	again              // claimed, and something has happened meanwhile
	lent               // fasthttp has it, or who writes
	gone
)

// claim takes a socket that waits. It reports false if another has it, who will look at it again.
func (s *socket) claim() bool {
	for {
		switch s.state.Load() {
		case idle:
			if s.state.CompareAndSwap(idle, held) {
				return true
			}
		case held:
			if s.state.CompareAndSwap(held, again) {
				return false
			}
		default:
			return false
		}
	}
}

// release lets a socket wait. It reports false if something has happened since it was claimed: then it is claimed still.
func (s *socket) release() bool {
	if !s.state.CompareAndSwap(held, idle) {
		s.state.Store(held)
		return false
	}
	if s.p.stopped.Load() && s.claim() {
		s.close()
	}
	return true
}

// close ends a connection that is claimed.
func (s *socket) close() {
	s.state.Store(gone)
	s.seat.leave()
	_ = unix.EpollCtl(s.p.epoll, unix.EPOLL_CTL_DEL, s.fd, nil) // of a file that others have open, closing is not enough
	_ = unix.Close(s.fd)
	s.p.leave(s.place)
}

// Close lets go of a connection on which nobody asks anything. One that is just being answered stays.
func (s *socket) Close() error {
	if s.claim() {
		s.close()
	} else if f := s.away.Load(); f != nil && s.since.Load() != 0 {
		return f.Close() // who has it gives up
	}
	return nil
}

// receive reads what is there. The scheduler is not told of this nor of send: it would watch over calls that never take long, which costs a tenth of a hit.
func (s *socket) receive(p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(unix.SYS_RECVFROM, uintptr(s.fd), uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)), 0, 0, 0) //nolint:gosec // of ours, and its length
	return int(n), errno                                                                                                           //nolint:gosec // at most its length
}

// send writes as much as the system takes at once.
func (s *socket) send(head, body []byte) (int, syscall.Errno) {
	out := [2]syscall.Iovec{{Base: &head[0], Len: uint64(len(head))}}
	parts := 1
	if len(body) > 0 {
		out[1], parts = syscall.Iovec{Base: &body[0], Len: uint64(len(body))}, 2
	}
	for {
		n, _, errno := syscall.RawSyscall(unix.SYS_WRITEV, uintptr(s.fd), uintptr(unsafe.Pointer(&out[0])), uintptr(parts)) //nolint:gosec // as above
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

// lend makes a claimed socket's connection one that goroutines wait on: another descriptor of the same, for events of which the poller has no ear meanwhile. Where the
// system has none left the connection is closed, and there is none.
func (s *socket) lend() *os.File {
	fd, err := unix.FcntlInt(uintptr(s.fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		s.p.server.log.Debug("a connection cannot be answered", "err", err)
		s.close()
		return nil
	}
	f := os.NewFile(uintptr(fd), "connection")
	_ = f.SetWriteDeadline(time.Now().Add(writeTimeout)) // fasthttp writes some errors without one of its own
	s.waits(time.Now())
	s.away.Store(f)
	s.state.Store(lent)
	return f
}

// back takes a socket back that was lent, and is closed by whoever had it. What has come meanwhile is looked at now: nobody will speak up for it.
func (s *socket) back() {
	s.away.Store(nil)
	s.state.Store(held)
	if s.p.stopped.Load() {
		s.close()
		return
	}
	h := s.p.hands.Get().(*hand) //nolint:forcetypeassert // nothing else is in it
	h.attend(s, true)
	s.p.hands.Put(h)
}

// give has fasthttp answer what was read, and whatever it must read for that.
func (s *socket) give(asked []byte) {
	f := s.lend()
	if f == nil {
		return
	}
	s.p.asked <- &laneConn{Conn: fileConn{f, s}, seat: &s.seat, front: &visit{s: s, asked: bytes.Clone(asked)}}
	if s.p.stopped.Load() {
		s.p.forget()
	}
}

// finish writes the rest of an answer as its reader takes it, in a goroutine of its own.
func (s *socket) finish(head, body []byte, sent int, done func()) {
	rest := [2][]byte{bytes.Clone(head[min(sent, len(head)):]), body[max(0, sent-len(head)):]}
	f := s.lend()
	if f == nil {
		return
	}
	s.p.writing.Add(1)
	go func() {
		defer s.p.writing.Add(-1)
		var err error
		for _, part := range rest {
			if err == nil {
				_, err = f.Write(part)
			}
		}
		_ = f.Close()
		if err != nil {
			s.close()
			return
		}
		done()
		s.waits(time.Now())
		s.back()
	}()
}

// A visit is one request that fasthttp answers, or as many as it must, on a socket that was lent.
type visit struct {
	s     *socket
	asked []byte      // what it was lent for; nil once that is read
	over  atomic.Bool // fasthttp may be told to end meanwhile
}

// next reads what was asked. After that fasthttp is to leave: the poller waits for the next request.
func (v *visit) next(p []byte) (int, error) {
	if v.asked == nil {
		v.over.Store(true)
		return 0, io.EOF
	}
	n := copy(p, v.asked)
	v.asked = nil
	return n, nil
}

func (v *visit) left() {
	if v.over.Load() {
		v.s.back()
	} else {
		v.s.close()
	}
}

// A fileConn is a net.Conn of a descriptor.
type fileConn struct {
	f *os.File
	s *socket
}

// Read implements net.Conn.
func (c fileConn) Read(p []byte) (int, error) {
	n, err := c.f.Read(p)
	return n, c.told(err)
}

// Write implements net.Conn.
func (c fileConn) Write(p []byte) (int, error) {
	n, err := c.f.Write(p)
	return n, c.told(err)
}

// told is an error as package net says it.
func (c fileConn) told(err error) error {
	var of *fs.PathError
	if !errors.As(err, &of) {
		return err
	}
	cause := of.Err
	if errors.Is(cause, fs.ErrClosed) {
		cause = net.ErrClosed
	}
	return &net.OpError{Op: of.Op, Net: "tcp", Source: c.LocalAddr(), Addr: c.RemoteAddr(), Err: cause}
}

func (c fileConn) Close() error                       { return c.f.Close() }
func (c fileConn) LocalAddr() net.Addr                { return c.s.p.addr }
func (c fileConn) SetDeadline(t time.Time) error      { return c.f.SetDeadline(t) }
func (c fileConn) SetReadDeadline(t time.Time) error  { return c.f.SetReadDeadline(t) }
func (c fileConn) SetWriteDeadline(t time.Time) error { return c.f.SetWriteDeadline(t) }

// RemoteAddr implements net.Conn.
func (c fileConn) RemoteAddr() net.Addr {
	switch a := c.s.from.(type) {
	case *unix.SockaddrInet4:
		return &net.TCPAddr{IP: a.Addr[:], Port: a.Port}
	case *unix.SockaddrInet6:
		addr := &net.TCPAddr{IP: a.Addr[:], Port: a.Port}
		if a.ZoneId != 0 {
			addr.Zone = strconv.FormatUint(uint64(a.ZoneId), 10)
		}
		return addr
	default:
		return &net.TCPAddr{}
	}
}
