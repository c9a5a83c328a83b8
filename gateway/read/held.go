package read

import (
	"context"
	"errors"
	"time"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/admit"
	"vitrine/gateway/query"
	"vitrine/gateway/read/settings"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/run"
	"vitrine/search"
	"vitrine/search/highlight"
)

// A held snapshot shows what this gateway has applied, as far as the engine holds it in memory. Nothing is read from
// Postgres but records that no valid fragment has. So a search needs no Postgres snapshot while the engine is current.
//
// Its answer equals that of a Postgres snapshot. The engine answers exactly as of the change number. A record was valid
// when that number was applied, or is newer. In the second case the change of the record invalidated a tag of the
// answer, so the answer is not kept, and is read again from Postgres.
type held struct {
	reader *Reader
	tenant *replica.Tenant
	clocks []catalog.Moment // the columns whose times change the answer without an edit
	read   bool             // records were read from Postgres

	language string // of the tenant, once its settings are known
}

// inHeld calls f in a held snapshot. It returns no snapshot if f needs more than is held; then nothing that f did
// counts.
func (r *Reader) inHeld(ctx context.Context, t *replica.Tenant, clocks []catalog.Moment, f func(*Snapshot) error) (
	*Snapshot, error,
) {
	if r.cfg.NoHeld {
		return nil, nil //nolint:nilnil // documented
	}
	leave, err := admit.Of(ctx).Memory(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // the client reads it
	}
	defer leave()
	s := &Snapshot{DB: search.Held{}, Tenant: t.ID, Now: r.clock.Now().Truncate(time.Microsecond),
		engine: r.cfg.Engine, known: r.settings, faults: &r.faults, at: t.Snapshot(), canRetry: true,
		held: &held{reader: r, tenant: t, clocks: clocks}}
	switch err := f(s); {
	case errors.Is(err, search.ErrNotHeld), errors.Is(err, search.ErrStaleSnapshot):
		return nil, nil //nolint:nilnil // documented
	case err != nil && ctx.Err() != nil:
		return nil, api.Busy(err)
	case err != nil:
		return nil, err
	}
	return s, nil
}

// inEither calls f in a held snapshot if that is enough, and otherwise in one of Postgres, as inSnapshot does.
func (r *Reader) inEither(ctx context.Context, t *replica.Tenant, q *query.Query,
	f func(*Snapshot, *query.Query) error,
) (*Snapshot, error) {
	s, err := r.inHeld(ctx, t, q.View.Plan().Clocks(), resolved(ctx, q, f))
	if s != nil || err != nil {
		return s, err
	}
	return r.inSnapshot(ctx, t.ID, q, f)
}

// readHeld answers a query from a held snapshot. It returns no answer if that is not enough.
func (r *Reader) readHeld(ctx context.Context, t *replica.Tenant, q *query.Query) (*Answer, cache.Snapshot, error) {
	var ans *Answer
	s, err := r.inHeld(ctx, t, q.View.Plan().Clocks(), resolved(ctx, q, func(s *Snapshot, q *query.Query) (err error) {
		ans, err = r.answer(ctx, s, q)
		return err
	}))
	if s == nil || err != nil {
		return nil, cache.Snapshot{}, err
	}
	ans.held, ans.local = true, !s.held.read
	return ans.of(s), s.at, nil
}

// search runs a search. It gives up a leased answer if the lease has ended or something was applied.
func (h *held) search(ctx context.Context, s *Snapshot, sq search.Query) (search.Result, error) {
	sq.Awaited = h.tenant.Awaited()
	res, err := s.engine.Search(ctx, s.DB, sq)
	if err == nil && res.Leased && (!h.tenant.Awaited() || h.tenant.Snapshot() != s.at) {
		err = search.ErrNotHeld
	}
	s.until = earlier(s.until, res.Until)
	return res, err //nolint:wrapcheck // an engine adds context
}

// covers reports whether the engine's answer to a search says when it changes without an edit.
func (h *held) covers(sq *search.Query) bool {
	for _, c := range h.clocks {
		if c.Kind != sq.Kind {
			return false
		}
	}
	return true
}

