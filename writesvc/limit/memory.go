package limit

import (
	"crypto/sha256"
	"sync"
	"time"
)

// barred remembers recent refusals for up to 2 s, so that clients that retry at once cost no query. A refusal takes
// nothing, so forgetting one changes nothing. The time is short because an account may be cleared meanwhile.
type barred struct {
	mu    sync.Mutex
	until map[[sha256.Size]byte]bar
}

type bar struct{ forgotten, over time.Time }

const (
	barMost   = 20_000
	barMoment = 2 * time.Second
)

// wait returns how long the charges have to wait, or 0.
func (b *barred) wait(charges []Charge, now time.Time) (wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range charges {
		if e, ok := b.until[[sha256.Size]byte(c.Key)]; ok && e.forgotten.After(now) {
			wait = max(wait, e.over.Sub(now), time.Second)
		}
	}
	return wait
}

func (b *barred) add(c Charge, now time.Time, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until == nil || len(b.until) >= barMost {
		b.until = map[[sha256.Size]byte]bar{}
	}
	b.until[[sha256.Size]byte(c.Key)] = bar{now.Add(min(wait, barMoment)), now.Add(wait)}
}

// lift removes refusals.
func (b *barred) lift(charges ...Charge) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range charges {
		delete(b.until, [sha256.Size]byte(c.Key))
	}
}
