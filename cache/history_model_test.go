package cache_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/internal/history"
	"vitrine/internal/wire"
)

// books stands in for Postgres, with several tenants. Besides its change number, each commit has an order, which
// continues in a new epoch.
type books struct {
	now     time.Time // for rows that change by time
	tenants map[string]*book
	hist    *history.History
	held    func() // called by Missing after reading; may be nil
}

type book struct {
	epoch  int
	n      uint64
	pruned uint64         // changes up to this number are not kept
	log    []wire.Message // of this epoch, in order
	rows   map[string]uint64
	order  uint64
	orders map[uint64]uint64 // number → order, in this epoch
	due    map[string]moment // rows that change by time
}

// A moment is when a row changes, and the order of the commit that scheduled it.
type moment struct {
	at time.Time
	by uint64
}

func newBooks(h *history.History, tenants ...string) *books {
	b := &books{now: time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC), tenants: map[string]*book{}, hist: h}
	for _, id := range tenants {
		b.tenants[id] = &book{rows: map[string]uint64{}, orders: map[uint64]uint64{}, due: map[string]moment{}}
	}
	return b
}

func (k *book) name() string { return fmt.Sprint("epoch ", k.epoch) }

// commit writes keys in one transaction.
func (b *books) commit(tenant string, keys ...string) wire.Message {
	k := b.tenants[tenant]
	sent := b.hist.Now()
	k.n++
	k.order++
	k.orders[k.n] = k.order
	m := wire.Message{Epoch: k.name(), Tenant: tenant, Seq: k.n, Prev: k.n - 1}
	for _, key := range keys {
		k.rows[key]++
		m.Tags = append(m.Tags, "row:"+key)
		b.hist.Wrote(history.Write{Tenant: tenant, Key: key, Version: k.rows[key], Seq: k.order, Sent: sent})
	}
	k.log = append(k.log, m)
	return m
}

// restore puts a tenant back to an older number, as the restore of a dump does. Every row changes.
func (b *books) restore(tenant string, n uint64) {
	k := b.tenants[tenant]
	sent := b.hist.Now()
	k.epoch++
	k.n, k.log, k.pruned = n, nil, n
	k.order++
	k.orders = map[uint64]uint64{n: k.order}
	for _, key := range slices.Sorted(maps.Keys(k.rows)) {
		k.rows[key]++
		b.hist.Wrote(history.Write{Tenant: tenant, Key: key, Version: k.rows[key], Seq: k.order, Sent: sent})
		if due, ok := k.due[key]; ok {
			k.due[key] = moment{due.at, k.order}
		}
	}
}

// schedule commits that a key will change at a time.
func (b *books) schedule(tenant, key string, at time.Time) wire.Message {
	m := b.commit(tenant, key)
	b.tenants[tenant].due[key] = moment{at, b.tenants[tenant].order}
	return m
}

// pass advances the time.
func (b *books) pass(d time.Duration) {
	sent, was := b.hist.Now(), b.now
	b.now = b.now.Add(d)
	after := b.hist.Now()
	for tenant, k := range b.tenants {
		for key, due := range k.due {
			if was.Before(due.at) && !b.now.Before(due.at) {
				k.rows[key]++ // the row changes by time
				delete(k.due, key)
				b.hist.Wrote(history.Write{Tenant: tenant, Key: key, Version: k.rows[key], Sent: sent, Due: after, By: due.by})
			}
		}
	}
}

// read reads a row in a snapshot: its version, when it will change by time, and the snapshot.
func (b *books) read(tenant, key string) (version uint64, until time.Time, snap cache.Snapshot) {
	k := b.tenants[tenant]
	return k.rows[key], k.due[key].at, cache.Snapshot{Epoch: k.name(), Seq: k.n}
}

// reached is the order of a snapshot, and whether it is of the current epoch.
func (b *books) reached(tenant string, s cache.Snapshot) (uint64, bool) {
	k := b.tenants[tenant]
	return k.orders[s.Seq], s.Epoch == k.name()
}

func (b *books) Changes(_ context.Context, tenant string, after uint64) ([]wire.Message, error) {
	k := b.tenants[tenant]
	switch {
	case after > k.n:
		return []wire.Message{{Epoch: k.name(), Tenant: tenant, Seq: k.n, Tags: []string{"*"}}}, nil
	case after < k.pruned:
		return nil, wire.ErrPruned
	}
	var out []wire.Message
	for _, m := range k.log {
		if m.Seq > after {
			out = append(out, m)
		}
	}
	return out, nil
}

func (b *books) Missing(ctx context.Context, after []wire.Head) ([]wire.Message, error) {
	var out []wire.Message
	for _, h := range after {
		k := b.tenants[h.Tenant]
		msgs, err := b.Changes(ctx, h.Tenant, h.Seq)
		if h.Epoch != k.name() || errors.Is(err, wire.ErrPruned) {
			msgs = []wire.Message{{Epoch: k.name(), Tenant: h.Tenant, Seq: k.n, Prev: h.Seq, Tags: []string{"*"}}}
		}
		out = append(out, msgs...)
	}
	if b.held != nil {
		b.held()
	}
	return out, nil
}

func (b *books) Head(_ context.Context, tenant string) (wire.Head, error) {
	k := b.tenants[tenant]
	return wire.Head{Tenant: tenant, Epoch: k.name(), Seq: k.n}, nil
}

func (b *books) Heads(ctx context.Context) (heads []wire.Head, err error) {
	for _, tenant := range slices.Sorted(maps.Keys(b.tenants)) {
		h, _ := b.Head(ctx, tenant)
		heads = append(heads, h)
	}
	return heads, nil
}