// Matcher returns what finds the words of a text in records, for highlights: in the language and with the synonyms of
// the tenant.
func (s *Snapshot) Matcher(ctx context.Context, text string) (*highlight.Matcher, error) {
	if text == "" {
		return highlight.New(""), nil
	}
	decided, err := s.Settings(ctx) // first: with them comes the language of a held snapshot
	if err != nil {
		return nil, err
	}
	language := ""
	switch {
	case s.known == nil:
	case s.held != nil:
		language = s.held.language
	default:
		if language, err = settings.Language(ctx, s.DB, s.Tenant); err != nil {
			return nil, err //nolint:wrapcheck // it adds context
		}
	}
	return highlight.With(text, language, decided), nil
}

// settings returns the tenant's search settings as of what was applied. It reads them if a change may have altered
// them.
func (h *held) settings(ctx context.Context, known *settings.Known) (*search.Settings, error) {
	d, ok := known.Held(h.tenant, h.reader.clock.Now())
	if !ok {
		var err error
		h.read = true
		if d, ok, err = known.Read(ctx, h.reader.cfg.Records, h.tenant); err != nil {
			return nil, api.Busy(err)
		}
	}
	if !ok {
		return nil, search.ErrNotHeld
	}
	h.language = d.Language
	return d.Settings, nil
}

// byID finds records of a view by id, in the order of the ids, and reads those that no fragment has.
func (h *held) byID(ctx context.Context, s *Snapshot, v *catalog.View, ids []string) ([]catalog.Record, error) {
	entries, read, err := h.reader.records(ctx, h.tenant, v, ids)
	h.read = h.read || read
	switch {
	case err != nil:
		return nil, err
	case entries == nil: // a record has changed, and may no longer be in the answer
		return nil, search.ErrNotHeld
	}
	for _, e := range entries {
		if e.Read.Epoch != s.at.Epoch {
			return nil, search.ErrNotHeld
		}
		s.until = earlier(s.until, e.ValidUntil)
	}
	return recordsOf(v, ids, entries), nil
}

// Limits of Warm.
const (
	warmTries = 3                     // how often a page is tried before the rest is left out
	warmPause = 50 * time.Millisecond // the pause while half of the snapshots are open
)

// Warm reads the records that a tenant's searches of a module show, in the order of its list, so that searches need not
// read them. It ends with the list, or when the tenant's entries take most bytes, or if the engine does not hold the
// list. It takes no slot that a request waits for, and pauses while requests need Postgres.
func (r *Reader) Warm(ctx context.Context, t *replica.Tenant, v *catalog.View, most int64) error {
	q := query.New(v, nil)
	q.Limit = maxFragments
	for tries := 0; tries < warmTries && t.Bytes() < most; {
		n, held, err := r.warmPage(ctx, t, q)
		switch {
		case err != nil:
			return err
		case !held:
			tries++
		case n < q.Limit:
			return nil
		default:
			tries, q.Page = 0, q.Page+1
		}
	}
	return nil
}

// warmPage reads the records of a page, and returns their number. If the table does not hold what is applied, because
// something has changed meanwhile, warmPage opens a snapshot, which brings the table up to date.
func (r *Reader) warmPage(ctx context.Context, t *replica.Tenant, q *query.Query) (n int, held bool, err error) {
	pass := r.whenIdle(ctx, t.ID)
	if pass == nil {
		return 0, false, ctx.Err()
	}
	defer func() { pass.Done(err) }()
	ctx = admit.With(ctx, pass)
	s, err := r.inHeld(ctx, t, q.View.Plan().Clocks(), func(s *Snapshot) error {
		sq := s.Query(q)
		sq.NoTotal = true
		res, err := s.Search(ctx, sq)
		if err == nil {
			_, err = s.ByID(ctx, q.View, res.IDs)
		}
		n = len(res.IDs)
		return err
	})
	if s == nil && err == nil {
		_, err = r.inSnapshot(ctx, t.ID, q, func(s *Snapshot, q *query.Query) error {
			_, err := s.Search(ctx, s.Query(q))
			return err
		})
	}
	return n, s != nil, err
}

// whenIdle waits until no request needs Postgres, and returns a pass of background work, or nil once ctx is done.
func (r *Reader) whenIdle(ctx context.Context, tenant string) *admit.Pass {
	for ctx.Err() == nil {
		if !r.HalfBusy() {
			if pass := r.gate.Idle(tenant); pass != nil {
				return pass
			}
		}
		run.Pause(ctx, warmPause)
	}
	return nil
}
