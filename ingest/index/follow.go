package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"vitrine/ingest/capture"
	"vitrine/internal/wire"
	"vitrine/search"
)

// index indexes changes of some tenants, as many as fit into a round. Tenants with many changes are indexed apart.
func (x *Indexer) index(ctx context.Context, tenants []string) error {
	var from []capture.Position
	for _, tenant := range tenants {
		at, ok := x.position(tenant)
		if !ok {
			x.apart(ctx, tenant, func(ctx context.Context) error { return x.rebuildTenant(ctx, tenant) })
			continue
		}
		from = append(from, at)
	}
	ranges, err := capture.ReadRanges(ctx, x.cfg.Pool, from, rangeLimit)
	if err != nil {
		return err //nolint:wrapcheck // it adds context
	}
	var few []*capture.Range
	for i := range ranges {
		rg := &ranges[i]
		tenant := rg.From.Tenant
		switch {
		case rg.Epoch == "": // compare removes it
		case rg.Restarted() || rg.Broken(rangeLimit):
			x.apart(ctx, tenant, func(ctx context.Context) error { return x.rebuildTenant(ctx, tenant) })
		case rows(rg) > heavyRows:
			x.followApart(ctx, rg)
		default:
			few = append(few, rg)
		}
	}
	return x.follow(ctx, few, false)
}

// followApart indexes a range apart from those of other tenants.
func (x *Indexer) followApart(ctx context.Context, rg *capture.Range) {
	x.apart(ctx, rg.From.Tenant, func(ctx context.Context) error {
		return x.follow(ctx, []*capture.Range{rg}, true)
	})
}

// rows counts the changed rows of a range.
func rows(rg *capture.Range) (n int) {
	for _, c := range rg.Changes {
		n += c.Rows
	}
	return n
}

// follow indexes ranges of changes, as many as fit into a round, and saves how far it came. alone tells that there is
// one range, which delays no other tenant. Otherwise tenants that would delay others go on apart: those of which whole
// kinds are indexed, and those with a change that a gateway has not applied.
func (x *Indexer) follow(ctx context.Context, ranges []*capture.Range, alone bool) error {
	t := newTouched(x.cfg.Documents)
	t.alone = alone
	reached := map[string]capture.Cursor{}
	sealed := map[string]time.Time{} // when the last indexed change was sealed
	for _, rg := range ranges {
		tenant := rg.From.Tenant
		if t.n >= maxRecords {
			x.Note(tenant)
			continue
		}
		last, err := x.gather(ctx, t, rg)
		if err != nil {
			return err
		}
		for _, c := range rg.Changes {
			if c.Seq == last {
				sealed[tenant] = c.At
			}
		}
		if reached[tenant] = (capture.Cursor{Epoch: rg.Epoch, Seq: last}); last < rg.Head {
			x.Note(tenant)
		}
	}
	if err := t.resolve(ctx, x.cfg.Pool); err != nil {
		return err
	}
	if !alone {
		for w := range t.whole {
			t.apart[w.tenant] = true
		}
	}
	if err := x.send(ctx, t); err != nil {
		return err
	}
	for _, rg := range ranges {
		if t.apart[rg.From.Tenant] {
			delete(reached, rg.From.Tenant)
			delete(sealed, rg.From.Tenant)
			x.followApart(ctx, rg)
		}
	}
	if err := x.save(ctx, reached); err != nil {
		return err
	}
	return x.announce(ctx, reached, sealed)
}

// gather collects the records that a range changed, and returns the last change that it covers.
func (x *Indexer) gather(ctx context.Context, t *touched, rg *capture.Range) (last uint64, err error) {
	last = rg.From.Seq
	for rest := rg.Changes; len(rest) > 0 && t.n < maxRecords; {
		var front []capture.Change
		front, rest = capture.NextBatch(rest)
		if front[0].Rows > capture.RowLimit {
			if err := x.gatherBulk(ctx, t, front[0]); err != nil {
				return 0, err
			}
			last = front[0].Seq
			continue
		}
		changes, err := capture.ReadRows(ctx, x.cfg.Pool, front)
		if err != nil {
			return 0, err
		}
		for i := range front {
			if len(changes[i]) == 0 || len(changes[i]) < front[i].Rows { // pruned meanwhile
				t.addTenant(rg.From.Tenant)
			}
			for j := range changes[i] {
				t.add(rg.From.Tenant, &changes[i][j])
			}
		}
		last = front[len(front)-1].Seq
	}
	return last, nil
}

