package announce

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/capture"
	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

// A signal is what those outside are told of one change.
type announcement struct {
	tenant, epoch string
	seq           uint64
	at            time.Time
	tags          []string // as they are known outside; none: nobody is told
}

// fromDesk makes signals of what the drain left, notes up to where, and takes the tenants off ready of which that was all.
func (s *Announcer) fromDesk(ready map[string]wire.Head, reached map[string]capture.Cursor) (all []announcement) {
	now := time.Now()
	for tenant, to := range ready {
		changes, whole := s.buffer.take(tenant, s.cursors[tenant], to, now)
		if !whole {
			continue
		}
		s.stats.Spared.Add(uint64(len(changes)))
		for _, c := range changes {
			if len(c.tags) > 0 {
				all = append(all, announcement{tenant: tenant, epoch: to.Epoch, seq: c.seq, at: c.at, tags: s.opaque(tenant, c.tags)})
			}
		}
		reached[tenant] = capture.Cursor{Epoch: to.Epoch, Seq: to.Seq}
		delete(ready, tenant)
	}
	return all
}

// fromPostgres makes signals of the changes of the tenants that are ready, and notes up to where.
func (s *Announcer) fromPostgres(ctx context.Context, ready map[string]wire.Head, reached map[string]capture.Cursor) (all []announcement, err error) {
	from := make([]capture.Position, 0, len(ready))
	for tenant := range ready {
		c := s.cursors[tenant]
		from = append(from, capture.Position{Tenant: tenant, Epoch: c.Epoch, Seq: c.Seq})
	}
	trails, err := capture.ReadRanges(ctx, s.cfg.Pool, from, signalAhead)
	if err != nil {
		return nil, err
	}
	tags, err := s.tags(ctx, trails, ready)
	if err != nil {
		return nil, err
	}
	for i := range trails {
		t := &trails[i]
		to := ready[t.From.Tenant]
		if t.Epoch == "" {
			s.drop(t.From.Tenant)
			continue
		}
		if t.Epoch != to.Epoch || t.Head < to.Seq {
			continue // it began anew while we looked; its head comes
		}
		signals, last := s.walk(t, to.Seq, tags[t.From.Tenant])
		all = append(all, signals...)
		reached[t.From.Tenant] = capture.Cursor{Epoch: t.Epoch, Seq: last}
	}
	return all, nil
}

// walk makes signals of a trail's changes, up to one of them, with the tags of each.
func (s *Announcer) walk(t *capture.Range, to uint64, tags map[uint64][]string) (all []announcement, last uint64) {
	tenant := t.From.Tenant
	whole := func(seq uint64) announcement { // nobody can say what changed
		return announcement{tenant: tenant, epoch: t.Epoch, seq: seq, at: s.now(), tags: s.opaque(tenant, capture.Everything(tenant))}
	}
	if t.Restarted() {
		return []announcement{whole(to)}, to
	}
	at, complete := t.From.Seq, len(t.Changes) < signalAhead
	for _, c := range t.UpTo(to) {
		if c.Seq > at+1 {
			all = append(all, whole(c.Seq-1))
		}
		if of := tags[c.Seq]; len(of) > 0 {
			all = append(all, announcement{tenant: tenant, epoch: t.Epoch, seq: c.Seq, at: c.At, tags: s.opaque(tenant, of)})
		}
		at = c.Seq
	}
	if complete && at < to {
		all, at = append(all, whole(to)), to
	}
	return all, at
}

// tags says of each change that is to be signalled, by tenant and number, what those outside may know. Changes of many tenants are read together.
func (s *Announcer) tags(ctx context.Context, trails []capture.Range, ready map[string]wire.Head) (map[string]map[uint64][]string, error) {
	var rest []capture.Change
	for i := range trails {
		if t := &trails[i]; !t.Restarted() {
			rest = append(rest, t.UpTo(ready[t.From.Tenant].Seq)...)
		}
	}
	all := map[string]map[uint64][]string{}
	for len(rest) > 0 {
		var front []capture.Change
		front, rest = capture.NextBatch(rest)
		tags, err := s.tagsOf(ctx, front)
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
func (s *Announcer) tagsOf(ctx context.Context, front []capture.Change) ([][]string, error) {
	j := &judge{columns: s.columns, now: s.now()}
	if front[0].Rows > capture.RowLimit {
		tags, known, err := j.bulkOutside(ctx, s.cfg.Pool, front[0])
		if err == nil && !known {
			tags = capture.Everything(front[0].Tenant)
		}
		return [][]string{capture.Unique(tags)}, err
	}
	changes, err := capture.ReadRows(ctx, s.cfg.Pool, front)
	if err != nil {
		return nil, err
	}
	if err := j.learn(ctx, s.cfg.Pool, front, changes); err != nil {
		return nil, err
	}
	in, err := capture.ReadCategories(ctx, s.cfg.Pool, front, changes)
	if err != nil {
		return nil, err
	}
	all := make([][]string, len(front))
	for i := range front {
		if len(changes[i]) < front[i].Rows || front[i].Rows == 0 {
			all[i] = capture.Everything(front[i].Tenant) // pruned: nobody knows what it was
			continue
		}
		all[i] = j.within(front[i].Tenant, changes[i]).tags(front[i].Tenant, changes[i], in)
	}
	return all, nil
}

// opaque turns tags into those that are known outside.
func (s *Announcer) opaque(tenant string, tags []string) []string {
	out := make([]string, len(tags))
	for i, tag := range tags {
		out[i] = catalog.PublicTag(tenant, tag)
	}
	return capture.Unique(out)
}

// write writes signals, purges and cursors, if the term is still ours.
func (s *Announcer) write(ctx context.Context, all []announcement, reached map[string]capture.Cursor) error {
	err := pgx.BeginFunc(ctx, s.cfg.Pool, func(tx pgx.Tx) error {
		// Held until the end: a new leader begins after what is written here, or before it and then it is not.
		tag, err := tx.Exec(ctx, "SELECT FROM ingest_term, set_config('synchronous_commit', 'off', true) AS lazily WHERE term = $1 FOR SHARE OF ingest_term", s.cfg.Term)
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
			tenants, epochs, ns = append(tenants, tenant), append(epochs, c.Epoch), append(ns, int64(c.Seq))
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
func (s *Announcer) log(b *pgx.Batch, all []announcement) error {
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
