package announce

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/ingest/capture"
	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/wire"
)

// An announcement is what subscribers see of one change.
type announcement struct {
	tenant, epoch string
	seq           uint64
	at            time.Time // when the change was sealed
	applied       time.Time // when the slowest gateway had applied it; zero: unknown
	tags          []string  // as subscribers know them; none: no announcement
	trace         string    // of the change, if it was buffered
	kinds         []string  // the tags of their kinds, in the same form; of the tenant if the change is that large
}

// fromBuffer makes announcements of buffered changes, and notes the last change of each tenant in reached. It removes
// the tenants from ready whose changes are complete.
func (a *Announcer) fromBuffer(ready map[string]wire.Head, reached map[string]capture.Cursor) (all []announcement) {
	now := time.Now()
	for tenant, to := range ready {
		changes, whole := a.buffer.take(tenant, a.cursors[tenant], to, now)
		if !whole {
			continue
		}
		a.stats.Spared.Add(uint64(len(changes)))
		for _, c := range changes {
			if len(c.tags) > 0 {
				all = append(all, announcement{
					tenant: tenant, epoch: to.Epoch, seq: c.seq, at: c.at, trace: c.trace,
					tags: publicTags(tenant, c.tags), kinds: publicKinds(tenant, c.tags),
				})
			}
		}
		reached[tenant] = capture.Cursor{Epoch: to.Epoch, Seq: to.Seq}
		delete(ready, tenant)
	}
	return all
}

// fromPostgres makes announcements of changes that it reads from Postgres, and notes the last change of each tenant in
// reached.
func (a *Announcer) fromPostgres(ctx context.Context, ready map[string]wire.Head, reached map[string]capture.Cursor) (
	all []announcement, err error,
) {
	from := make([]capture.Position, 0, len(ready))
	for tenant := range ready {
		c := a.cursors[tenant]
		from = append(from, capture.Position{Tenant: tenant, Epoch: c.Epoch, Seq: c.Seq})
	}
	ranges, err := capture.ReadRanges(ctx, a.cfg.Pool, from, rangeLimit)
	if err != nil {
		return nil, err
	}
	tags, err := a.tags(ctx, ranges, ready)
	if err != nil {
		return nil, err
	}
	for i := range ranges {
		t := &ranges[i]
		to := ready[t.From.Tenant]
		if t.Epoch == "" {
			a.forget(t.From.Tenant)
			continue
		}
		if t.Epoch != to.Epoch || t.Head < to.Seq {
			continue // it began a new epoch meanwhile, and its head follows
		}
		announced, last := a.ofRange(t, to.Seq, tags[t.From.Tenant])
		all = append(all, announced...)
		reached[t.From.Tenant] = capture.Cursor{Epoch: t.Epoch, Seq: last}
	}
	return all, nil
}

// ofRange makes announcements of the changes of a range, up to a number, with their tags by number.
func (a *Announcer) ofRange(t *capture.Range, to uint64, tags map[uint64][]string) (all []announcement, last uint64) {
	tenant := t.From.Tenant
	whole := func(seq uint64) announcement { // the changes are unknown
		all := capture.Everything(tenant)
		return announcement{tenant: tenant, epoch: t.Epoch, seq: seq, at: a.clock.Now(),
			tags: publicTags(tenant, all), kinds: publicKinds(tenant, all)}
	}
	if t.Restarted() {
		return []announcement{whole(to)}, to
	}
	at, complete := t.From.Seq, len(t.Changes) < rangeLimit
	for _, c := range t.UpTo(to) {
		if c.Seq > at+1 {
			all = append(all, whole(c.Seq-1))
		}
		if of := tags[c.Seq]; len(of) > 0 {
			all = append(all, announcement{tenant: tenant, epoch: t.Epoch, seq: c.Seq, at: c.At,
				tags: publicTags(tenant, of), kinds: publicKinds(tenant, of)})
		}
		at = c.Seq
	}
	if complete && at < to {
		all, at = append(all, whole(to)), to
	}
	return all, at
}

