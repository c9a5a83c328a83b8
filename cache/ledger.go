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

// none reports whether there is none.
func (h *held) none() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.all) == 0
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
		case e.Stale(now):
			return e
		case oldest == nil || e.looked() < oldest.looked():
			oldest = e
		}
	}
	return oldest
}

// Stale reports whether an entry is known not to be served again. Unlike Fresh it does not count as a look.
func (e *Entry) Stale(now time.Time) bool {
	if !e.Lasts(now) {
		return true
	}
	if applied := e.state.applied.Load(); e.seen.Load() == applied { // somebody has looked since the last change
		return false
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
// It spares one of them, where one is given.
func (c *Cache) yield(t *Tenant, hash uint64, bytes int64, spared *Entry) bool {
	i := storeOf(hash)
	if was, ok := c.stores[i].Get(hash); ok && was.tenant == t && spared == nil {
		bytes -= was.charged.Load() // it will be replaced
	}
	now := c.cfg.Now()
	for n := range uint64(looks) {
		if bytes <= 0 {
			return true
		}
		victim := t.held[i].least(hash>>8+n*0x9e3779b97f4a7c15, now)
		switch victim {
		case nil:
			return false
		case spared:
			continue
		}
		bytes -= victim.charged.Load()
		c.release(victim, i) // at once, though the store may not have come to taking it yet
		c.stores[i].Del(c.hash(victim.Key))
	}
	return bytes <= 0
}

// room reports whether a store takes bytes more with an entry of its own, making room for them from what the entry's tenant has there. An entry that no store
// holds takes what it likes.
func (e *Entry) room(bytes int64) bool {
	if e.charged.Load() == 0 {
		return true
	}
	c := e.tenant.cache
	hash, room := c.hash(e.Key), c.cfg.Bytes/storeCount
	over := c.filled[storeOf(hash)].Load() + bytes - room
	return over <= room/slack || c.yield(e.tenant, hash, min(over, 2*bytes), e)
}

// grow charges a kept entry for bytes that came to it. The store, to which it costs what it cost when it was new, is given as much less room.
func (e *Entry) grow(bytes int64) {
	for {
		was := e.charged.Load()
		if was == 0 {
			return // the store has let go of it
		}
		if e.charged.CompareAndSwap(was, was+bytes) {
			break
		}
	}
	c := e.tenant.cache
	store := storeOf(c.hash(e.Key))
	c.charge(e, store, bytes)
	c.resize(store, bytes)
}

// resize notes that the entries of a store hold bytes more than they did when they were new. What is too much by then it lets go of when it takes the next one.
func (c *Cache) resize(store int, bytes int64) {
	room := c.cfg.Bytes / storeCount
	c.stores[store].UpdateMaxCost(max(room-c.grown[store].Add(bytes), room/leastRoom))
}

// leastRoom is the part of its room that a store always has for what its entries cost when they are new.
const leastRoom = 2
