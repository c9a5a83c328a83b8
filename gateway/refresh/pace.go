package refresh

import "time"

// A pace is how fast a count rises.
type pace struct {
	n    uint64
	at   time.Time
	rate float64 // a second
}

const minSpan = time.Second // over which a pace is measured

// of is the pace of a count that is n now. The first time it is 0.
func (p *pace) of(n uint64, now time.Time) float64 {
	span := now.Sub(p.at)
	if span < minSpan {
		return p.rate
	}
	if !p.at.IsZero() {
		p.rate = float64(n-p.n) / span.Seconds()
	}
	p.n, p.at = n, now
	return p.rate
}
