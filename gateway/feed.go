package gateway

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/catalog"
)

// feeds are the logs of signals of the tenants that somebody here listens to. Each is read from Postgres once for all listeners; none has a queue of its own, so
// a slow one costs nothing but its connection.
type feeds struct {
	pool *pgxpool.Pool
	stop chan struct{}

	mu   sync.Mutex
	all  map[string]*feed
	open int
}

// A feed is the end of one tenant's log.
type feed struct {
	tenant  string
	clients int // under the lock of feeds

	mu    sync.Mutex
	known bool    // the rest is filled in
	fresh bool    // nothing was signalled since it was read, as far as is known
	life  string  // the epoch of the numbers
	kept  uint64  // signals after it are all in Postgres
	from  uint64  // signals after it are all in ring
	last  uint64  // up to where it was read
	ring  []event // the newest
	news  chan struct{}
}

// An event is one signal.
type event struct {
	seq   uint64
	epoch string
	tags  []string
}

const (
	feedRing  = 512 // signals that a feed holds in memory
	feedBatch = 200 // signals that are read at once
)

func (f *feeds) begin(pool *pgxpool.Pool) {
	f.pool, f.all, f.stop = pool, map[string]*feed{}, make(chan struct{})
}

// join lets a client listen to a tenant, nil if there are too many.
func (f *feeds) join(tenant string, each, all int) *feed {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.all[tenant]
	if t == nil {
		t = &feed{tenant: tenant, news: make(chan struct{})}
	}
	if t.clients >= each || f.open >= all {
		return nil
	}
	t.clients++
	f.open++
	f.all[tenant] = t
	return t
}

func (f *feeds) leave(t *feed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open--
	if t.clients--; t.clients == 0 {
		delete(f.all, t.tenant)
	}
}

// count is how many streams are open.
func (f *feeds) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.open
}

// wake tells a tenant's listeners that something was signalled.
func (f *feeds) wake(tenant string) {
	f.mu.Lock()
	t := f.all[tenant]
	f.mu.Unlock()
	if t != nil {
		t.wake()
	}
}

func (t *feed) wake() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fresh = false
	close(t.news)
	t.news = make(chan struct{})
}

// told is closed when something is signalled from now on.
func (t *feed) told() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.news
}

// after lists signals after a position, in order, and the position they reach. look says to ask Postgres though nothing was heard. A position before what is
// kept, or of another life, gives one event that says that anything may have changed.
func (t *feed) after(ctx context.Context, pool *pgxpool.Pool, pos uint64, look bool) (events []event, at uint64, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if look || !t.known || !t.fresh {
		if err := t.readLocked(ctx, pool); err != nil {
			return nil, pos, err
		}
	}
	switch {
	case pos > t.last: // of numbers that went back
		return []event{t.wholeLocked()}, t.last, nil
	case pos >= t.from:
		for _, e := range t.ring {
			if e.seq > pos {
				events = append(events, e)
			}
		}
		return events, t.last, nil
	case pos < t.kept:
		return []event{t.wholeLocked()}, t.last, nil
	}
	events, kept, err := readSignals(ctx, pool, t.tenant, pos, t.last)
	switch {
	case err != nil:
		return nil, pos, err
	case pos < kept: // some of them were dropped meanwhile
		t.kept = kept
		return []event{t.wholeLocked()}, t.last, nil
	case len(events) == feedBatch:
		return events, events[feedBatch-1].seq, nil
	}
	return events, t.last, nil
}

// end is where the log ends now.
func (t *feed) end(ctx context.Context, pool *pgxpool.Pool) (uint64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := t.readLocked(ctx, pool)
	return t.last, err
}

// everything is for a client whose position means nothing: one event that says that anything may have changed.
func (t *feed) everything(ctx context.Context, pool *pgxpool.Pool) ([]event, uint64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.readLocked(ctx, pool); err != nil {
		return nil, 0, err
	}
	return []event{t.wholeLocked()}, t.last, nil
}

// epoch is the life of the numbers, as it was read last.
func (t *feed) epoch() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.life
}

// wholeLocked says that anything may have changed.
func (t *feed) wholeLocked() event {
	return event{seq: t.last, epoch: t.life, tags: []string{catalog.PublicTag(t.tenant, catalog.TenantTag)}}
}

// readLocked reads on.
func (t *feed) readLocked(ctx context.Context, pool *pgxpool.Pool) error {
	var n, kept int64
	var epoch string
	err := pool.QueryRow(ctx, "SELECT n, kept, epoch::text FROM signal_cursor WHERE tenant_id = $1", t.tenant).Scan(&n, &kept, &epoch)
	if errors.Is(err, pgx.ErrNoRows) { // nothing was ever signalled: all that comes is new
		err = pool.QueryRow(ctx, "SELECT 0, 0, epoch::text FROM tenant_seq WHERE tenant_id = $1", t.tenant).Scan(&n, &kept, &epoch)
	}
	if err != nil {
		return fmt.Errorf("read up to where %s was signalled: %w", t.tenant, err)
	}
	t.kept = uint64(kept)
	if !t.known || uint64(n) < t.last {
		t.known, t.from, t.last, t.ring = true, uint64(n), uint64(n), nil
	}
	t.life = epoch
	for t.last < uint64(n) {
		more, kept, err := readSignals(ctx, pool, t.tenant, t.last, uint64(n))
		if err != nil {
			return err
		}
		missed := t.last < kept
		t.kept, t.ring = kept, append(t.ring, more...)
		if t.last = uint64(n); len(more) == feedBatch {
			t.last = more[len(more)-1].seq
		}
		if missed {
			t.from, t.ring = t.last, nil
		}
		if over := len(t.ring) - feedRing; over > 0 {
			t.from = t.ring[over-1].seq
			t.ring = append([]event(nil), t.ring[over:]...)
		}
	}
	t.fresh = true
	return nil
}

// readSignals reads a part of a tenant's log: after one change, up to another, at most feedBatch; and up to where the log was dropped by then.
func readSignals(ctx context.Context, pool *pgxpool.Pool, tenant string, after, to uint64) (events []event, kept uint64, err error) {
	rows, err := pool.Query(ctx, `
SELECT c.kept, g.seq, g.epoch::text, g.tags
FROM signal_cursor c
LEFT JOIN LATERAL (SELECT * FROM change_signal WHERE tenant_id = c.tenant_id AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4) g ON true
WHERE c.tenant_id = $1
ORDER BY g.seq`, tenant, int64(after), int64(to), feedBatch)
	if err != nil {
		return nil, 0, fmt.Errorf("read signals of %s: %w", tenant, err)
	}
	var seq *uint64
	var epoch *string
	var tags []string
	_, err = pgx.ForEachRow(rows, []any{&kept, &seq, &epoch, &tags}, func() error {
		if seq != nil {
			events = append(events, event{seq: *seq, epoch: *epoch, tags: tags})
		}
		seq, epoch, tags = nil, nil, nil
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read signals of %s: %w", tenant, err)
	}
	return events, kept, nil
}

// opens reports whether a key is the tenant's stream key.
func (f *feeds) opens(ctx context.Context, tenant string, key []byte) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var want []byte
	err := f.pool.QueryRow(ctx, "SELECT hash FROM stream_key WHERE tenant_id = $1", tenant).Scan(&want)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read the stream key: %w", err)
	}
	got := sha256.Sum256(key)
	return subtle.ConstantTimeCompare(got[:], want) == 1, nil
}
