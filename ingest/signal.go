package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

const (
	signalTenants = 64                    // tenants that are signalled together
	signalAhead   = 200                   // changes of one tenant that are signalled together
	signalCompare = 5 * time.Second       // heads are compared with what was signalled this often
	signalPause   = 3 * time.Millisecond  // at least, between looks, for readers come first, and three times as long as the last took:
	signalRest    = 25 * time.Millisecond // at most. While much changes, signals go together and leave Postgres to others
	signalKeep    = 24 * time.Hour        // signals are kept so long, for those who resume
	signalKeepN   = 20_000                // and at most so many of a tenant
	purgeLimit    = 5000                  // tags that a tenant's purge queue holds before they become one
	rosterEach    = time.Second
)

// errDeposed means that another worker leads by now.
var errDeposed = errors.New("another worker leads")

// A signaller writes down, for those outside, the changes that every gateway has applied. It relies on nothing in memory but where each tenant stands: what waits
// to be signalled are the changes in Postgres, which are read where the drain has not left them on the desk. Streams and webhooks read what it wrote, so
// nothing leaves before it.
type signaller struct {
	cfg    Config
	desk   *desk
	stats  *Stats
	roster *roster
	term   int64
	leader string
	rings  chan struct{} // something was published
	posts  chan struct{} // something was written, for webhooks

	mu      sync.Mutex
	waiting map[string]wire.Head // tenants that moved, and up to where that is published

	cursors map[string]cursor // up to where each tenant is signalled; nil until they are read
	columns map[string]map[string]bool
	queued  map[string]int // so many tags a tenant's purge queue was given since it was last counted
	skew    time.Duration  // Postgres's clock less ours
	count   uint64
}

func newSignaller(w *Worker, r *roster) *signaller {
	return &signaller{cfg: w.cfg, desk: newDesk(), stats: &w.Stats, roster: r, term: w.number, leader: w.leader(), rings: make(chan struct{}, 1),
		posts: make(chan struct{}, 1), waiting: map[string]wire.Head{}, queued: map[string]int{}}
}

// note tells that changes of a tenant were published. It never waits.
func (s *signaller) note(h wire.Head) {
	s.mu.Lock()
	if was := s.waiting[h.Tenant]; was.Epoch != h.Epoch || was.Seq < h.Seq { // heads are compared while changes are published
		s.waiting[h.Tenant] = h
	}
	s.mu.Unlock()
	select {
	case s.rings <- struct{}{}:
	default:
	}
}

// run signals until ctx is done or somebody else leads.
func (s *signaller) run(ctx context.Context) {
	pause(ctx, rosterHold-time.Since(s.roster.began))
	var compared, told time.Time
	var failed time.Duration
	for ctx.Err() == nil {
		var err error
		if time.Since(compared) > signalCompare {
			if err = s.compare(ctx); err == nil {
				compared = time.Now()
			}
		}
		more, began := false, time.Now()
		if err == nil {
			more, err = s.round(ctx)
		}
		took := time.Since(began)
		if time.Since(told) > rosterEach {
			err = errors.Join(err, s.fold(ctx))
			s.tell()
			told = time.Now()
		}
		switch {
		case errors.Is(err, errDeposed):
			return
		case ctx.Err() != nil:
		case err != nil:
			if failed == 0 {
				s.cfg.Log.Warn("changes not signalled; trying again", "err", err)
			}
			failed = min(max(2*failed, retryFirst), indexRetry)
			pause(ctx, failed)
		case more:
			failed = 0
			pause(ctx, min(signalRest, max(signalPause, 3*took)))
		default:
			failed = 0
			wait, cancel := context.WithTimeout(ctx, rosterEach)
			select {
			case <-s.rings:
			case <-s.roster.rings:
			case <-wait.Done():
			}
			cancel()
			pause(ctx, signalPause) // what comes meanwhile goes together
		}
	}
}

