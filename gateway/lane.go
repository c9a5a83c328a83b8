package gateway

import (
	"bytes"
	"time"

	"vitrine/cache"
	"vitrine/gateway/respond"
)

// The lane is the short way of a hit. What came on a connection is looked at before fasthttp sees it: if that is one whole request of a strict form,
// whose answer is in the cache, still true and made in the coding that is wanted, it is answered there and then, and fasthttp never hears of it. Whatever else comes goes
// to fasthttp as it came. So the lane can be slow to recognise a request and never wrong about where it ends:
//
//   - Only between requests does it look: when the connection is new, or when all that fasthttp was given was the head of one request, in one piece, and
//     its handler has been called. Once that cannot be said, the connection is fasthttp's for good (lane_conn.go).
//   - Only headers by name known to mean nothing, or something known, let a request pass (lane_request.go). None of them gives it a body.
//
// On Linux the connections that wait for a request are watched all together (poller_linux.go); elsewhere each is read by a goroutine of its own.
// TestLaneAnswersAsFasthttpDoes and FuzzLane put the same bytes to a server with the lane and to one without.

// A lane answers hits, one at a time, in memory of its own.
type lane struct {
	server *Server
	ask    laneRequest
	head   []byte
	now    time.Time // when the last answer was put together, by the machine's clock
	theirs time.Time // and by the database's
	entry  *cache.Entry
}

// laneHead is how much memory a header block is put together in. Bodies are written from where they lie.
const laneHead = 2 << 10

func newLane(s *Server) lane { return lane{server: s, head: make([]byte, 0, laneHead)} }

// answer is what is to be sent to whoever asked this, if it is one request and its answer is in the cache. It lasts until the next one, and sent is to be called
// once it has been.
func (l *lane) answer(p []byte) (head, body []byte, ok bool) {
	s, rq := l.server, &l.ask
	if !rq.parse(p) {
		return nil, nil, false
	}
	now := s.clock.Machine()
	if s.replica.DisconnectedAt(now) || s.owed.n.Load() > 0 || !s.ready.Load() {
		return nil, nil, false
	}
	var room [2 * longestKey]byte
	theirs := s.clock.At(now)
	e, named, ok := s.find(room[:0], theirs, rq.url, rq.shop, rq.host)
	if !ok {
		return nil, nil, false
	}
	got, ok := respond.Made(respond.Preferred(rq.encodings()), rq.matches(), e)
	if !ok {
		return nil, nil, false // who asks next finds it made: nobody else waits meanwhile
	}
	out := respond.AppendHead(l.head[:0], e, got, theirs)
	if named.other {
		out = append(append(append(out, nameLocation...), ": "...), named.base...)
		out = append(append(append(out, prefixV1...), e.Location...), lineEnd...)
	}
	out = append(out, lineEnd...)
	l.head, l.now, l.entry, l.theirs = out, now, e, theirs
	if got.Known {
		return out, nil, true
	}
	return out, got.Body, true
}

// sent notes that the answer was sent.
func (l *lane) sent() {
	l.server.late(l.entry, l.theirs)
	l.entry = nil
}

// later is sent, for who sends the rest of the answer while the lane answers others.
func (l *lane) later() func() {
	s, e, theirs := l.server, l.entry, l.theirs
	l.entry = nil
	return func() { s.late(e, theirs) }
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
