package history

import (
	"sync"
	"sync/atomic"
)

// A Time is a moment on a History's clock. 0 is never.
type Time int64

// A Write is one commit of one key. Versions of a key rise with every commit of it, and so do their numbers.
type Write struct {
	Tenant, Key string
	Version     uint64 // what readers are shown; above 0, which is the key as it was before all writes
	Seq         uint64 // the tenant's change number of the commit; 0: not known, or it changes by time and not by a commit
	Sent        Time   // before it could be seen by anyone
	Due         Time   // when it came by itself, where time rather than a commit brings it; 0: by a commit
	By          uint64 // number of the change that scheduled it: nobody has to see what comes by itself before that was announced
}

// A Read is one answer that a reader got from a gateway.
type Read struct {
	Gateway, Tenant, Key string
	Start, End           Time
	Version              uint64
	Of                   string // what the answer says it is, "tenant/key"; "": it does not say
}

// announced is the moment at which every gateway had applied a tenant's changes up to a number.
type announced struct {
	at  Time
	seq uint64
}

// A History may be recorded from any goroutine. It is judged when all of them are done.
type History struct {
	tick atomic.Int64

	mu        sync.Mutex
	writes    []Write
	reads     []Read
	announced map[string][]announced // by tenant, in order
}

// New makes an empty history.
func New() *History { return &History{announced: map[string][]announced{}} }

// Now ticks the clock.
func (h *History) Now() Time { return Time(h.tick.Add(1)) }

// Wrote records a commit whose number is known by now, or one of which nobody knows whether it happened.
func (h *History) Wrote(w Write) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.writes = append(h.writes, w)
}

// Announce records that every gateway has applied a tenant's changes up to seq: whoever begins to read now relies on it.
func (h *History) Announce(tenant string, seq uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.announced[tenant] = append(h.announced[tenant], announced{h.Now(), seq})
}

// Saw records a read.
func (h *History) Saw(r Read) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reads = append(h.reads, r)
}

// Counts says how much was recorded: writes, announcements and reads.
func (h *History) Counts() (writes, announcements, reads int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.announced {
		announcements += len(a)
	}
	return len(h.writes), announcements, len(h.reads)
}