// compare finds the tenants that have changes which were not signalled, and begins with those that are new.
func (s *signaller) compare(ctx context.Context) error {
	if s.columns == nil {
		columns, err := readColumns(ctx, s.cfg.Pool)
		if err != nil {
			return err
		}
		s.columns = columns
	}
	asked := time.Now()
	var there time.Time
	if err := s.cfg.Pool.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&there); err != nil {
		return fmt.Errorf("read the clock: %w", err)
	}
	s.skew = there.Sub(asked.Add(time.Since(asked) / 2))
	s.desk.tell(s.columns, s.skew)
	rows, err := s.cfg.Pool.Query(ctx, `
SELECT s.tenant_id, s.epoch::text, s.n, c.epoch::text, c.n
FROM tenant_seq s
LEFT JOIN signal_cursor c ON c.tenant_id = s.tenant_id
WHERE $1 OR (s.epoch, s.n) IS DISTINCT FROM (c.epoch, c.n)`, s.cursors == nil)
	if err != nil {
		return fmt.Errorf("compare what was signalled: %w", err)
	}
	cursors := s.cursors
	if cursors == nil {
		cursors = map[string]cursor{}
	}
	h := wire.Head{}
	var epoch *string
	var n *uint64
	_, err = pgx.ForEachRow(rows, []any{&h.Tenant, &h.Epoch, &h.Seq, &epoch, &n}, func() error {
		c := cursor{epoch: h.Epoch} // a new tenant, from its first change
		if n != nil {
			c = cursor{*epoch, *n}
		}
		cursors[h.Tenant] = c
		if c != (cursor{h.Epoch, h.Seq}) {
			s.note(h)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("compare what was signalled: %w", err)
	}
	s.cursors = cursors // not before all are known: who is missing counts as new
	return nil
}

// A signal is what those outside are told of one change.
type signal struct {
	tenant, epoch string
	seq           uint64
	at            time.Time
	tags          []string // as they are known outside; none: nobody is told
}

// ready picks tenants with changes that every gateway has applied, and says up to where.
func (s *signaller) ready() map[string]wire.Head {
	s.mu.Lock()
	defer s.mu.Unlock()
	ready := map[string]wire.Head{}
	for tenant, h := range s.waiting {
		if len(ready) == signalTenants {
			break
		}
		c, known := s.cursors[tenant]
		if !known { // new since heads were compared
			c = cursor{epoch: h.Epoch}
			s.cursors[tenant] = c
		}
		if c == (cursor{h.Epoch, h.Seq}) {
			delete(s.waiting, tenant)
			continue
		}
		to := min(h.Seq, s.roster.applied(tenant, h.Epoch))
		if c.epoch == h.Epoch && to > c.n || c.epoch != h.Epoch && to >= h.Seq {
			h.Seq = to
			ready[tenant] = h
		}
	}
	return ready
}

// round signals what can be signalled, and reports whether there was something.
func (s *signaller) round(ctx context.Context) (bool, error) {
	ready := s.ready()
	if len(ready) == 0 {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	reached := map[string]cursor{}
	all := s.fromDesk(ready, reached)
	if len(ready) > 0 {
		more, err := s.fromPostgres(ctx, ready, reached)
		if err != nil {
			return false, err
		}
		all = append(all, more...)
	}
	if len(reached) == 0 {
		return false, nil
	}
	if err := s.write(ctx, all, reached); err != nil {
		return false, err
	}
	for tenant, c := range reached {
		s.cursors[tenant] = c
	}
	s.announce(all)
	return true, nil
}

// fromDesk makes signals of what the drain left, notes up to where, and takes the tenants off ready of which that was all.
func (s *signaller) fromDesk(ready map[string]wire.Head, reached map[string]cursor) (all []signal) {
	now := time.Now()
	for tenant, to := range ready {
		changes, whole := s.desk.take(tenant, s.cursors[tenant], to, now)
		if !whole {
			continue
		}
		s.stats.Spared.Add(uint64(len(changes)))
		for _, c := range changes {
			if len(c.tags) > 0 {
				all = append(all, signal{tenant: tenant, epoch: to.Epoch, seq: c.seq, at: c.at, tags: s.opaque(tenant, c.tags)})
			}
		}
		reached[tenant] = cursor{to.Epoch, to.Seq}
		delete(ready, tenant)
	}
	return all
}

// fromPostgres makes signals of the changes of the tenants that are ready, and notes up to where.
func (s *signaller) fromPostgres(ctx context.Context, ready map[string]wire.Head, reached map[string]cursor) (all []signal, err error) {
	from := make([]Position, 0, len(ready))
	for tenant := range ready {
		c := s.cursors[tenant]
		from = append(from, Position{Tenant: tenant, Epoch: c.epoch, Seq: c.n})
	}
	trails, err := ahead(ctx, s.cfg.Pool, from, signalAhead)
	if err != nil {
		return nil, err
	}
	tags, err := s.tags(ctx, trails, ready)
	if err != nil {
		return nil, err
	}
	for i := range trails {
		t := &trails[i]
		to := ready[t.from.Tenant]
		if t.epoch == "" {
			s.drop(t.from.Tenant)
			continue
		}
		if t.epoch != to.Epoch || t.head < to.Seq {
			continue // it began anew while we looked; its head comes
		}
		signals, last := s.walk(t, to.Seq, tags[t.from.Tenant])
		all = append(all, signals...)
		reached[t.from.Tenant] = cursor{t.epoch, last}
	}
	return all, nil
}

// drop forgets a tenant that is gone.
func (s *signaller) drop(tenant string) {
	s.mu.Lock()
	delete(s.waiting, tenant)
	s.mu.Unlock()
	delete(s.cursors, tenant)
	s.desk.forget(tenant)
}

// upTo are the changes of a trail up to one of them.
func (t *trail) upTo(n uint64) []sealed {
	rest := t.sealed
	for len(rest) > 0 && rest[len(rest)-1].seq > n {
		rest = rest[:len(rest)-1]
	}
	return rest
}

// walk makes signals of a trail's changes, up to one of them, with the tags of each.
func (s *signaller) walk(t *trail, to uint64, tags map[uint64][]string) (all []signal, last uint64) {
	tenant := t.from.Tenant
	whole := func(seq uint64) signal { // nobody can say what changed
		return signal{tenant: tenant, epoch: t.epoch, seq: seq, at: s.now(), tags: s.opaque(tenant, everything(tenant))}
	}
	if t.restarted() {
		return []signal{whole(to)}, to
	}
	at, complete := t.from.Seq, len(t.sealed) < signalAhead
	for _, c := range t.upTo(to) {
		if c.seq > at+1 {
			all = append(all, whole(c.seq-1))
		}
		if of := tags[c.seq]; len(of) > 0 {
			all = append(all, signal{tenant: tenant, epoch: t.epoch, seq: c.seq, at: c.at, tags: s.opaque(tenant, of)})
		}
		at = c.seq
	}
	if complete && at < to {
		all, at = append(all, whole(to)), to
	}
	return all, at
}

func (s *signaller) now() time.Time { return time.Now().Add(s.skew) }

// tags says of each change that is to be signalled, by tenant and number, what those outside may know. Changes of many tenants are read together.
func (s *signaller) tags(ctx context.Context, trails []trail, ready map[string]wire.Head) (map[string]map[uint64][]string, error) {
	var rest []sealed
	for i := range trails {
		if t := &trails[i]; !t.restarted() {
			rest = append(rest, t.upTo(ready[t.from.Tenant].Seq)...)
		}
	}
	all := map[string]map[uint64][]string{}
	for len(rest) > 0 {
		var front []sealed
		front, rest = piece(rest)
		tags, err := s.tagsOf(ctx, front)
		if err != nil {
			return nil, err
		}
		for i, c := range front {
			if all[c.tenant] == nil {
				all[c.tenant] = map[uint64][]string{}
			}
			all[c.tenant][c.seq] = tags[i]
		}
	}
	return all, nil
}

// tagsOf is tags for changes that are read at once.
func (s *signaller) tagsOf(ctx context.Context, front []sealed) ([][]string, error) {
	j := &judge{columns: s.columns, now: s.now()}
	if front[0].rows > rowLimit {
		tags, known, err := j.bulkOutside(ctx, s.cfg.Pool, front[0])
		if err == nil && !known {
			tags = everything(front[0].tenant)
		}
		return [][]string{unique(tags)}, err
	}
	changes, err := rowsOf(ctx, s.cfg.Pool, front)
	if err != nil {
		return nil, err
	}
	if err := j.learn(ctx, s.cfg.Pool, front, changes); err != nil {
		return nil, err
	}
	in, err := readLineage(ctx, s.cfg.Pool, front, changes)
	if err != nil {
		return nil, err
	}
	all := make([][]string, len(front))
	for i := range front {
		if len(changes[i]) < front[i].rows || front[i].rows == 0 {
			all[i] = everything(front[i].tenant) // pruned: nobody knows what it was
			continue
		}
		all[i] = j.within(front[i].tenant, changes[i]).tags(front[i].tenant, changes[i], in)
	}
	return all, nil
}

// opaque turns tags into those that are known outside.
func (s *signaller) opaque(tenant string, tags []string) []string {
	out := make([]string, len(tags))
	for i, tag := range tags {
		out[i] = catalog.PublicTag(tenant, tag)
	}
	return unique(out)
}

// write writes signals, purges and cursors, if the term is still ours.
func (s *signaller) write(ctx context.Context, all []signal, reached map[string]cursor) error {
	err := pgx.BeginFunc(ctx, s.cfg.Pool, func(tx pgx.Tx) error {
		// Held until the end: a new leader begins after what is written here, or before it and then it is not.
		tag, err := tx.Exec(ctx, "SELECT FROM ingest_term, set_config('synchronous_commit', 'off', true) AS lazily WHERE term = $1 FOR SHARE OF ingest_term", s.term)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errDeposed
		}
		var b pgx.Batch
		if len(all) > 0 {
			if err := s.log(&b, all); err != nil {
				return err
			}
			s.queue(&b, all)
		}
		tenants, epochs, ns := make([]string, 0, len(reached)), make([]string, 0, len(reached)), make([]int64, 0, len(reached))
		for tenant, c := range reached {
			tenants, epochs, ns = append(tenants, tenant), append(epochs, c.epoch), append(ns, int64(c.n))
		}
		b.Queue(`
INSERT INTO signal_cursor AS c (tenant_id, epoch, n, kept)
SELECT w.tenant_id, w.epoch::uuid, w.n, 0 FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w(tenant_id, epoch, n)
ON CONFLICT (tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n, kept = CASE WHEN c.epoch = excluded.epoch THEN c.kept ELSE excluded.n - 1 END`,
			tenants, epochs, ns)
		return tx.SendBatch(ctx, &b).Close()
	})
	if err != nil {
		return fmt.Errorf("write signals: %w", err)
	}
	return nil
}

// log writes signals where streams and webhooks read them.
func (s *signaller) log(b *pgx.Batch, all []signal) error {
	tenants, seqs, epochs, ats, tags := make([]string, len(all)), make([]int64, len(all)), make([]string, len(all)), make([]time.Time, len(all)), make([]string, len(all))
	for i, g := range all {
		list, err := json.Marshal(g.tags)
		if err != nil {
			return err
		}
		tenants[i], seqs[i], epochs[i], ats[i], tags[i] = g.tenant, int64(g.seq), g.epoch, g.at, string(list)
	}
	b.Queue(`
INSERT INTO change_signal (tenant_id, seq, epoch, at, tags)
SELECT w.tenant_id, w.seq, w.epoch::uuid, w.at, ARRAY(SELECT json_array_elements_text(w.tags::json))
FROM unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[]) AS w(tenant_id, seq, epoch, at, tags)
ON CONFLICT (tenant_id, seq) DO UPDATE SET epoch = excluded.epoch, at = excluded.at, tags = excluded.tags, told_at = excluded.told_at`,
		tenants, seqs, epochs, ats, tags)
	return nil
}

// announce tells gateways that there is something new to send on, and webhooks.
func (s *signaller) announce(all []signal) {
	now := s.now()
	last := map[string]signal{}
	for _, g := range all {
		last[g.tenant] = g
		s.count++
	}
	news := make([]wire.News, 0, len(last))
	for tenant, g := range last {
		news = append(news, wire.News{What: wire.Announced, Tenant: tenant, Seq: g.seq, At: g.at, Since: now})
	}
	tellNews(s.cfg, news)
	if len(last) > 0 {
		select {
		case s.posts <- struct{}{}:
		default:
		}
	}
}

const mostNews = 1000 // of one message, which has a limit

// tellNews publishes what gateways may like to know, together. Who does not hear it finds it in Postgres.
func tellNews(cfg Config, all []wire.News) {
	for news := range slices.Chunk(all, mostNews) {
		if data, err := json.Marshal(news); err == nil && cfg.NATS.IsConnected() {
			_ = cfg.NATS.Publish(wire.NewsSubject, data)
		}
	}
}

// tell publishes the roster, for people.
func (s *signaller) tell() {
	s.mu.Lock()
	waiting := len(s.waiting)
	s.mu.Unlock()
	r := s.stats.roster()
	r.Leader, r.Term, r.At, r.Ready = s.leader, s.term, s.now(), s.roster.settled()
	r.Waiting, r.Announced, r.Gateways = waiting, s.count, s.roster.list()
	data, err := json.Marshal(r)
	if err == nil && s.cfg.NATS.IsConnected() {
		_ = s.cfg.NATS.Publish(wire.MembersSubject, data)
	}
}
