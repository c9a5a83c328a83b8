package cache

import (
	"sync"
	"time"
)

// held are the entries of one tenant in one store, in no order: what the tenant can make room from, once it has its share.
type held struct {
	mu  sync.Mutex
	all []*Entry
}

func (h *held) add(e *Entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.place == 0 {
		h.all = append(h.all, e)
		e.place = len(h.all)
	}
}

func (h *held) remove(e *Entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.place == 0 {
		return
	}
	end := len(h.all) - 1
	last := h.all[end]
	h.all[e.place-1], last.place = last, e.place
	h.all[end], e.place = nil, 0
	h.all = h.all[:end]
	if cap(h.all) > 64 && len(h.all) < cap(h.all)/4 { // a crowd that has left leaves no hall behind
		h.all = append(make([]*Entry, 0, 2*len(h.all)), h.all...)
	}
}

const looks = 8 // entries that are looked at to find one that can go

// least picks one of the entries from at on that can go best: one that is no longer fresh, else, of a few, the one that was looked at the longest ago. It
// is nil where there are none.
func (h *held) least(at uint64, now time.Time) *Entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	var oldest *Entry
	for i := range uint64(min(looks, len(h.all))) {
		e := h.all[(at+i*(at|1))%uint64(len(h.all))]
		switch {
		case e.stale(now):
			return e
		case oldest == nil || e.looked() < oldest.looked():
			oldest = e
		}
	}
	return oldest
}

// stale reports whether an entry is known not to be served again. Unlike Fresh it notes nothing.
func (e *Entry) stale(now time.Time) bool {
	if !e.Lasts(now) {
		return true
	}
	for _, c := range e.cells {
		if c.inv.Load() > e.Stamp {
			return true
		}
	}
	return false
}

// looked is how far the tenant's changes were applied when the entry was last looked at, or when it was read.
func (e *Entry) looked() uint64 {
	if n := e.seen.Load(); n != unseen {
		return n
	}
	return e.Stamp
}

// yield makes room in the store of a key, for an entry of a tenant, from what the tenant has there. It reports false where that is not enough. What
// goes has gone only when the store comes to it, in its own time; what is set afterwards finds the room.
func (c *Cache) yield(t *Tenant, hash uint64, bytes int64) bool {
	i := storeOf(hash)
	if was, ok := c.stores[i].Get(hash); ok && was.tenant == t {
		bytes -= was.charged.Load() // it will be replaced
	}
	now := c.cfg.Now()
	for n := range uint64(looks) {
		if bytes <= 0 {
			return true
		}
		victim := t.held[i].least(hash>>8+n*0x9e3779b97f4a7c15, now)
		if victim == nil {
			return false
		}
		bytes -= victim.charged.Load()
		c.release(victim, i) // at once, though the store may not have come to taking it yet
		c.stores[i].Del(c.hash(victim.Key))
	}
	return bytes <= 0
}
