package gateway

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/cache"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// Single records are read one statement at a time. Those who wait meanwhile for records of the same view are read together, whatever their tenants, for
// beginning a statement takes Postgres longer than reading a record. So reading costs the less the more there is to read, and nobody waits for company. There are
// more turns where that is not enough: where a whole batch waits, and where a statement takes long, so that one that is stuck does not hold up others. The last
// turn is not for a view that has one already.
const (
	mostBatch = 16                    // records that are read together; who wants more is read by himself
	overdue   = 50 * time.Millisecond // after which a statement takes long
)

// A want is what somebody wants to know of a tenant's records.
type want struct {
	view   *catalog.View
	by     catalog.By // what keys are
	tenant string
	keys   []string
	lone   bool // it was read with others, and that failed: whatever was wrong with one is no trouble of the others

	done chan struct{} // closed when the rest is known
	now  time.Time
	got  catalog.Headed
	err  error
}

// alone reports whether a want cannot be read with others.
func (w *want) alone() bool {
	if w.by == catalog.ByID {
		return w.lone || len(w.keys) == 0 || len(w.keys) > mostBatch
	}
	return w.lone || len(w.keys) != 1
}

// A batcher gives turns.
type batcher struct {
	most     int           // turns
	together atomic.Uint64 // records that were read with others

	mu      sync.Mutex
	taken   int                   // turns
	of      map[*catalog.View]int // how many of them each view has
	late    int                   // of them all, those whose statement takes long
	waiting []*want               // not more than fills, and than what is compared, at once
}

// join has a want wait, and gives a turn if there is one for somebody: to read these.
func (b *batcher) join(w *want) []*want {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, w)
	return b.turnLocked()
}

// lag notes that a turn's statement takes long, and gives another turn where somebody waits.
func (b *batcher) lag() []*want {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.late++
	return b.turnLocked()
}

// caughtUp notes that it is done after all.
func (b *batcher) caughtUp() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.late--
}

// again has wants wait once more, each to be read by itself, before all others.
func (b *batcher) again(batch []*want) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range batch {
		w.lone = true
	}
	b.waiting = append(slices.Clone(batch), b.waiting...)
}

// leave forgets a want that nobody waits for any more.
func (b *batcher) leave(w *want) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.waiting, w); i >= 0 {
		b.waiting = slices.Delete(b.waiting, i, i+1)
	}
}

// next is what a view's turn goes on with; nothing: it is over.
func (b *batcher) next(of *catalog.View) []*want {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken--
	if b.of[of]--; b.of[of] == 0 {
		delete(b.of, of)
	}
	return b.turnLocked()
}

func (b *batcher) turnLocked() []*want {
	if len(b.waiting) == 0 || b.taken >= b.most || b.taken > b.late && len(b.waiting) < mostBatch {
		return nil
	}
	first := 0
	if b.taken > 0 && b.taken == b.most-1 {
		if first = slices.IndexFunc(b.waiting, func(w *want) bool { return b.of[w.view] == 0 }); first < 0 {
			return nil
		}
	}
	if b.of == nil {
		b.of = map[*catalog.View]int{}
	}
	b.taken++
	b.of[b.waiting[first].view]++
	return b.takeLocked(b.waiting[first])
}

// takeLocked takes one who waits, and with him those who want the same.
func (b *batcher) takeLocked(first *want) (batch []*want) {
	keys := 0
	b.waiting = slices.DeleteFunc(b.waiting, func(w *want) bool {
		with := w == first || !first.alone() && !w.alone() && w.view == first.view && w.by == first.by && keys+len(w.keys) <= mostBatch
		if with {
			batch, keys = append(batch, w), keys+len(w.keys)
		}
		return with
	})
	return batch
}

