package gateway

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

// A crowd is the connections that are open. One that nobody asks anything on costs memory all the same, and a place that a reader could have:
// so of those that are not being answered only so many stay, and the ones that have waited longest are closed first. A reader whose request
// comes whole is answered within milliseconds and never among them; one whose head or body comes a byte at a time is.
type crowd struct {
	most int // connections that are not being answered

	mu    sync.Mutex
	all   map[*seat]struct{}
	check int // do not count again below so many
}

// mostIdle is how many connections may wait for a request, or for the rest of one: under 1 KB each where a poller watches them, and tens where fasthttp reads
// (make bench-flood).
const mostIdle = 2048

func newCrowd(most int) *crowd {
	return &crowd{most: most, all: map[*seat]struct{}{}, check: most + 1}
}

// A seat is a connection's place in its crowd.
type seat struct {
	io.Closer              // of the connection. One that has something to do may stay
	of        *crowd       // nil: none
	since     atomic.Int64 // when the connection was opened, lent or last answered, by monotonic; 0 while fasthttp answers it
}

// begins notes that fasthttp has a whole request.
func (s *seat) begins() { s.since.Store(0) }

// waits notes that it was used just now.
func (s *seat) waits(now time.Time) { s.since.Store(monotonic(now)) }

// began is what monotonic counts from.
var began = time.Now().Add(-time.Nanosecond)

// monotonic is a time in nanoseconds, more than 0, by the clock that neither jumps nor is set.
func monotonic(t time.Time) int64 { return int64(t.Sub(began)) }

// answered notes, as fasthttp's ConnState, that it has sent an answer, a stream's last part included.
func answered(c net.Conn, state fasthttp.ConnState) {
	if state != fasthttp.StateIdle {
		return
	}
	if c, ok := c.(*laneConn); ok {
		c.waits(time.Now())
	}
}

// leave takes a connection out of its crowd.
func (s *seat) leave() {
	if s.of == nil {
		return
	}
	s.of.mu.Lock()
	delete(s.of.all, s)
	s.of.mu.Unlock()
}

// enter takes a connection in, and closes others where there are too many that nobody uses.
func (cr *crowd) enter(s *seat) {
	s.of = cr
	s.waits(time.Now())
	cr.mu.Lock()
	cr.all[s] = struct{}{}
	var spare []*seat
	if len(cr.all) >= cr.check {
		spare = cr.spareLocked()
	}
	cr.mu.Unlock()
	for _, w := range spare {
		_ = w.Close()
	}
}

// spareLocked picks those that have waited longest, a few more than there are too many, so that not every connection that comes has all of
// them looked at.
func (cr *crowd) spareLocked() []*seat {
	type idler struct {
		*seat
		since int64
	}
	var idle []idler
	for c := range cr.all {
		if at := c.since.Load(); at != 0 {
			idle = append(idle, idler{c, at})
		}
	}
	margin := max(1, cr.most/16)
	if len(idle) <= cr.most {
		cr.check = len(cr.all) + min(margin, cr.most+1-len(idle))
		return nil
	}
	slices.SortFunc(idle, func(a, b idler) int { return cmp.Compare(a.since, b.since) })
	spare := make([]*seat, 0, len(idle)-cr.most+margin)
	for _, w := range idle[:min(len(idle)-1, cap(spare))] {
		if w.seat.since.Load() == w.since { // else a request has come meanwhile
			spare = append(spare, w.seat)
		}
	}
	cr.check = len(cr.all) - len(spare) + margin // they leave as they are closed
	return spare
}
