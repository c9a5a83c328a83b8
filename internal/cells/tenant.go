package cells

import (
	"strconv"
	"sync"
)

// A Tenant is what a follower writes about one tenant. Its methods may be called from any goroutine.
type Tenant struct {
	ID string

	mu sync.Mutex // of writers; readers need none
	section

	step func() // tests run readers between two stores, or end the process there; nil: nothing
}

// Position is the last change that was applied, and its epoch in the form of tokens. It reports false if there is none.
func (t *Tenant) Position() (epoch string, seq uint64, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.stateLocked()
	if s.count() == 0 || s.changing() {
		return "", 0, false
	}
	return epochText(s.epoch()), t.head[wordApplied].Load(), true
}

// Reset begins anew: everything counts as old that was valid at an earlier change, or in another epoch. There is no
// lease afterwards.
func (t *Tenant) Reset(epoch string, seq uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.head[wordLease].Store(0)
	to := stateOf(t.stateLocked().count()|1, 0)
	t.between()
	t.head[wordState].Store(uint64(to)) // from here on, no check that has begun succeeds
	for i := range t.cells {
		t.cells[i].Store(0)
		if i%16 == 0 {
			t.between()
		}
	}
	t.head[wordFloor].Store(seq)
	t.between()
	t.head[wordApplied].Store(seq)
	t.between()
	n, _ := parseEpoch(epoch)
	count := to.count() + 1
	if count == 0 {
		count = 2 // 0 stands for no state
	}
	t.head[wordState].Store(uint64(stateOf(count, n)))
}

// Apply notes that a change concerns some tags. A tag of another form concerns everything.
func (t *Tenant) Apply(seq uint64, tags []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, tag := range tags {
		i, ok := t.cellOf(tag)
		if !ok {
			raise(t.head, wordFloor, max(seq, t.head[wordApplied].Load()))
			continue
		}
		raise(t.cells, i, seq)
		t.between()
	}
	raise(t.head, wordApplied, seq) // last: the change is acknowledged from here on
}

// ApplyAll notes that a change concerns everything.
func (t *Tenant) ApplyAll(seq uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	raise(t.head, wordFloor, max(seq, t.head[wordApplied].Load()))
	t.between()
	raise(t.head, wordApplied, seq)
}

// Advance notes that the changes up to a number concern no tag.
func (t *Tenant) Advance(seq uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	raise(t.head, wordApplied, seq)
}

// Grant extends the lease until a time of the host's clock, if the epoch is still the one that was asked about.
func (t *Tenant) Grant(epoch string, until int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n, ok := parseEpoch(epoch); !ok || t.stateLocked().epoch() != n {
		return
	}
	raise(t.head, wordLease, uint64(max(0, until)))
}

// End ends the lease. A check that begins afterwards does not succeed.
func (t *Tenant) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.head[wordLease].Store(0)
}

func (t *Tenant) between() {
	if t.step != nil {
		t.step()
	}
}

func (t *Tenant) stateLocked() state { return state(t.head[wordState].Load()) }

// raise raises a word to a number. There is one writer.
func raise(w words, i int, to uint64) {
	if w[i].Load() < to {
		w[i].Store(to)
	}
}

// parseEpoch reads the epoch of a token: 8 hexadecimal digits.
func parseEpoch(text string) (uint32, bool) {
	n, err := strconv.ParseUint(text, 16, 32)
	return uint32(n), err == nil && len(text) == 8
}

func epochText(n uint32) string {
	text := strconv.FormatUint(uint64(n), 16)
	return "00000000"[len(text):] + text
}
