package read

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/admit"
	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

// A Kept answer is one that a fill has put into the cache.
type Kept struct {
	Tenant *replica.Tenant
	Query  *query.Query
	Key    []byte
	Entry  *cache.Entry
}

// fillTries is how often an answer is read that changes invalidate while it is read. After that it is answered and not
// kept: it is newer than the request even then.
const fillTries = 3

// Fill answers a query that is not in the cache. Concurrent calls for one key share one fill. A call takes no answer
// that is older than arrived, which was applied when the request arrived, or that has expired by now. A fill that has
// to wait is not begun once all clients that wait for it are gone. A nil client is always there.
func (r *Reader) Fill(t *replica.Tenant, arrived cache.Snapshot, now time.Time, q *query.Query, key []byte,
	client admit.Client,
) (*cache.Entry, error) {
	return r.share(arrived, now, r.ofQuery(t, q, key), client)
}

// share answers with a fill that other calls for the same key may share. The fill has a goroutine of its own, so that
// each call returns at its limit of time, whatever the fill waits for. A panic in it is an error of these calls.
func (r *Reader) share(arrived cache.Snapshot, now time.Time, f filling, client admit.Client) (
	_ *cache.Entry, err error,
) {
	defer func(start time.Time) { r.noteWait(f.kind, time.Since(start), err) }(time.Now())
	ctx, cancel := context.WithTimeout(context.Background(), r.cfg.Timeout)
	defer cancel()
	if client == nil {
		client = func() admit.Presence { return admit.There }
	}
	if f.uncacheable {
		f.clients = client
		return r.fill(f)
	}
	key := string(f.key)
	f.clients = func() admit.Presence { return r.readers.Presence(key) }
	leave := r.readers.Join(key, client)
	defer leave()
	for range fillTries {
		e, err := r.fills.Do(ctx, key, func() (*cache.Entry, error) { return r.fill(f) })
		switch {
		case errors.Is(err, admit.ErrGone) && client() != admit.Gone:
			continue // the fill was refused for other clients, just before this one joined them
		case err != nil && errors.Is(err, ctx.Err()):
			return nil, api.Busy(err)
		case err != nil:
			return nil, err
		case e.Read.Covers(arrived) && !e.Expired(now):
			return e, nil
		}
	}
	return r.fill(f) // started after the request, so it cannot be older
}

// Posted is a request whose query is its body: no URL names it. Its answer is kept as others are, with tags and a
// stamp, if it is requested a second time.
type Posted struct {
	Key        []byte           // the canonical body; it begins with the tenant, as cache.AppendKey writes it
	Boundaries []catalog.Moment // the columns whose times change the answer without an edit
	Answer     func(ctx context.Context, s *Snapshot) (*Answer, error)
}

// FillPosted answers a posted request that is not in the cache, as Fill does.
func (r *Reader) FillPosted(t *replica.Tenant, arrived cache.Snapshot, now time.Time, p Posted, client admit.Client) (
	*cache.Entry, error,
) {
	return r.share(arrived, now, filling{
		tenant: t, key: p.Key, rare: true, kind: admit.Search, bounded: true, kept: func(*cache.Entry) {},
		read: func(ctx context.Context, first bool) (*Answer, cache.Snapshot, error) {
			return r.readPosted(ctx, t, p, first)
		},
	}, client)
}

func (r *Reader) readPosted(ctx context.Context, t *replica.Tenant, p Posted, first bool) (
	ans *Answer, at cache.Snapshot, err error,
) {
	answer := func(s *Snapshot) (err error) {
		ans, err = p.Answer(ctx, s)
		return err
	}
	var s *Snapshot
	count := &r.Stats.Held
	if first {
		s, err = r.inHeld(ctx, t, p.Boundaries, answer)
	}
	if s == nil && err == nil {
		count = &r.Stats.Whole
		s, err = r.retried(ctx, t.ID, p.Boundaries, answer)
	}
	if err != nil {
		return nil, at, err
	}
	count.Add(1)
	ans.Until = s.until
	return ans, s.at, nil
}

// Expect has the next answer for a key kept, as if the key had been requested before.
func (r *Reader) Expect(key []byte) { r.door.seen(key) }

// Refill fills a key without a request. Requests for the key meanwhile share the fill. done is called once the answer
// was read. If readers need Postgres, the error is admit.ErrNotIdle.
func (r *Reader) Refill(t *replica.Tenant, q *query.Query, key []byte, done func()) error {
	f := r.ofQuery(t, q, key)
	if f.pass = r.gate.Idle(t.ID); f.pass == nil {
		return admit.ErrNotIdle
	}
	defer f.pass.Done(nil) // a reader's fill for the key may be in progress
	_, err := r.fills.Do(context.Background(), string(key), func() (*cache.Entry, error) {
		defer r.readers.Begin(string(key))()
		e, err := r.fill(f)
		if err == nil {
			done()
		}
		return e, err
	})
	return err
}

