package accept

import (
	"bytes"
	"time"

	"vitrine/cache"
	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
)

// A fastPath answers hits, one at a time, in memory of its own.
type fastPath struct {
	cfg      Config
	request  parsed
	head     []byte
	now      time.Time // when the last answer was made, by the machine's clock
	postgres time.Time // the same by Postgres's clock
	entry    *cache.Entry
	hit      bool      // the last request was one
	refused  time.Time // when it last refused a request
}

// headRoom is the initial size, in bytes, of the memory for a header block. Bodies are sent from where they lie.
const headRoom = 2 << 10

const lineEnd = "\r\n"

func newFastPath(cfg Config) fastPath { return fastPath{cfg: cfg, head: make([]byte, 0, headRoom)} }

// answer returns the answer to a request, if it is exactly one request and a hit. The answer is valid until the next
// call. The caller calls sent once it has sent the answer.
func (f *fastPath) answer(p []byte) (head, body []byte, ok bool) {
	rq, l := &f.request, f.cfg.Lookup
	f.hit = false
	if !rq.parse(p) {
		return nil, nil, false
	}
	now := f.cfg.Clock.Machine()
	if !l.Connected(now) || !f.cfg.Serving.Load() {
		return nil, nil, false
	}
	var room [2 * lookup.MaxKey]byte
	at := f.cfg.Clock.At(now)
	e, named, ok := l.Find(room[:0], at, rq.url, rq.tenant, rq.host)
	if !ok {
		return f.refuse(now)
	}
	got, ok := respond.Made(respond.Preferred(rq.encodings()), rq.matches(), e)
	if !ok {
		return nil, nil, false // fasthttp's goroutine compresses it, so that no other connection waits for that
	}
	out := respond.AppendHead(f.head[:0], e, named.Edges, got, f.cfg.Status, at)
	if named.Other {
		out = append(append(out, nameLocation...), ": "...)
		out = append(named.AppendLocation(out, e), lineEnd...)
	}
	out = append(out, lineEnd...)
	f.head, f.now, f.entry, f.postgres, f.hit = out, now, e, at, true
	if got.Known {
		return out, nil, true
	}
	return out, got.Body, true
}

// problem is in the Accept of a client that may want errors in another form.
var problem = []byte("problem+json")

// refuse returns the answer to a request for what is not in the cache, if it is refused because too many wait.
func (f *fastPath) refuse(now time.Time) (head, body []byte, ok bool) {
	rq := &f.request
	if f.cfg.Refuse == nil || rq.accepts > 1 || bytes.Contains(bytes.ToLower(rq.accept), problem) {
		return nil, nil, false
	}
	f.now, f.entry = now, nil
	answer := f.cfg.Refuse(f.head[:0], rq.url, rq.tenant, rq.host)
	if answer == nil {
		return nil, nil, false
	}
	f.head, f.refused = answer, now
	return answer, nil, true
}

// sent notes that the answer was sent.
func (f *fastPath) sent() {
	if f.entry != nil {
		f.cfg.Lookup.Sent(f.entry, f.postgres)
		f.entry = nil
	}
}

// later is sent for an answer whose rest is sent while the fast path answers other requests.
func (f *fastPath) later() func() {
	l, e, at := f.cfg.Lookup, f.entry, f.postgres
	f.entry = nil
	return func() {
		if e != nil {
			l.Sent(e, at)
		}
	}
}
