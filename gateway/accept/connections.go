package accept

import (
	"cmp"
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// connections are all open connections. An idle connection holds memory, and a slot that another client could use. So
// only a limited number of them stays: above it, the connections that have been idle longest are closed.
//
// A client whose request arrives whole is answered within milliseconds and is not idle. One that sends a request byte
// by byte is.
type connections struct {
	max int // idle connections

	mu    sync.Mutex
	all   map[*connection]struct{}
	check int // below so many connections, the idle ones need not be counted
}

func newConnections(max int) *connections {
	return &connections{max: max, all: map[*connection]struct{}{}, check: max + 1}
}

// A connection is one open connection.
type connection struct {
	io.Closer              // closes the connection if it is idle
	of        *connections // nil: none
	since     atomic.Int64 // when it was opened, lent or last answered, by monotonic; 0 while fasthttp answers it
}

// begins notes that fasthttp has a whole request.
func (c *connection) begins() { c.since.Store(0) }

// began is what monotonic counts from.
var began = time.Now().Add(-time.Nanosecond)

// monotonic is a time as nanoseconds above 0, by the monotonic clock.
func monotonic(t time.Time) int64 { return int64(t.Sub(began)) }

// ConnState is the ConnState of the fasthttp server: it notes that an answer was sent, the end of a stream included.
func ConnState(nc net.Conn, state fasthttp.ConnState) {
	if state != fasthttp.StateIdle {
		return
	}
	if c, ok := nc.(*conn); ok {
		c.waits(time.Now())
	}
}

// enter adds a connection, and closes idle ones if there are too many.
func (all *connections) enter(c *connection) {
	c.of = all
	c.waits(time.Now())
	all.mu.Lock()
	all.all[c] = struct{}{}
	var surplus []*connection
	if len(all.all) >= all.check {
		surplus = all.surplusLocked()
	}
	all.mu.Unlock()
	for _, c := range surplus {
		_ = c.Close()
	}
}

// surplusLocked selects the connections that have been idle longest: a few more than necessary, so that not every new
// connection causes a scan.
func (all *connections) surplusLocked() []*connection {
	type idler struct {
		*connection
		since int64
	}
	var idle []idler
	for c := range all.all {
		if at := c.since.Load(); at != 0 {
			idle = append(idle, idler{c, at})
		}
	}
	margin := max(1, all.max/16)
	if len(idle) <= all.max {
		all.check = len(all.all) + min(margin, all.max+1-len(idle))
		return nil
	}
	slices.SortFunc(idle, func(a, b idler) int { return cmp.Compare(a.since, b.since) })
	surplus := make([]*connection, 0, len(idle)-all.max+margin)
	for _, w := range idle[:min(len(idle)-1, cap(surplus))] {
		if w.connection.since.Load() == w.since { // else a request has arrived meanwhile
			surplus = append(surplus, w.connection)
		}
	}
	all.check = len(all.all) - len(surplus) + margin // they leave as they are closed
	return surplus
}

// waits notes that the connection was used now.
func (c *connection) waits(now time.Time) { c.since.Store(monotonic(now)) }

// leave removes a connection.
func (c *connection) leave() {
	if c.of == nil {
		return
	}
	c.of.mu.Lock()
	delete(c.of.all, c)
	c.of.mu.Unlock()
}