// A node is one gateway over the books: a cache, the messages that are on their way to it, and its pending fills.
type node struct {
	name     string
	b        *books
	c        gateway
	bus      []wire.Message
	past     []wire.Message // delivered messages that may be repeated
	fills    []*fill
	cut      bool      // receives no messages
	stopped  bool      // suspended, as after SIGSTOP
	reported time.Time // when it last reported
	bulk     []byte    // appended to every body, so that the cache is too small for all
}

// A fill reads a key from the books for concurrent requests, in steps (gateway/read/fill.go).
type fill struct {
	tenant, key string
	waiting     []reader
	tries       int

	read    bool // the snapshot was read
	version uint64
	until   time.Time
	snap    cache.Snapshot
}

// A reader waits for a fill.
type reader struct {
	history.Read
	arrived cache.Snapshot
	now     time.Time
	tries   int
}

// newNode makes a gateway with the smallest cache. bulk is the number of bytes that are appended to each body.
func newNode(name string, b *books, bulk int) (*node, error) {
	now := func() time.Time { return b.now }
	kept, err := cache.New(cache.Config{Bytes: 1 << 20, Share: 1, Now: now})
	if err != nil {
		return nil, err
	}
	r, err := replica.New(kept, replica.Config{Source: b, Grace: 1, Now: now})
	if err != nil {
		return nil, err
	}
	c := gateway{kept, r}
	d := &node{name: name, b: b, c: c, reported: time.Now(), bulk: bytes.Repeat([]byte(" "), bulk)}
	heads, _ := b.Heads(context.Background())
	for _, h := range heads {
		c.Join(h)
	}
	return d, nil
}

func pageKey(tenant, key string) []byte { return []byte(tenant + "\x00" + key) }

// ask handles a request (gateway/handler.go).
func (d *node) ask(tenant, key string) error {
	a := reader{Read: history.Read{Gateway: d.name, Tenant: tenant, Key: key, Start: d.b.hist.Now()}}
	if d.c.Disconnected() {
		if err := d.c.Verify(context.Background()); err != nil {
			return err
		}
	}
	a.arrived, a.now = d.c.Tenant(tenant).Snapshot(), d.b.now
	if e := d.c.Get(pageKey(tenant, key), a.now); e != nil {
		d.answer(a, e)
		return nil
	}
	d.join(a)
	return nil
}

func (d *node) join(a reader) {
	for _, f := range d.fills {
		if f.tenant == a.Tenant && f.key == a.Key {
			f.waiting = append(f.waiting, a)
			return
		}
	}
	d.fills = append(d.fills, &fill{tenant: a.Tenant, key: a.Key, waiting: []reader{a}})
}

func (d *node) answer(a reader, e *cache.Entry) {
	a.End = d.b.hist.Now()
	if _, err := fmt.Sscanf(string(e.Body), "%s %d", &a.Of, &a.Version); err != nil {
		panic(err)
	}
	d.b.hist.Saw(a.Read)
}

// unkept is a row whose answers are given once, and not kept.
const unkept = "k9"

// tries is how often a fill reads again after a change made its answer stale.
const tries = 3

// step reads the snapshot of a fill, or finishes the fill. A reader that relies on a later change goes on waiting.
func (d *node) step(i int) error {
	f := d.fills[i]
	if !f.read {
		f.version, f.until, f.snap = d.b.read(f.tenant, f.key)
		f.read = true
		return nil
	}
	member := d.c.Tenant(f.tenant)
	if err := member.CatchUp(context.Background(), f.snap.Epoch, f.snap.Seq); err != nil {
		return err
	}
	e := &cache.Entry{
		Key: pageKey(f.tenant, f.key), Body: append(fmt.Appendf(nil, "%s/%s %d", f.tenant, f.key, f.version), d.bulk...),
		Tags: []string{"row:" + f.key}, ValidUntil: f.until, Read: f.snap,
	}
	keep := d.c.Keep
	if f.key == unkept {
		keep = d.c.StampOnce
	}
	kept := keep(member.Tenant, f.snap, e)
	d.c.Wait()
	if f.tries++; !kept && f.tries < tries {
		f.read = false
		return nil
	}
	d.fills = slices.Delete(d.fills, i, i+1)
	for _, a := range f.waiting {
		if e.Read.Covers(a.arrived) && !e.Expired(a.now) {
			d.answer(a, e)
			continue
		}
		a.tries++
		d.join(a)
	}
	return nil
}

// deliver delivers the next message or another one.
func (d *node) deliver(r *rand.Rand) error {
	if len(d.bus) == 0 {
		return nil
	}
	i := 0
	if r.IntN(4) == 0 {
		i = r.IntN(len(d.bus)) // out of order
	}
	m := d.bus[i]
	if r.IntN(4) > 0 { // else it is delivered again
		d.bus = slices.Delete(d.bus, i, i+1)
	}
	if r.IntN(6) == 0 {
		return nil // lost
	}
	if r.IntN(10) == 0 {
		d.past = append(d.past, m)
	}
	_, err := d.c.Apply(context.Background(), m)
	return err
}

// lease is how long announcements wait for a gateway that does not report. It is longer than the lease of the gateway.
const lease = 1500 * time.Millisecond

// announce announces the changes that all gateways have applied for which announcements wait.
func (b *books) announce(nodes []*node, announced map[string]uint64) {
	for tenant, k := range b.tenants {
		least := k.order
		for _, d := range nodes {
			if time.Since(d.reported) > lease {
				continue
			}
			at, same := b.reached(tenant, d.c.Tenant(tenant).Snapshot())
			if !same {
				least = 0
			}
			least = min(least, at)
		}
		if least > announced[tenant] {
			announced[tenant] = least
			b.hist.Announce(tenant, least)
		}
	}
}
