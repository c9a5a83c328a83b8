package password

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/bound"
)

// A Class is a class of requests that wait for a slot. Each class has a queue of its own, so a flood of one class fills
// no other queue.
type Class int

// The classes, in the order in which they get slots.
const (
	Known    Class = iota // sign-ins at known devices or with a live session, and new passwords by a valid link
	Stranger              // sign-ins of strangers
	Claimant              // sign-ins of strangers that sent a device token or bearer token that did not help them
	Newcomer              // sign-ups
	classes
)

// patience is how long a request waits for a slot. It is shorter than the gateway's, which waits for the answer.
const patience = 5 * time.Second

// most returns the size of the queue of a class. That of claimants is small because the gateway cannot distinguish them
// from known devices: they must not hold the gateway's slots for those.
func (c Class) most(queue int) int {
	switch c {
	case Claimant:
		return max(1, queue/32)
	case Newcomer:
		return max(1, queue/4)
	}
	return queue
}

var usual = [classes]Class{Known, Stranger, Claimant, Newcomer}

// order is the order in which classes are served at each of eight turns. Two turns go to the lower classes first, so
// they get at least an eighth of the slots each.
var order = [...][classes]Class{usual, usual, usual, {Claimant, Stranger, Newcomer, Known},
	usual, usual, usual, {Newcomer, Stranger, Claimant, Known}}

// A queue gives slots to requests: to the highest class first, in the order of arrival within a class.
type queue struct {
	size int // of a whole queue

	mu      sync.Mutex
	free    int // slots
	turn    int
	waiting [classes]*list.List // of chan struct{}, closed when the slot is given
}

func newQueue(slots, size int) *queue {
	q := &queue{size: size, free: slots}
	for c := range q.waiting {
		q.waiting[c] = list.New()
	}
	return q
}

var errBusy = &api.Error{Status: 429, Code: api.TooManyRequests,
	Message: "Too many sign-ins at once. Try again in a moment.", RetryAfter: 2}

// room returns an error if the queue of a class is full.
func (q *queue) room(c Class) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting[c].Len() >= c.most(q.size) {
		return errBusy
	}
	return nil
}

// enter waits for a slot, at most for patience. leave releases it.
func (q *queue) enter(ctx context.Context, c Class) error {
	q.mu.Lock()
	if q.free > 0 { // nobody waits
		q.free--
		q.mu.Unlock()
		return nil
	}
	if q.waiting[c].Len() >= c.most(q.size) {
		q.mu.Unlock()
		return errBusy
	}
	given := make(chan struct{})
	place := q.waiting[c].PushBack(given)
	q.mu.Unlock()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-given:
		return nil
	case <-ctx.Done():
	case <-late.C:
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-given: // at the same time: pass it on
		q.next()
	default:
		q.waiting[c].Remove(place)
	}
	return errBusy
}

// leave releases a slot.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.next()
}

// next gives a slot to the next request. q.mu is held.
func (q *queue) next() {
	q.turn = (q.turn + 1) % len(order)
	for _, c := range order[q.turn] {
		if first := q.waiting[c].Front(); first != nil {
			close(q.waiting[c].Remove(first).(chan struct{})) //nolint:forcetypeassert // nothing else is put in
			return
		}
	}
	q.free++
}

// Bounds returns the queues for the document. size is Config.Queue.
func Bounds(size int) []bound.Bound {
	row := func(c Class, name, counts, past string) bound.Bound {
		return bound.Bound{Part: "write service", Name: name, Key: "process; " + counts,
			Size: fmt.Sprintf("%d waiting", c.most(size)), Window: "at most " + bound.Duration(patience) + " each",
			Hurts: "others of the same class", Past: past}
	}
	return []bound.Bound{
		row(Known, "hash known", "sign-ins of known devices and sessions, new passwords by a valid link",
			"they get at least three of four slots; `sign-in` moves busy accounts to the queue of claimants"),
		row(Stranger, "hash stranger", "sign-ins of strangers", "a device token, a live session, a reset email"),
		row(Claimant, "hash claimant", "sign-ins of strangers with a device token or session of no use",
			"without that token they are strangers"),
		row(Newcomer, "hash newcomer", "sign-ups", "wait; at least an eighth of the slots is theirs"),
	}
}
