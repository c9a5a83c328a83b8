package accept

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// handOff gives fasthttp the connection, with the bytes that were read from it.
func (s *socket) handOff(read []byte) {
	s.p.handed <- &conn{Conn: s.lend(), connection: &s.connection, reader: &handOff{s: s, read: bytes.Clone(read)}}
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
	c := s.lend()
	s.p.writing.Add(1)
	go func() {
		defer s.p.writing.Add(-1)
		var err error
		for _, part := range rest {
			if err == nil {
				_, err = c.Write(part)
			}
		}
		_ = c.Close()
		if err != nil {
			s.close()
			return
		}
		done()
		s.waits(time.Now())
		s.attach()
	}()
}

// lend gives a claimed socket to code that may block. The event loop ignores its events meanwhile.
func (s *socket) lend() *lentConn {
	now := time.Now()
	c := &lentConn{s: s, writeBy: now.Add(WriteTimeout)} // fasthttp writes some errors without a deadline of its own
	s.waits(now)
	s.lent.Store(c)
	s.state.Store(away)
	return c
}

// attach returns a lent socket, whose lentConn is closed, to the event loop. It handles what has arrived meanwhile,
// because no event will report it.
func (s *socket) attach() {
	s.lent.Store(nil)
	s.state.Store(claimed)
	if s.p.stopped.Load() {
		s.close()
		return
	}
	w := s.p.workers.Get().(*worker) //nolint:forcetypeassert // nothing else is in it
	w.attend(s, true)
	s.p.workers.Put(w)
}

// A lentConn is a socket as a net.Conn. What the kernel accepts at once is sent with the socket's own descriptor. To
// wait, a lentConn duplicates the descriptor, so that Go's poller has one of its own. Most answers need none.
type lentConn struct {
	s  *socket
	mu sync.Mutex

	file            *os.File // the duplicate; nil until it is needed
	shut            bool
	readBy, writeBy time.Time // deadlines; zero: none
}

// Read implements net.Conn.
func (c *lentConn) Read(p []byte) (int, error) {
	f, err := c.blocking()
	if err != nil {
		return 0, c.opError("read", err)
	}
	n, err := f.Read(p)
	return n, c.opError("read", err)
}

// Write implements net.Conn.
func (c *lentConn) Write(p []byte) (int, error) {
	n, err := c.writeAtOnce(p)
	if n == len(p) || err != nil {
		return n, c.opError("write", err)
	}
	f, err := c.blocking()
	if err != nil {
		return n, c.opError("write", err)
	}
	more, err := f.Write(p[n:])
	return n + more, c.opError("write", err)
}

// writeAtOnce writes what the kernel accepts at once, unless the deadline has passed or there is a duplicate.
func (c *lentConn) writeAtOnce(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	late := !c.writeBy.IsZero() && !time.Now().Before(c.writeBy)
	switch {
	case c.shut:
		return 0, net.ErrClosed
	case len(p) == 0, c.file != nil, late:
		return 0, nil
	}
	n, errno := c.s.send(p, nil)
	if errno != 0 {
		return 0, errno
	}
	return n, nil
}

// blocking returns the duplicate, which it makes if there is none. If the system has no descriptor left, nothing can be
// read or written from then on.
func (c *lentConn) blocking() (*os.File, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.shut:
		return nil, net.ErrClosed
	case c.file != nil:
		return c.file, nil
	}
	fd, err := unix.FcntlInt(uintptr(c.s.fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		c.s.p.cfg.Log.Debug("connection closed: no descriptor left", "err", err)
		c.shut = true // else fasthttp would tell the client that its request is wrong
		return nil, err
	}
	c.file = os.NewFile(uintptr(fd), "connection")
	return c.file, errors.Join(c.file.SetReadDeadline(c.readBy), c.file.SetWriteDeadline(c.writeBy))
}

// opError is an error in the form of package net; nil for none.
func (c *lentConn) opError(op string, err error) error {
	if err == nil || err == io.EOF { //nolint:errorlint // a reader returns it as it is
		return err
	}
	if of := new(fs.PathError); errors.As(err, &of) {
		err = of.Err
	}
	if errors.Is(err, fs.ErrClosed) {
		err = net.ErrClosed
	}
	return &net.OpError{Op: op, Net: "tcp", Source: c.LocalAddr(), Addr: c.RemoteAddr(), Err: err}
}

// control calls f with the socket's own descriptor, unless the connection is closed.
func (c *lentConn) control(f func(fd uintptr)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shut {
		return net.ErrClosed
	}
	f(uintptr(c.s.fd))
	return nil
}

// open reports that the event loop runs, and has seen neither the end of the connection nor an error.
func (c *lentConn) open() bool { return !c.s.ending.Load() && !c.s.p.stopped.Load() }

// Close implements net.Conn. A Read or a Write that waits returns net.ErrClosed. The socket stays open until it is
// attached or closed.
func (c *lentConn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shut {
		return net.ErrClosed
	}
	c.shut = true
	if c.file == nil {
		return nil
	}
	return c.file.Close()
}

// SetDeadline implements net.Conn.
func (c *lentConn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// SetReadDeadline implements net.Conn.
func (c *lentConn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.readBy = t; c.file == nil {
		return nil
	}
	return c.file.SetReadDeadline(t)
}

// SetWriteDeadline implements net.Conn.
func (c *lentConn) SetWriteDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.writeBy = t; c.file == nil {
		return nil
	}
	return c.file.SetWriteDeadline(t)
}

// LocalAddr implements net.Conn.
func (c *lentConn) LocalAddr() net.Addr { return c.s.p.addr }

// RemoteAddr implements net.Conn.
func (c *lentConn) RemoteAddr() net.Addr {
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
