package limit

import (
	"crypto/sha256"
	"sync"
	"time"
)

// barred remembers for a moment who was just told to come back later, so that whoever does not listen costs no query. What was refused has
// taken nothing, so forgetting it changes nothing; and it is but a moment, for somebody may have been let off meanwhile.
type barred struct {
	mu    sync.Mutex
	until map[[sha256.Size]byte]bar
}

type bar struct{ forgotten, over time.Time }

const (
	barMost   = 20_000
	barMoment = 2 * time.Second
)

// wait is how long those charges have to wait that are barred, 0 if none is.
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

// lift forgets those who were let off.
func (b *barred) lift(charges ...Charge) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range charges {
		delete(b.until, [sha256.Size]byte(c.Key))
	}
}
