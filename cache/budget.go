package cache

import (
	"sync"
	"time"
)

// An entryList holds the entries of one tenant in one store, in no order. Once a tenant has used up its share, it is
// where room is made.
type entryList struct {
	mu  sync.Mutex
	all []*Entry
}

func (l *entryList) add(e *Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.place == 0 {
		l.all = append(l.all, e)
		e.place = len(l.all)
	}
}

func (l *entryList) empty() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.all) == 0
}

func (l *entryList) remove(e *Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.place == 0 {
		return
	}
	end := len(l.all) - 1
	last := l.all[end]
	l.all[e.place-1], last.place = last, e.place
	l.all[end], e.place = nil, 0
	l.all = l.all[:end]
	if cap(l.all) > 64 && len(l.all) < cap(l.all)/4 { // release the memory of a list that was much longer
		l.all = append(make([]*Entry, 0, 2*len(l.all)), l.all...)
	}
}

const probes = 8 // entries that are looked at to find a victim

// victim picks an entry to evict: of a few, one that is stale, or else the one that was checked the longest ago. It
// returns nil if the list is empty. The entries that it looks at depend on at.
func (l *entryList) victim(at uint64, now time.Time) *Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	var oldest *Entry
	for i := range uint64(min(probes, len(l.all))) {
		e := l.all[(at+i*(at|1))%uint64(len(l.all))]
		switch {
		case e.Stale(now):
			return e
		case oldest == nil || e.lastChecked() < oldest.lastChecked():
			oldest = e
		}
	}
	return oldest
}

// evictOwn frees bytes in the store of a hash by evicting entries of one tenant, but never the spared entry, which may
// be nil. It reports false if it cannot free enough. The store removes the victims asynchronously, but before it takes
// a later entry.
func (c *Cache) evictOwn(t *Tenant, hash uint64, bytes int64, spared *Entry) bool {
	i := storeOf(hash)
	if was, ok := c.stores[i].Get(hash); ok && was.tenant == t && spared == nil {
		bytes -= was.charged.Load() // it will be replaced
	}
	now := c.cfg.Now()
	for n := range uint64(probes) {
		if bytes <= 0 {
			return true
		}
		victim := t.entries[i].victim(hash>>8+n*0x9e3779b97f4a7c15, now)
		switch victim {
		case nil:
			return false
		case spared:
			continue
		}
		bytes -= victim.charged.Load()
		c.release(victim, i) // now, although the store may remove it later
		c.stores[i].Del(c.hash(victim.Key))
	}
	return bytes <= 0
}

// resize notes that the entries of a store hold bytes more than their initial cost. The store evicts the excess when
// it takes the next entry.
func (c *Cache) resize(store int, bytes int64) {
	room := c.cfg.Bytes / storeCount
	c.stores[store].UpdateMaxCost(max(room-c.grown[store].Add(bytes), room/minRoomPart))
}

// minRoomPart is the part of its room that a store keeps for the initial cost of its entries: half.
const minRoomPart = 2