// A filling is what a fill needs to know of an answer.
type filling struct {
	tenant      *replica.Tenant
	key         []byte
	uncacheable bool // it differs on every request
	rare        bool // it is kept only if it was requested before

	kind    admit.Kind
	bounded bool         // a tenant has a bound of such fills
	clients admit.Client // that wait for it
	pass    *admit.Pass  // of background work; nil: the fill waits for its turn

	// read reads the answer. It may assemble it from fragments at the first try.
	read func(ctx context.Context, first bool) (*Answer, cache.Snapshot, error)
	kept func(*cache.Entry) // called with an entry that was kept
}

// kindOf is the kind of a query's fill.
func kindOf(q *query.Query) admit.Kind {
	if q.Text != "" || q.View.Across {
		return admit.Search
	}
	return admit.Read
}

// ofQuery is the filling of a query.
func (r *Reader) ofQuery(t *replica.Tenant, q *query.Query, key []byte) filling {
	return filling{
		tenant: t, key: key, uncacheable: q.View.Uncacheable, rare: q.Text != "", kind: kindOf(q), bounded: q.View.Across,
		read: func(ctx context.Context, first bool) (*Answer, cache.Snapshot, error) {
			return r.assembleOrRead(ctx, t, q, key, first)
		},
		kept: func(e *cache.Entry) { r.onKept(Kept{t, q, key, e}) },
	}
}

// errPanic is the error of a fill that ended in a panic: how long it took says nothing of Postgres.
var errPanic = errors.New("read: a panic")

// fill reads an answer and keeps it. It belongs to no request: the client may be gone before it ends.
func (r *Reader) fill(f filling) (e *cache.Entry, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), r.cfg.Timeout)
	defer cancel()
	err = errPanic // until it returns
	pass := f.pass
	if pass == nil {
		pass = r.gate.Pass(admit.Demand{Tenant: f.tenant.ID, Kind: f.kind, Bounded: f.bounded, Clients: f.clients})
	}
	defer func() { pass.Done(err) }()
	ctx = admit.With(ctx, pass)
	keep := r.cache.Keep
	if f.rare && !r.door.seen(f.key) {
		keep = r.cache.StampOnce
		ctx = withOnce(ctx)
	}
	previous := r.cache.Peek(f.key)
	cause := r.cause(previous)
	for i := range fillTries {
		ans, at, err := f.read(ctx, i == 0)
		if postgres.Conflicted(err) && i+1 < fillTries { // such as with a migration
			continue
		}
		if err != nil {
			return nil, passing(err)
		}
		// No answer shows a change that this gateway has not applied: reads never go backwards.
		if err := f.tenant.CatchUp(ctx, at.Epoch, at.Seq); err != nil {
			return nil, api.Busy(err)
		}
		for _, part := range ans.fragments {
			r.keepFragment(f.tenant, at, part, ans.Until)
		}
		e = r.entry(f.tenant.ID, ans, f.key, !f.uncacheable)
		e.Read, e.Local, e.Cause = at, ans.local, cause
		e.Replaces(previous)
		// The next try would most likely find the index as far behind as this one did.
		last := false
		if ans.Stamp != nil && *ans.Stamp < at.Seq {
			last = r.cache.StampOnce(f.tenant.Tenant, at, e)
			at.Seq = *ans.Stamp
		}
		if f.uncacheable {
			e.Stamp = at.Seq
			return e, nil
		}
		if keep(f.tenant.Tenant, at, e) {
			f.kept(e)
			return e, nil
		}
		if last {
			return e, nil
		}
	}
	return e, nil
}

type onceKey struct{}

// withOnce notes that the answer is sent once and not kept.
func withOnce(ctx context.Context) context.Context { return context.WithValue(ctx, onceKey{}, true) }

// Once reports whether the answer is sent once and not kept.
func Once(ctx context.Context) bool { return ctx.Value(onceKey{}) != nil }

// passing turns an error of Postgres that passes by itself into the 503 that says so.
func passing(err error) error {
	if known := new(api.Error); !errors.As(err, &known) && (postgres.Conflicted(err) || postgres.Away(err)) {
		return api.Busy(err)
	}
	return err
}