// look reads what is wanted, in one statement with the tenant's number and the next boundary: its snapshot is the reading's, so there is no transaction to
// begin and to end. What it returns of the reading is where it was read and until when that holds.
func (s *Server) look(ctx context.Context, w *want) ([]catalog.Record, *reading, error) {
	w.done = make(chan struct{})
	if batch := s.batch.join(w); batch != nil {
		go s.readOn(batch) //nolint:gosec // for others too, who may wait longer than this request
	}
	select {
	case <-w.done:
	case <-ctx.Done():
		s.batch.leave(w)
		return nil, nil, api.Busy(ctx.Err())
	}
	switch {
	case w.err != nil && ctx.Err() != nil:
		return nil, nil, api.Busy(w.err)
	case w.err != nil:
		return nil, nil, w.err
	case !w.got.Known:
		return nil, nil, api.UnknownTenant()
	}
	return w.got.Records, &reading{tenant: w.tenant, now: w.now, snap: cache.Snapshot{Epoch: w.got.Epoch, Seq: w.got.Seq}, until: w.got.Until}, nil
}

// readOn reads what some want, and goes on with the turn for those who wait by then.
func (s *Server) readOn(batch []*want) {
	for batch != nil {
		late := time.AfterFunc(overdue, func() { s.readOn(s.batch.lag()) })
		s.readBatch(batch)
		if !late.Stop() {
			s.batch.caughtUp()
		}
		batch = s.batch.next(batch[0].view)
	}
}

// readBatch reads what some want, and tells them. What cannot be read together, or not in a part of the time that they have, waits to be read one by one.
func (s *Server) readBatch(batch []*want) {
	most := s.cfg.FillTimeout
	if len(batch) > 1 {
		most /= 4
	}
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	now := s.clock.Now().Truncate(time.Microsecond)
	var err error
	if len(batch) == 1 {
		batch[0].got, err = s.readAlone(ctx, batch[0], now)
	} else if err = s.readTogether(ctx, batch, now); err != nil {
		s.batch.again(batch)
		return
	}
	for _, w := range batch {
		w.now, w.err = now, err
		close(w.done)
	}
}

func (s *Server) readAlone(ctx context.Context, w *want, now time.Time) (h catalog.Headed, err error) {
	args := catalog.Args(w.tenant, now, w.keys)
	if w.by == catalog.ByID {
		args = []any{w.tenant, now, w.keys}
	}
	err = s.headed(ctx, w.view.Headed(w.by), args, func(rows pgx.Rows) error {
		h, err = w.view.ScanHeaded(rows)
		return err
	})
	return h, err
}

func (s *Server) readTogether(ctx context.Context, batch []*want, now time.Time) error {
	view := batch[0].view
	var tenants, keys []string
	for _, w := range batch {
		for _, key := range w.keys {
			tenants, keys = append(tenants, w.tenant), append(keys, key)
		}
	}
	return s.headed(ctx, view.HeadedEach(batch[0].by), []any{tenants, now, keys}, func(rows pgx.Rows) error {
		each, err := view.ScanHeadedEach(rows, len(keys))
		if err != nil {
			return err
		}
		for _, w := range batch {
			w.got = each[0]
			for _, more := range each[1:len(w.keys)] {
				w.got.Records = append(w.got.Records, more.Records...)
			}
			each = each[len(w.keys):]
		}
		s.batch.together.Add(uint64(len(keys)))
		return nil
	})
}

// headed runs a statement for records and says whose fault it is where that does not go well.
func (s *Server) headed(ctx context.Context, sql string, args []any, scan func(pgx.Rows) error) error {
	rows, err := s.cfg.Records.Query(ctx, sql, args...)
	if err != nil {
		return api.Busy(err)
	}
	err = scan(rows)
	if unread := new(pgx.ScanArgError); rows.Err() != nil && !errors.As(err, unread) {
		if said := (*pgconn.PgError)(nil); !errors.As(err, &said) || strings.HasPrefix(said.Code, "57") { // nobody answered, or only that it is going down
			err = api.Busy(err)
		}
	}
	return err
}
