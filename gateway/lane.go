package gateway

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// The lane is the short way of a hit. A connection reads for fasthttp, and looks at what it read: if that is one whole request of a strict form,
// whose answer is in the cache and still true, it is answered there and then, in one write, and fasthttp never hears of it. Whatever else comes goes
// to fasthttp as it came. So the lane can be slow to recognise a request and never wrong about where it ends:
//
//   - Only between requests does it look: when the connection is new, or when all that fasthttp was given was the head of one request, in one piece, and
//     its handler has been called. Once that cannot be said, the connection is fasthttp's for good.
//   - Only headers by name known to mean nothing, or something known, let a request pass (lane_request.go). None of them gives it a body.
//
// TestLaneAnswersAsFasthttpDoes and FuzzLane put the same bytes to a server with the lane and to one without.

// A laneListener hands out connections that look for hits.
type laneListener struct {
	net.Listener
	server *Server
	crowd  *crowd
}

// Accept implements net.Listener.
func (l laneListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := newLaneConn(conn, l.server)
	l.crowd.enter(c)
	return c, nil
}

func newLaneConn(conn net.Conn, s *Server) *laneConn {
	c := &laneConn{Conn: conn, server: s, state: between}
	c.wire = wireOf(conn, c.serve)
	return c
}

// What fasthttp is at, as far as the lane can know.
type laneState int

const (
	between laneState = iota // it waits for a request, and has nothing of one
	given                    // it was given the head of one request, whole and nothing else
	handled                  // and is answering it: when it reads again, it waits for the next
	unknown                  // it was given something else: only fasthttp knows where requests begin
)

// A laneConn is a connection that answers hits before fasthttp sees them. Like any connection of fasthttp's it is read by one goroutine.
type laneConn struct {
	net.Conn
	seat
	server  *Server
	state   laneState
	busy    bool         // something was answered since fasthttp began to read
	readBy  atomic.Int64 // the deadlines that are set, as since says. Whoever sends a stream moves them from elsewhere
	writeBy atomic.Int64
	wire    wire
	ask     laneRequest
}

// Read implements net.Conn. It returns only what is not answered here.
func (c *laneConn) Read(p []byte) (int, error) {
	if c.state == handled {
		c.state = between
	}
	if c.state != between || len(p) != readBuffer { // a smaller buffer has something in it already
		c.state = unknown
		return c.Conn.Read(p)
	}
	c.busy = false
	n, err := c.wire.read(p)
	if n == 0 {
		return n, err
	}
	c.state = unknown
	if oneHead(p[:n]) {
		c.state = given
	}
	if c.busy { // fasthttp set a deadline for a request; since then we waited for others
		if err := c.SetReadDeadline(time.Now().Add(readTimeout)); err != nil {
			return 0, err
		}
	}
	return n, err
}

// serve answers what was read, if it can. An error is the connection's.
func (c *laneConn) serve(p []byte) (bool, error) {
	if !c.ask.parse(p) {
		return false, nil
	}
	answered, err := c.answer()
	c.busy = c.busy || answered
	return answered, err
}

// Close implements net.Conn, and leaves the crowd. It may be called again.
func (c *laneConn) Close() error {
	c.leave(c)
	return c.Conn.Close()
}

// SetReadDeadline implements net.Conn, and remembers.
func (c *laneConn) SetReadDeadline(t time.Time) error {
	c.readBy.Store(since(t))
	return c.Conn.SetReadDeadline(t)
}

// SetWriteDeadline implements net.Conn, and remembers.
func (c *laneConn) SetWriteDeadline(t time.Time) error {
	c.writeBy.Store(since(t))
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline implements net.Conn, and remembers.
func (c *laneConn) SetDeadline(t time.Time) error {
	c.readBy.Store(since(t))
	c.writeBy.Store(since(t))
	return c.Conn.SetDeadline(t)
}

// taken is called by the handler: what fasthttp was given is a request, and was read to its end.
func taken(ctx *fasthttp.RequestCtx) {
	c, ok := ctx.Conn().(*laneConn)
	if !ok {
		return
	}
	c.begins()
	if c.state == given {
		c.state = handled
	}
}

// laneBuffers are what header blocks are put together in. Bodies are written from where they lie.
var laneBuffers = sync.Pool{New: func() any { b := make([]byte, 0, 2<<10); return &b }}

// began is what deadlines are counted from.
var began = time.Now()

// since is a time by the monotonic clock, in nanoseconds; no time, which is no deadline, is past.
func since(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return int64(t.Sub(began))
}

// rest is how much of a deadline may have run off before it is set again: setting it costs as much as looking an answer up.
const rest = time.Second

// answer sends the answer to the request at hand, if it is in the cache. An error is the connection's.
func (c *laneConn) answer() (bool, error) {
	s, rq := c.server, &c.ask
	now := s.clock.machine()
	if s.cache.SilentAt(now) || s.owed.n.Load() > 0 || !s.ready.Load() {
		return false, nil
	}
	var room [2 * longestKey]byte
	theirs := s.clock.at(now)
	e, named, ok := s.find(room[:0], theirs, rq.url, rq.shop, rq.host)
	if !ok {
		return false, nil
	}
	want, plain := preferred(rq.encodings())
	got, ok := choose(want, plain, rq.matches(), e)
	if !ok || got.alone {
		return false, nil
	}
	block := blockOf(e, got)

	if err := c.extend(now); err != nil {
		return false, err
	}
	buf := laneBuffers.Get().(*[]byte)
	out := append((*buf)[:0], block[:len(block)-len(lineEnd)]...)
	copy(out[dateAt(got.known):], httpDate(theirs))
	if named.other {
		out = append(append(append(out, nameLocation...), ": "...), named.base...)
		out = append(append(append(out, prefixV1...), e.Location...), lineEnd...)
	}
	out = append(out, lineEnd...)
	body := got.Body
	if got.known {
		body = nil
	}
	err := c.wire.write(out, body)
	*buf = out
	laneBuffers.Put(buf)
	s.late(e, theirs)
	return err == nil, err
}

// extend gives the answer its time, and the next request.
func (c *laneConn) extend(now time.Time) error {
	c.waits(now)
	at := since(now)
	if c.writeBy.Load()-at < int64(writeTimeout-rest) {
		if err := c.SetWriteDeadline(now.Add(writeTimeout)); err != nil {
			return err
		}
	}
	if c.readBy.Load()-at < int64(idleTimeout-rest) {
		return c.SetReadDeadline(now.Add(idleTimeout))
	}
	return nil
}

// oneHead reports whether bytes are the head of one request and end with it. What has an empty line before its end is not, whichever way lines end.
func oneHead(b []byte) bool {
	if !bytes.HasSuffix(b, []byte("\r\n\r\n")) {
		return false
	}
	b = b[:len(b)-len(lineEnd)] // its last line end is that of a header
	return !bytes.Contains(b, []byte("\n\r\n")) && !bytes.Contains(b, []byte("\n\n")) && b[0] != '\r' && b[0] != '\n'
}

const lineEnd = "\r\n"
