package gateway

import (
	"net"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

func newLaneConn(conn net.Conn, s *Server) *laneConn {
	w := &single{conn: conn, lane: newLane(s)}
	c := &laneConn{Conn: conn, seat: &w.seat, front: w, state: between}
	w.Closer = c
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

// A laneConn is a connection as fasthttp has it. Like any connection of fasthttp's it is read by one goroutine.
type laneConn struct {
	net.Conn
	*seat
	front  front
	state  laneState
	closed atomic.Bool
}

// A front has a connection while it waits for a request.
type front interface {
	next(p []byte) (int, error) // what is asked next and not answered by the front; io.EOF also if fasthttp is to leave it to the front
	left()                      // fasthttp has closed the connection
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
	n, err := c.front.next(p)
	if n == 0 {
		return n, err
	}
	c.state = unknown
	if oneHead(p[:n]) {
		c.state = given
	}
	return n, err
}

// Close implements net.Conn. It may be called again.
func (c *laneConn) Close() error {
	if c.closed.Swap(true) {
		return nil
	}
	err := c.Conn.Close()
	c.front.left()
	return err
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

// A single front is a goroutine that reads one connection.
type single struct {
	seat
	conn net.Conn
	lane lane
}

func (w *single) left() { w.leave() }

// next answers until something comes that is not in the cache.
func (w *single) next(p []byte) (int, error) {
	for answered := false; ; answered = true {
		n, err := w.conn.Read(p)
		if n == 0 || err != nil {
			return n, err
		}
		head, body, ok := w.lane.answer(p[:n])
		switch {
		case !ok && answered: // fasthttp set a deadline for a request; since then we waited for others
			return n, w.conn.SetReadDeadline(time.Now().Add(readTimeout))
		case !ok:
			return n, nil
		}
		if err := w.send(head, body); err != nil {
			return 0, err
		}
	}
}

func (w *single) send(head, body []byte) error {
	now := w.lane.now
	w.waits(now)
	if err := w.conn.SetWriteDeadline(now.Add(writeTimeout)); err != nil {
		return err
	}
	out := net.Buffers{head, body}
	if _, err := out.WriteTo(w.conn); err != nil {
		return err
	}
	w.lane.sent()
	return w.conn.SetReadDeadline(now.Add(idleTimeout))
}