// assembleOrRead answers a query from what is in memory, if it is the first try and that is enough. Otherwise the
// parent answers, or one snapshot of Postgres.
func (r *Reader) assembleOrRead(ctx context.Context, t *replica.Tenant, q *query.Query, key []byte, first bool) (
	ans *Answer, at cache.Snapshot, err error,
) {
	count := &r.Stats.Assembled
	if first && r.assemblable(q) {
		ans, at, err = r.assemble(ctx, t, q, key)
	}
	if first && ans == nil && err == nil && r.holdable(q) {
		ans, at, err = r.readHeld(ctx, t, q)
	}
	if ans == nil && err == nil && r.cfg.Parent != nil && !r.cfg.Parent.Rests() {
		count = &r.Stats.Given
		ans, at, err = r.fromParent(ctx, t, q)
	}
	if ans == nil && err == nil {
		count = &r.Stats.Whole
		ans, at, err = r.read(ctx, t.ID, q)
	}
	if err != nil {
		return nil, at, err
	}
	switch {
	case ans.held:
		count = &r.Stats.Held
	case ans.whole:
		count = &r.Stats.Whole
	}
	count.Add(1)
	return ans, at, nil
}

// fromParent requests an answer from the parent, once there is a slot for that.
func (r *Reader) fromParent(ctx context.Context, t *replica.Tenant, q *query.Query) (*Answer, cache.Snapshot, error) {
	leave, err := admit.Of(ctx).Parent(ctx)
	if err != nil {
		return nil, cache.Snapshot{}, err //nolint:wrapcheck // the client reads it
	}
	defer leave()
	return r.cfg.Parent.Fetch(ctx, t, q) //nolint:wrapcheck // as above
}

// read answers a query from one snapshot.
func (r *Reader) read(ctx context.Context, tenantID string, q *query.Query) (*Answer, cache.Snapshot, error) {
	if q.View.Special == "" && q.View.Shape == catalog.One {
		return r.readRecord(ctx, tenantID, q)
	}
	var ans *Answer
	s, err := r.inSnapshot(ctx, tenantID, q, func(s *Snapshot, q *query.Query) (err error) {
		ans, err = r.answer(ctx, s, q)
		return err
	})
	if err != nil {
		return nil, cache.Snapshot{}, err
	}
	return ans.of(s), s.at, nil
}

// answer answers a query in a snapshot.
func (r *Reader) answer(ctx context.Context, s *Snapshot, q *query.Query) (*Answer, error) {
	switch {
	case r.cfg.Facets[q.View.Special] != nil:
		return r.readFacets(ctx, s, q)
	case q.View.Special != "":
		return r.cfg.Views[q.View.Special](ctx, s, q)
	case q.View.Shape == catalog.List, q.View.Shape == catalog.Page:
		return r.readList(ctx, s, q)
	default:
		return nil, fmt.Errorf("view %s has no shape", q.View.Path)
	}
}

// A doorkeeper remembers which keys were requested lately. Most searches are typed once, so the answer to a search is
// kept only when it is requested a second time: a thousand single searches must not evict popular answers. A key is
// forgotten when another one hashes to its place.
type doorkeeper struct {
	seed   maphash.Seed
	recent [1 << 15]atomic.Uint64
}

func newDoorkeeper() *doorkeeper { return &doorkeeper{seed: maphash.MakeSeed()} }

// seen reports whether a key was requested before, and remembers it.
func (d *doorkeeper) seen(key []byte) bool {
	h := maphash.Bytes(d.seed, key) | 1 // 0 means that the place is empty
	place := &d.recent[(h>>1)%uint64(len(d.recent))]
	return place.Swap(h) == h
}

// Results of requests for answers that are not cached.
const (
	answered = "answered"
	failed   = "failed"
)

func newWaits() *prometheus.HistogramVec {
	waits := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "vitrine_miss_duration_seconds",
		Help: "Time that a request waited for an answer which was not cached, in seconds, by kind: search, if it has a " +
			"text, or read; and by result: answered, or failed. Hits are not timed: they wait for nothing, and " +
			"timing would slow them down.",
		Buckets: []float64{.0001, .0002, .0003, .0004, .0005, .00075, .001, .0015, .002, .003, .005, .01, .025, .05, .1, .25,
			.5, 1, 2.5, 5}}, []string{"kind", "result"})
	for _, kind := range []admit.Kind{admit.Read, admit.Search} {
		waits.WithLabelValues(kind.String(), answered)
		waits.WithLabelValues(kind.String(), failed)
	}
	return waits
}

// noteWait measures a request for an answer that was not cached.
func (r *Reader) noteWait(kind admit.Kind, took time.Duration, err error) {
	result := answered
	if err != nil {
		result = failed
	}
	r.waits.WithLabelValues(kind.String(), result).Observe(took.Seconds())
}
