package accept

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

	"golang.org/x/sys/unix"
)

// handOff gives fasthttp the connection, with the bytes that were read from it.
func (s *socket) handOff(read []byte) {
	f := s.detach()
	if f == nil {
		return
	}
	s.p.handed <- &conn{Conn: fileConn{f, s}, connection: &s.connection, reader: &handOff{s: s, read: bytes.Clone(read)}}
	if s.p.stopped.Load() {
		s.p.dropHanded()
	}
}

// A handOff is the time for which fasthttp has a connection: one request, or as many as it takes until the connection
// is between requests again.
type handOff struct {
	s    *socket
	read []byte      // the bytes that were read before; nil once fasthttp has them
	over atomic.Bool // fasthttp has received the end, and gives the connection back
}

// next gives fasthttp the bytes that were read, and then the end of the connection: the event loop waits for the next
// request.
func (h *handOff) next(p []byte) (int, error) {
	if h.read == nil {
		h.over.Store(true)
		return 0, io.EOF
	}
	n := copy(p, h.read)
	h.read = nil
	return n, nil
}

func (h *handOff) closed() {
	if h.over.Load() {
		h.s.attach()
	} else {
		h.s.close()
	}
}

// finish sends the rest of an answer at the reader's pace, in a goroutine of its own.
func (s *socket) finish(head, body []byte, sent int, done func()) {
	rest := [2][]byte{bytes.Clone(head[min(sent, len(head)):]), body[max(0, sent-len(head)):]}
	f := s.detach()
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
		s.attach()
	}()
}

// detach duplicates the descriptor of a claimed socket for use by blocking code; the event loop ignores its events
// meanwhile. If the system has no descriptor left, detach closes the connection and returns nil.
func (s *socket) detach() *os.File {
	fd, err := unix.FcntlInt(uintptr(s.fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		s.p.cfg.Log.Debug("connection closed: no descriptor left", "err", err)
		s.close()
		return nil
	}
	f := os.NewFile(uintptr(fd), "connection")
	_ = f.SetWriteDeadline(time.Now().Add(WriteTimeout)) // fasthttp writes some errors without a deadline of its own
	s.waits(time.Now())
	s.detached.Store(f)
	s.state.Store(away)
	return f
}

// attach returns a detached socket, whose other descriptor is closed, to the event loop. It handles what has arrived
// meanwhile, because no event will report it.
func (s *socket) attach() {
	s.detached.Store(nil)
	s.state.Store(claimed)
	if s.p.stopped.Load() {
		s.close()
		return
	}
	w := s.p.workers.Get().(*worker) //nolint:forcetypeassert // nothing else is in it
	w.attend(s, true)
	s.p.workers.Put(w)
}

// A fileConn is the net.Conn of a descriptor.
type fileConn struct {
	f *os.File
	s *socket
}

// Read implements net.Conn.
func (c fileConn) Read(p []byte) (int, error) {
	n, err := c.f.Read(p)
	return n, c.opError(err)
}

// Write implements net.Conn.
func (c fileConn) Write(p []byte) (int, error) {
	n, err := c.f.Write(p)
	return n, c.opError(err)
}

// opError is an error of a file in the form of package net.
func (c fileConn) opError(err error) error {
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

// SyscallConn implements syscall.Conn.
func (c fileConn) SyscallConn() (syscall.RawConn, error) { return c.f.SyscallConn() }

// open reports that the event loop runs, and has seen neither the end of the connection nor an error.
func (c fileConn) open() bool { return !c.s.ending.Load() && !c.s.p.stopped.Load() }

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
