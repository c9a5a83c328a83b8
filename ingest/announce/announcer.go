package announce

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/capture"
	"vitrine/internal/clock"
	"vitrine/internal/run"
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
	roundLimit    = 10 * time.Second // the most one round may take
	retryMin      = 10 * time.Millisecond
	retryMax      = time.Second
)

// errDeposed means that another worker leads by now.
var errDeposed = errors.New("another worker leads")

// A Announcer writes down, for those outside, the changes that every gateway has applied. It relies on nothing in memory but where each tenant stands: what waits
// to be signalled are the changes in Postgres, which are read where the drain has not left them on the desk. Streams and webhooks read what it wrote, so
// nothing leaves before it.
type Announcer struct {
	cfg     Config
	buffer  *buffer
	stats   *Stats
	members *members
	rings   chan struct{} // something was published
	posts   chan struct{} // something was written, for webhooks

	mu      sync.Mutex
	waiting map[string]wire.Head // tenants that moved, and up to where that is published

	cursors map[string]capture.Cursor // up to where each tenant is signalled; nil until they are read
	columns map[string]map[string]bool
	queued  map[string]int // so many tags a tenant's purge queue was given since it was last counted
	skew    time.Duration  // Postgres's clock less ours
	count   uint64
}

// New makes an announcer for one term, which begins now.
func New(cfg Config) *Announcer {
	return &Announcer{cfg: cfg, buffer: newBuffer(), stats: cfg.Stats, members: newMembers(), rings: make(chan struct{}, 1),
		posts: make(chan struct{}, 1), waiting: map[string]wire.Head{}, queued: map[string]int{}}
}

// Add buffers a published change, so that it need not be read from Postgres again. It must be called in order.
func (s *Announcer) Add(p *capture.Planned, now time.Time) { s.buffer.add(p, now) }

// Note tells that changes of a tenant were published. It never waits.
func (s *Announcer) Note(h wire.Head) {
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

// Run signals until ctx is done or somebody else leads.
func (s *Announcer) Run(ctx context.Context) {
	run.Pause(ctx, rosterHold-time.Since(s.members.began))
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
			failed = min(max(2*failed, retryMin), retryMax)
			run.Pause(ctx, failed)
		case more:
			failed = 0
			run.Pause(ctx, min(signalRest, max(signalPause, 3*took)))
		default:
			failed = 0
			wait, cancel := context.WithTimeout(ctx, rosterEach)
			select {
			case <-s.rings:
			case <-s.members.rings:
			case <-wait.Done():
			}
			cancel()
			run.Pause(ctx, signalPause) // what comes meanwhile goes together
		}
	}
}

// compare finds the tenants that have changes which were not signalled, and begins with those that are new.
func (s *Announcer) compare(ctx context.Context) error {
	if s.columns == nil {
		columns, err := readColumns(ctx, s.cfg.Pool)
		if err != nil {
			return err
		}
		s.columns = columns
	}
	skew, err := clock.Offset(ctx, s.cfg.Pool, time.Now)
	if err != nil {
		return err
	}
	s.skew = skew
	s.buffer.tell(s.columns, s.skew)
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
		cursors = map[string]capture.Cursor{}
	}
	h := wire.Head{}
	var epoch *string
	var n *uint64
	_, err = pgx.ForEachRow(rows, []any{&h.Tenant, &h.Epoch, &h.Seq, &epoch, &n}, func() error {
		c := capture.Cursor{Epoch: h.Epoch} // a new tenant, from its first change
		if n != nil {
			c = capture.Cursor{Epoch: *epoch, Seq: *n}
		}
		cursors[h.Tenant] = c
		if c != (capture.Cursor{Epoch: h.Epoch, Seq: h.Seq}) {
			s.Note(h)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("compare what was signalled: %w", err)
	}
	s.cursors = cursors // not before all are known: who is missing counts as new
	return nil
}

// ready picks tenants with changes that every gateway has applied, and says up to where.
func (s *Announcer) ready() map[string]wire.Head {
	s.mu.Lock()
	defer s.mu.Unlock()
	ready := map[string]wire.Head{}
	for tenant, h := range s.waiting {
		if len(ready) == signalTenants {
			break
		}
		c, known := s.cursors[tenant]
		if !known { // new since heads were compared
			c = capture.Cursor{Epoch: h.Epoch}
			s.cursors[tenant] = c
		}
		if c == (capture.Cursor{Epoch: h.Epoch, Seq: h.Seq}) {
			delete(s.waiting, tenant)
			continue
		}
		to := min(h.Seq, s.members.applied(tenant, h.Epoch))
		if c.Epoch == h.Epoch && to > c.Seq || c.Epoch != h.Epoch && to >= h.Seq {
			h.Seq = to
			ready[tenant] = h
		}
	}
	return ready
}

// round signals what can be signalled, and reports whether there was something.
func (s *Announcer) round(ctx context.Context) (bool, error) {
	ready := s.ready()
	if len(ready) == 0 {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	reached := map[string]capture.Cursor{}
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

// drop forgets a tenant that is gone.
func (s *Announcer) drop(tenant string) {
	s.mu.Lock()
	delete(s.waiting, tenant)
	s.mu.Unlock()
	delete(s.cursors, tenant)
	s.buffer.forget(tenant)
}

func (s *Announcer) now() time.Time { return time.Now().Add(s.skew) }

// announce tells gateways that there is something new to send on, and webhooks.
func (s *Announcer) announce(all []announcement) {
	now := s.now()
	last := map[string]announcement{}
	for _, g := range all {
		last[g.tenant] = g
		s.count++
	}
	news := make([]wire.News, 0, len(last))
	for tenant, g := range last {
		news = append(news, wire.News{What: wire.Announced, Tenant: tenant, Seq: g.seq, At: g.at, Since: now})
	}
	capture.PublishNews(s.cfg.NATS, news)
	if len(last) > 0 {
		select {
		case s.posts <- struct{}{}:
		default:
		}
	}
}

// tell publishes the roster, for people.
func (s *Announcer) tell() {
	s.mu.Lock()
	waiting := len(s.waiting)
	s.mu.Unlock()
	r := s.cfg.Members()
	r.Leader, r.Term, r.At, r.Ready = s.cfg.Leader, s.cfg.Term, s.now(), s.members.settled()
	r.Waiting, r.Announced, r.Gateways = waiting, s.count, s.members.list()
	data, err := json.Marshal(r)
	if err == nil && s.cfg.NATS.IsConnected() {
		_ = s.cfg.NATS.Publish(wire.MembersSubject, data)
	}
}
