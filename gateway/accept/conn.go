package accept

import (
	"bytes"
	"net"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// NewConn wraps a connection so that it answers hits itself. A fasthttp server that reads it sees only the other
// requests.
func NewConn(nc net.Conn, cfg Config) net.Conn { return newConn(nc, cfg) }

func newConn(nc net.Conn, cfg Config) *conn {
	r := &blockingReader{conn: nc, fast: newFastPath(cfg)}
	c := &conn{Conn: nc, connection: &r.connection, reader: r, state: between}
	r.Closer = c
	return c
}

// A connState is what is known of fasthttp's progress on a connection.
type connState int

const (
	between connState = iota // it waits for a request, and has no byte of one
	given                    // it was given the head of one request, whole and nothing else
	handled                  // it has called the handler for that request: its next read waits for another one
	unknown                  // it was given something else, so only fasthttp knows where requests begin
)

// A conn is a connection as fasthttp has it. Like any connection of fasthttp, one goroutine reads it.
type conn struct {
	net.Conn
	*connection
	reader reader
	state  connState
	shut   atomic.Bool
}

// A reader reads a connection between requests.
type reader interface {
	// next reads the next request that the reader does not answer itself. io.EOF may mean that fasthttp must give the
	// connection back.
	next(p []byte) (int, error)

	closed() // fasthttp has closed the connection
}

// Read implements net.Conn. It returns only requests that are not answered here.
func (c *conn) Read(p []byte) (int, error) {
	if c.state == handled {
		c.state = between
	}
	if c.state != between || len(p) != ReadBuffer { // a smaller buffer contains something already
		c.state = unknown
		return c.Conn.Read(p)
	}
	n, err := c.reader.next(p)
	if n == 0 {
		return n, err
	}
	c.state = unknown
	if oneHead(p[:n]) {
		c.state = given
	}
	return n, err
}

// oneHead reports whether bytes are the head of exactly one request. An empty line before the end, with either form of
// line end, means that they are not.
func oneHead(b []byte) bool {
	if !bytes.HasSuffix(b, []byte("\r\n\r\n")) {
		return false
	}
	b = b[:len(b)-len(lineEnd)] // the last line end is that of a header
	return !bytes.Contains(b, []byte("\n\r\n")) && !bytes.Contains(b, []byte("\n\n")) && b[0] != '\r' && b[0] != '\n'
}

// Close implements net.Conn. It may be called again.
func (c *conn) Close() error {
	if c.shut.Swap(true) {
		return nil
	}
	err := c.Conn.Close()
	c.reader.closed()
	return err
}

// Taken must be called first by the handler: fasthttp has parsed what it was given as one request, and read that
// request to its end.
func Taken(ctx *fasthttp.RequestCtx) {
	c, ok := ctx.Conn().(*conn)
	if !ok {
		return
	}
	c.begins()
	if c.state == given {
		c.state = handled
	}
}

// A blockingReader reads one connection in fasthttp's goroutine.
type blockingReader struct {
	connection
	conn net.Conn
	fast fastPath
}

func (r *blockingReader) closed() { r.leave() }

// next answers hits until a request is none.
func (r *blockingReader) next(p []byte) (int, error) {
	for answered := false; ; answered = true {
		n, err := r.conn.Read(p)
		if n == 0 || err != nil {
			return n, err
		}
		head, body, ok := r.fast.answer(p[:n])
		switch {
		case !ok && answered: // the deadline that fasthttp set was for an earlier request
			return n, r.conn.SetReadDeadline(time.Now().Add(ReadTimeout))
		case !ok:
			return n, nil
		}
		if err := r.send(head, body); err != nil {
			return 0, err
		}
	}
}

func (r *blockingReader) send(head, body []byte) error {
	now := r.fast.now
	r.waits(now)
	if err := r.conn.SetWriteDeadline(now.Add(WriteTimeout)); err != nil {
		return err
	}
	out := net.Buffers{head, body}
	if _, err := out.WriteTo(r.conn); err != nil {
		return err
	}
	r.fast.sent()
	return r.conn.SetReadDeadline(now.Add(IdleTimeout))
}
