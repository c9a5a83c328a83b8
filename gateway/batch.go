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
	"vitrine/internal/catalog"
)

// Single records are read one statement at a time. Those who wait meanwhile for records of the same view are read together, whatever their tenants, for
// beginning a statement takes Postgres longer than reading a record. So reading costs the less the more there is to read, and nobody waits for company. There are
// more turns where that is not enough: where a whole batch waits, and where a statement takes long, so that one that is stuck holds up nobody else.
const (
	mostBatch = 16                    // records that are read together; who wants more is read by himself
	overdue   = 50 * time.Millisecond // after which a statement takes long
)

// A want is what somebody wants to know of a tenant's records.
type want struct {
	view   *catalog.View
	byID   bool // keys are ids; else they are the view's path parameters
	tenant string
	keys   []string

	done chan struct{} // closed when the rest is known
	now  time.Time
	got  catalog.Headed
	err  error
}

// alone reports whether a want cannot be read with others.
func (w *want) alone() bool {
	if w.byID {
		return len(w.keys) > mostBatch
	}
	return len(w.keys) != 1
}

// A batcher gives turns.
type batcher struct {
	most     int           // turns
	together atomic.Uint64 // records that were read with others

	mu      sync.Mutex
	taken   int     // turns
	late    int     // of them, those whose statement takes long
	waiting []*want // not longer than fills and readings ahead are many
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

// leave forgets a want that nobody waits for any more.
func (b *batcher) leave(w *want) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.waiting, w); i >= 0 {
		b.waiting = slices.Delete(b.waiting, i, i+1)
	}
}

// next is what a turn goes on with; nothing: it is over.
func (b *batcher) next() []*want {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken--
	return b.turnLocked()
}

func (b *batcher) turnLocked() []*want {
	if len(b.waiting) == 0 || b.taken >= b.most || b.taken > b.late && len(b.waiting) < mostBatch {
		return nil
	}
	b.taken++
	return b.takeLocked()
}

// takeLocked takes the first who waits, and with him those who want the same.
func (b *batcher) takeLocked() (batch []*want) {
	first, keys := b.waiting[0], 0
	b.waiting = slices.DeleteFunc(b.waiting, func(w *want) bool {
		with := w == first || !first.alone() && !w.alone() && w.view == first.view && w.byID == first.byID && keys+len(w.keys) <= mostBatch
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
		return nil, nil, busy(ctx.Err())
	}
	switch {
	case w.err != nil && ctx.Err() != nil:
		return nil, nil, busy(w.err)
	case w.err != nil:
		return nil, nil, w.err
	case !w.got.Known:
		return nil, nil, unknownShop()
	}
	return w.got.Records, &reading{tenant: w.tenant, now: w.now, snap: cache.Snapshot{Epoch: w.got.Epoch, N: w.got.N}, until: w.got.Until}, nil
}

// readOn reads what some want, and goes on with the turn for those who wait by then.
func (s *Server) readOn(batch []*want) {
	for ; batch != nil; batch = s.batch.next() {
		ctx, cancel := context.WithTimeout(context.Background(), s.cfg.FillTimeout)
		late := time.AfterFunc(overdue, func() { s.readOn(s.batch.lag()) })
		s.readBatch(ctx, batch)
		if !late.Stop() {
			s.batch.caughtUp()
		}
		cancel()
	}
}

// readBatch reads what some want, and tells them.
func (s *Server) readBatch(ctx context.Context, batch []*want) {
	now := s.clock.now().Truncate(time.Microsecond)
	together := len(batch) > 1 && s.readTogether(ctx, batch, now) == nil
	for _, w := range batch {
		if w.now = now; !together { // whatever is wrong with one is no trouble of the others
			w.got, w.err = s.readAlone(ctx, w, now)
		}
		close(w.done)
	}
}

func (s *Server) readAlone(ctx context.Context, w *want, now time.Time) (h catalog.Headed, err error) {
	from, args := w.view.Plan().Rows(), catalog.Args(w.tenant, now, w.keys)
	if w.byID {
		from, args = w.view.Plan().ByIDs(), []any{w.tenant, now, w.keys}
	}
	err = s.headed(ctx, w.view.Headed(from), args, func(rows pgx.Rows) error {
		h, err = w.view.ScanHeaded(rows)
		return err
	})
	return h, err
}

func (s *Server) readTogether(ctx context.Context, batch []*want, now time.Time) error {
	view, from := batch[0].view, batch[0].view.Plan().Rows()
	if batch[0].byID {
		from = view.Plan().ByID()
	}
	var tenants, keys []string
	for _, w := range batch {
		for _, key := range w.keys {
			tenants, keys = append(tenants, w.tenant), append(keys, key)
		}
	}
	return s.headed(ctx, view.HeadedEach(from), []any{tenants, now, keys}, func(rows pgx.Rows) error {
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
		return busy(err)
	}
	err = scan(rows)
	if unread := new(pgx.ScanArgError); rows.Err() != nil && !errors.As(err, unread) {
		if said := (*pgconn.PgError)(nil); !errors.As(err, &said) || strings.HasPrefix(said.Code, "57") { // nobody answered, or only that it is going down
			err = busy(err)
		}
	}
	return err
}
