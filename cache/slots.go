package cache

// Slots is how many slots an entry has. Slots hold bytes that the user of the cache derives from the entry, such as
// its compressed body. The user numbers them.
const Slots = 9

// Slot finds the bytes in a slot, nil if there are none.
func (e *Entry) Slot(i int) []byte {
	if p := e.slots[i].Load(); p != nil {
		return *p
	}
	return nil
}

// Attach puts bytes into an empty slot and charges the tenant for them, if the entry is kept. If the store has no
// room, or the slot is taken, nothing happens. The bytes must not be changed afterwards.
func (e *Entry) Attach(i int, data []byte) {
	n := int64(cap(data))
	if (n == 0 || e.makeRoom(n)) && e.slots[i].CompareAndSwap(nil, &data) && n > 0 {
		e.grow(n)
	}
}

// Replace puts other bytes into a slot, and charges the tenant for the difference. If the store has no room, nothing
// happens. The bytes must not be changed afterwards.
func (e *Entry) Replace(i int, data []byte) {
	if more := int64(cap(data)) - int64(cap(e.Slot(i))); more > 0 && !e.makeRoom(more) {
		return
	}
	more := int64(cap(data))
	if old := e.slots[i].Swap(&data); old != nil {
		more -= int64(cap(*old))
	}
	if more != 0 {
		e.grow(more)
	}
}

// Make returns the bytes in a slot, after making them with f and attaching them if the slot is empty. Concurrent calls
// wait for one another. f must not return nil.
func (e *Entry) Make(i int, f func() []byte) []byte {
	e.making.Lock()
	defer e.making.Unlock()
	if data := e.Slot(i); data != nil {
		return data
	}
	data := f()
	e.Attach(i, data)
	return data
}

// makeRoom reports whether the store has room for more bytes of one of its entries. It evicts other entries of the
// same tenant if it has to. An entry that no store holds may have any size.
func (e *Entry) makeRoom(bytes int64) bool {
	if e.charged.Load() == 0 {
		return true
	}
	c := e.tenant.cache
	hash, room := c.hash(e.Key), c.cfg.Bytes/storeCount
	over := c.filled[storeOf(hash)].Load() + bytes - room
	return over <= room/slack || c.evictOwn(e.tenant, hash, min(over, 2*bytes), e)
}

// grow charges a kept entry for bytes that were attached. The store still counts its initial cost, so its limit is
// lowered instead.
func (e *Entry) grow(bytes int64) {
	for {
		was := e.charged.Load()
		if was == 0 {
			return // the store has removed it
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
