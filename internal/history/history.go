package history

import (
	"sync"
	"sync/atomic"
)

// A Time is a time of a History's clock. 0 means never.
type Time int64

// A Write is one commit of one key. Versions and change numbers of a key ascend.
type Write struct {
	Tenant, Key string
	Version     uint64 // above 0, which is the key before all writes
	Seq         uint64 // the change number of the commit; 0: unknown, or the key changes by time
	Sent        Time   // before any read could return it
	Due         Time   // when the key changed by time; 0: by a commit
	By          uint64 // the change that scheduled Due: before its announcement, reads need not show the write
}

// A Read is one answer of a gateway.
type Read struct {
	Gateway, Tenant, Key string
	Start, End           Time
	Version              uint64
	Of                   string // the "tenant/key" that the answer names; "": none
}

// announced is when every gateway had applied the changes of a tenant up to a number.
type announced struct {
	at  Time
	seq uint64
}

// A History records events. It may be used from any goroutine, and is checked when all of them are done.
type History struct {
	tick atomic.Int64

	mu        sync.Mutex
	writes    []Write
	reads     []Read
	announced map[string][]announced // by tenant
}

// New makes an empty history.
func New() *History { return &History{announced: map[string][]announced{}} }

// Now ticks the clock.
func (h *History) Now() Time { return Time(h.tick.Add(1)) }

// Wrote records a commit, whether its change number is known or not, or a commit that may have failed.
func (h *History) Wrote(w Write) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.writes = append(h.writes, w)
}

// Announce records that every gateway has applied the changes of a tenant up to seq. Every later read must show them.
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

// Counts returns the number of recorded writes, announcements and reads.
func (h *History) Counts() (writes, announcements, reads int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.announced {
		announcements += len(a)
	}
	return len(h.writes), announcements, len(h.reads)
}
