package read

import (
	"slices"
	"sync"
	"time"

	"vitrine/internal/catalog"
)

// A batcher decides which record requests are read together.
//
// One statement at a time reads records. The next one reads all requests together that arrived meanwhile for the same
// view, whatever their tenants. Starting a statement costs Postgres more than reading a record. So the more there is to
// read, the less a record costs, and no request waits only for others to come.
//
// More permits are given where one statement is not enough: when a whole batch waits, and when a statement is slow, so
// that one that is stuck does not delay the others. The last permit is not for a view that holds one already.
type batcher struct {
	max int  // permits
	off bool // every request is read alone, as soon as there is a permit

	mu      sync.Mutex
	taken   int                   // permits
	byView  map[*catalog.View]int // how many of them each view holds
	slow    int                   // how many of them have a slow statement
	waiting []*recordRequest      // bounded by the number of concurrent fills
}

const (
	maxBatch  = 16                    // records in one statement; a request for more is read alone
	slowAfter = 50 * time.Millisecond // after which a statement counts as slow
)

// join queues a request. If a permit is free, it returns the requests to read with it.
func (b *batcher) join(rq *recordRequest) []*recordRequest {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, rq)
	return b.takeLocked()
}

// leave removes a request that was given up.
func (b *batcher) leave(rq *recordRequest) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.waiting, rq); i >= 0 {
		b.waiting = slices.Delete(b.waiting, i, i+1)
	}
}

// slowDown notes that a statement is slow. If requests wait, it returns those to read with another permit.
func (b *batcher) slowDown() []*recordRequest {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.slow++
	return b.takeLocked()
}

// recover notes that a slow statement has ended.
func (b *batcher) recover() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.slow--
}

// requeue queues requests again, before all others, each to be read alone.
func (b *batcher) requeue(batch []*recordRequest) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, rq := range batch {
		rq.single = true
	}
	b.waiting = append(slices.Clone(batch), b.waiting...)
}

// next returns the requests to read next with the permit of a view. If there are none, the permit is given back.
func (b *batcher) next(of *catalog.View) []*recordRequest {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken--
	if b.byView[of]--; b.byView[of] == 0 {
		delete(b.byView, of)
	}
	return b.takeLocked()
}

// takeLocked takes a permit for the requests that it returns, if there is one and it is worth it.
func (b *batcher) takeLocked() []*recordRequest {
	if len(b.waiting) == 0 || b.taken >= b.max || !b.off && b.taken > b.slow && len(b.waiting) < maxBatch {
		return nil
	}
	first := 0
	if !b.off && b.taken > 0 && b.taken == b.max-1 {
		first = slices.IndexFunc(b.waiting, func(rq *recordRequest) bool { return b.byView[rq.view] == 0 })
		if first < 0 {
			return nil
		}
	}
	if b.byView == nil {
		b.byView = map[*catalog.View]int{}
	}
	b.taken++
	b.byView[b.waiting[first].view]++
	return b.batchLocked(b.waiting[first])
}

// batchLocked removes a request from the queue, and with it those that can be read in the same statement.
func (b *batcher) batchLocked(first *recordRequest) (batch []*recordRequest) {
	keys := 0
	b.waiting = slices.DeleteFunc(b.waiting, func(rq *recordRequest) bool {
		same := !b.off && !first.alone() && !rq.alone() && rq.view == first.view && rq.by == first.by
		with := rq == first || same && keys+len(rq.keys) <= maxBatch
		if with {
			batch, keys = append(batch, rq), keys+len(rq.keys)
		}
		return with
	})
	return batch
}

// alone reports whether a request cannot be read with others.
func (rq *recordRequest) alone() bool {
	if rq.by == catalog.ByID {
		return rq.single || len(rq.keys) == 0 || len(rq.keys) > maxBatch
	}
	return rq.single || len(rq.keys) != 1
}