// gatherBulk collects the records of a large change, without those of which no indexed column changed. If there are too
// many, their kinds are rebuilt.
func (x *Indexer) gatherBulk(ctx context.Context, t *touched, c capture.Change) error {
	all, ok, err := capture.ReadBulk(ctx, x.cfg.Pool, c, x.kinds, x.columns, maxBulk)
	if err != nil {
		return err //nolint:wrapcheck // it adds context
	}
	if ok {
		for i := range all {
			t.add(c.Tenant, &all[i])
		}
		return nil
	}
	kinds, err := capture.BulkKinds(ctx, x.cfg.Pool, c)
	if err != nil {
		return err //nolint:wrapcheck // it adds context
	}
	if kinds == nil {
		t.addTenant(c.Tenant)
	}
	for kind := range kinds {
		t.addKindAndDependents(c.Tenant, kind)
	}
	return nil
}

// send indexes the collected records, kind by kind.
func (x *Indexer) send(ctx context.Context, t *touched) error {
	for w := range t.whole {
		if t.apart[w.tenant] {
			continue
		}
		if err := x.rebuild(ctx, w.tenant, w.kind); err != nil {
			return err
		}
	}
	for kind, set := range t.refs {
		refs := make([]search.Ref, 0, len(set))
		for r := range set {
			if !t.whole[kindOf{r.Tenant, kind}] && !t.apart[r.Tenant] {
				refs = append(refs, r)
			}
		}
		if len(refs) == 0 {
			continue
		}
		put, wait, err := x.loader(ctx, kind)
		if err != nil {
			return err
		}
		err = x.loadSome(ctx, t, kind, refs, put)
		if err := errors.Join(err, wait(ctx)); err != nil {
			return fmt.Errorf("index %s: %w", kind, err)
		}
	}
	return nil
}

// loadSome reads the documents of records and puts them, once every gateway has applied what they show.
func (x *Indexer) loadSome(ctx context.Context, t *touched, kind string, refs []search.Ref,
	put func(context.Context, []search.Doc, []search.Ref) error,
) error {
	for some := range slices.Chunk(refs, batchSize) {
		got, err := load(ctx, x.cfg.Pool, kind, x.cfg.Documents[kind], some)
		if err == nil && t.alone {
			err = x.applied(ctx, got.heads)
		}
		if err != nil {
			return err
		}
		if !t.alone {
			late := x.late(ctx, got.heads, shortWait)
			got.without(late)
			for tenant := range late {
				t.apart[tenant] = true
			}
		}
		if err := put(ctx, got.docs, got.gone); err != nil {
			return fmt.Errorf("index %d documents: %w", len(got.docs)+len(got.gone), err)
		}
	}
	return nil
}

// loader returns the functions of Loader. An engine that is none indexes with each put.
func (x *Indexer) loader(ctx context.Context, kind string) (
	put func(context.Context, []search.Doc, []search.Ref) error, wait func(context.Context) error, err error,
) {
	x.written.Add(1)
	if l, ok := x.cfg.Engine.(Loader); ok {
		put, finish, err := l.Load(ctx, kind)
		return put, func(ctx context.Context) error {
			defer x.written.Add(1)
			return finish(ctx)
		}, err //nolint:wrapcheck // it adds context
	}
	put = func(ctx context.Context, docs []search.Doc, gone []search.Ref) error {
		if len(docs)+len(gone) == 0 {
			return nil
		}
		return x.cfg.Engine.Index(ctx, kind, docs, gone) //nolint:wrapcheck // callers add context
	}
	return put, func(context.Context) error { return nil }, nil
}

// announce publishes up to which change tenants are searchable, for the metrics of gateways.
func (x *Indexer) announce(ctx context.Context, reached map[string]capture.Cursor, sealed map[string]time.Time) error {
	var now time.Time
	if len(sealed) == 0 {
		return nil
	}
	if err := x.cfg.Pool.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now); err != nil {
		return fmt.Errorf("read the clock of Postgres: %w", err)
	}
	news := make([]wire.News, 0, len(sealed))
	for tenant, at := range sealed {
		news = append(news, wire.News{What: wire.Searchable, Tenant: tenant, Seq: reached[tenant].Seq, At: at, Since: now})
	}
	capture.PublishNews(x.cfg.NATS, news)
	return nil
}