// tags finds the tags that subscribers may see of the changes to announce, by tenant and number. Changes of many
// tenants are read together.
func (a *Announcer) tags(ctx context.Context, ranges []capture.Range, ready map[string]wire.Head) (
	map[string]map[uint64][]string, error,
) {
	var rest []capture.Change
	for i := range ranges {
		if t := &ranges[i]; !t.Restarted() {
			rest = append(rest, t.UpTo(ready[t.From.Tenant].Seq)...)
		}
	}
	all := map[string]map[uint64][]string{}
	for len(rest) > 0 {
		var front []capture.Change
		front, rest = capture.NextBatch(rest)
		tags, err := a.tagsOf(ctx, front)
		if err != nil {
			return nil, err
		}
		for i, c := range front {
			if all[c.Tenant] == nil {
				all[c.Tenant] = map[uint64][]string{}
			}
			all[c.Tenant][c.Seq] = tags[i]
		}
	}
	return all, nil
}

// tagsOf is tags for changes that are read at once.
func (a *Announcer) tagsOf(ctx context.Context, front []capture.Change) ([][]string, error) {
	return (&visibilityRule{columns: a.columns, now: a.clock.Now()}).read(ctx, a.cfg.Pool, front)
}

// Preview returns the tags of one change that edges would be purged of, and those of its kinds, as Postgres shows them
// to db. The change need not be announced or committed.
func Preview(ctx context.Context, db postgres.Queryer, c capture.Change, now time.Time) (
	tags, kinds []string, err error,
) {
	columns, err := readColumns(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	all, err := (&visibilityRule{columns: columns, now: now}).read(ctx, db, []capture.Change{c})
	if err != nil {
		return nil, nil, err
	}
	return publicTags(c.Tenant, all[0]), publicKinds(c.Tenant, all[0]), nil
}

// read reads the tags of changes that are read at once.
func (j *visibilityRule) read(ctx context.Context, db postgres.Queryer, front []capture.Change) ([][]string, error) {
	if front[0].Rows > capture.RowLimit {
		tags, known, err := j.bulkTags(ctx, db, front[0])
		if err == nil && !known {
			tags = capture.Everything(front[0].Tenant)
		}
		return [][]string{capture.Unique(tags)}, err
	}
	changes, err := capture.ReadRows(ctx, db, front)
	if err != nil {
		return nil, err
	}
	if err := j.readOwners(ctx, db, front, changes); err != nil {
		return nil, err
	}
	in, err := capture.ReadCategories(ctx, db, front, changes)
	if err != nil {
		return nil, err
	}
	all := make([][]string, len(front))
	for i := range front {
		if len(changes[i]) < front[i].Rows || front[i].Rows == 0 {
			all[i] = capture.Everything(front[i].Tenant) // pruned: the change is unknown
			continue
		}
		all[i] = j.withOwners(front[i].Tenant, changes[i]).tags(front[i].Tenant, changes[i], in)
	}
	return all, nil
}

// publicTags turns tags into the form that subscribers know. It adds the tag of any record of each kind: an answer with
// too many tags for an edge carries that one in place of finer ones (internal/edge).
func publicTags(tenant string, tags []string) []string {
	out := make([]string, 0, len(tags)+1)
	any := map[string]bool{}
	for _, tag := range tags {
		out = append(out, catalog.PublicTag(tenant, tag))
		if kind := catalog.KindOf(tag); kind != "" && !any[kind] {
			any[kind] = true
			out = append(out, catalog.PublicTag(tenant, catalog.AnyTag(kind)))
		}
	}
	return capture.Unique(out)
}

// publicKinds is the tags of the kinds of some tags, in the form that subscribers know.
func publicKinds(tenant string, tags []string) []string {
	kinds := map[string]bool{}
	for _, tag := range tags {
		if kind := catalog.KindOf(tag); kind == "" {
			return []string{catalog.PublicTag(tenant, catalog.TenantTag)}
		} else if !kinds[kind] {
			kinds[kind] = true
		}
	}
	out := make([]string, 0, len(kinds))
	for kind := range kinds {
		out = append(out, catalog.PublicTag(tenant, catalog.KindTag(kind)))
	}
	return capture.Unique(out)
}

// termEnded is the SQLSTATE with which require_term fails.
const termEnded = "VT001"

// write writes announcements and cursors: of the tenants in direct as announced, of those in proposed for their
// followers only.
func (a *Announcer) write(ctx context.Context, all []announcement, direct, proposed map[string]capture.Cursor) error {
	b := a.batch()
	if len(all) > 0 {
		if err := a.queueLog(b, all); err != nil {
			return err
		}
	}
	if len(direct) > 0 {
		tenants, epochs, seqs := columnsOf(direct)
		b.Queue(`
INSERT INTO signal_cursor AS c (tenant_id, epoch, n, kept)
SELECT w.tenant_id, w.epoch::uuid, w.n, 0 FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w(tenant_id, epoch, n)
ON CONFLICT (tenant_id) DO UPDATE
SET epoch = excluded.epoch, n = excluded.n, sent = NULL, sent_epoch = NULL,
    kept = CASE WHEN c.epoch = excluded.epoch THEN c.kept ELSE excluded.n - 1 END`,
			tenants, epochs, seqs)
	}
	if len(proposed) > 0 {
		tenants, epochs, seqs := columnsOf(proposed)
		b.Queue(`
INSERT INTO signal_cursor AS c (tenant_id, epoch, n, kept, sent_epoch, sent)
SELECT w.tenant_id, w.epoch::uuid, 0, 0, w.epoch::uuid, w.n
FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w(tenant_id, epoch, n)
ON CONFLICT (tenant_id) DO UPDATE SET sent_epoch = excluded.sent_epoch, sent = excluded.sent`,
			tenants, epochs, seqs)
	}
	return a.commit(ctx, b)
}

func columnsOf(cursors map[string]capture.Cursor) (tenants, epochs []string, seqs []int64) {
	for tenant, c := range cursors {
		tenants, epochs, seqs = append(tenants, tenant), append(epochs, c.Epoch), append(seqs, int64(c.Seq))
	}
	return tenants, epochs, seqs
}

// batch begins a batch that fails if the term has ended.
func (a *Announcer) batch() *pgx.Batch {
	b := &pgx.Batch{}
	b.Queue("SELECT require_term($1), set_config('synchronous_commit', 'off', true)", a.cfg.Term)
	return b
}

// commit sends a batch in one message. Without a BEGIN its statements are one transaction: Postgres commits all of them
// at its end, or none.
func (a *Announcer) commit(ctx context.Context, b *pgx.Batch) error {
	err := a.cfg.Pool.SendBatch(ctx, b).Close()
	if refused := (*pgconn.PgError)(nil); errors.As(err, &refused) && refused.Code == termEnded {
		return errNotLeading
	}
	if err != nil {
		return fmt.Errorf("write announcements: %w", err)
	}
	return nil
}

// queueLog adds announcements to a batch, where streams and webhooks read them.
func (a *Announcer) queueLog(b *pgx.Batch, all []announcement) error {
	n := len(all)
	tenants, epochs, tags, kinds := make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	seqs, ats, applied := make([]int64, n), make([]time.Time, n), make([]*time.Time, n)
	for i, g := range all {
		list, err := json.Marshal(g.tags)
		if err != nil {
			return err
		}
		of, err := json.Marshal(append([]string{}, g.kinds...)) // never null
		if err != nil {
			return err
		}
		tenants[i], seqs[i], epochs[i], ats[i] = g.tenant, int64(g.seq), g.epoch, g.at
		tags[i], kinds[i] = string(list), string(of)
		if !g.applied.IsZero() {
			applied[i] = &g.applied
		}
	}
	b.Queue(`
INSERT INTO change_signal (tenant_id, seq, epoch, at, applied_at, tags, kinds)
SELECT w.tenant_id, w.seq, w.epoch::uuid, w.at, w.applied_at, ARRAY(SELECT json_array_elements_text(w.tags::json)),
  ARRAY(SELECT json_array_elements_text(w.kinds::json))
FROM unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[])
  AS w(tenant_id, seq, epoch, at, applied_at, tags, kinds)
ON CONFLICT (tenant_id, seq) DO UPDATE
SET epoch = excluded.epoch, at = excluded.at, applied_at = excluded.applied_at, tags = excluded.tags,
    kinds = excluded.kinds, told_at = excluded.told_at`,
		tenants, seqs, epochs, ats, applied, tags, kinds)
	return nil
}
