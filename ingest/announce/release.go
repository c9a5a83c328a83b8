package announce

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"vitrine/ingest/capture"
	"vitrine/internal/wire"
)

// takeFollow processes the report of a follower, and answers it while the session is alive: a worker that may have lost
// the lead must not extend a lease.
func (a *Announcer) takeFollow(msg *nats.Msg, alive func() bool) {
	now := time.Now()
	var rq wire.Follow
	if err := json.Unmarshal(msg.Data, &rq); err != nil {
		a.cfg.Log.Error("invalid report of a follower", "err", err)
		return
	}
	if !alive() {
		return
	}
	if data, err := json.Marshal(a.follow.ask(rq, now)); err == nil && msg.Reply != "" {
		_ = a.cfg.NATS.Publish(msg.Reply, data) // without it, the lease of the follower expires
	}
}

// lastPositions finds the last announcement of each tenant.
func lastPositions(all []announcement) map[string]position {
	last := make(map[string]position, len(all))
	for _, g := range all {
		last[g.tenant] = position{g.epoch, g.seq}
	}
	return last
}

// propose notes the announcements that were written for followers.
func (a *Announcer) propose(all []announcement, proposed map[string]capture.Cursor) {
	if len(proposed) == 0 {
		return
	}
	now := time.Now()
	of := map[string][]proposal{}
	for _, g := range all {
		if _, waits := proposed[g.tenant]; waits {
			of[g.tenant] = append(of[g.tenant], proposal{position: position{g.epoch, g.seq},
				to: capture.Cursor{Epoch: g.epoch, Seq: g.seq}, at: g.at, sent: now})
		}
	}
	for tenant, c := range proposed {
		list := of[tenant]
		if len(list) == 0 { // nothing that concerns subscribers: it goes with what is before it
			a.follow.extend(tenant, c)
			continue
		}
		list[len(list)-1].to = c
		a.follow.propose(tenant, list)
	}
}

// release announces the proposals that every follower with a lease has acknowledged.
func (a *Announcer) release(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	if err := a.know(ctx); err != nil {
		return err
	}
	ready := a.follow.acknowledged(time.Now())
	if len(ready) == 0 {
		return nil
	}
	if err := a.writeReleased(ctx, ready); err != nil {
		return err
	}
	a.follow.announcedNow(ready, time.Now())
	now := a.clock.Now()
	news := make([]wire.News, 0, len(ready))
	for tenant, p := range ready {
		news = append(news, wire.News{What: wire.Announced, Tenant: tenant, Seq: p.seq, At: p.at, Since: now})
	}
	capture.PublishNews(a.cfg.NATS, news)
	a.posts.Notify()
	return nil
}

// writeReleased writes proposals as announced, provided that the term has not ended.
func (a *Announcer) writeReleased(ctx context.Context, ready map[string]proposal) error {
	cursors := make(map[string]capture.Cursor, len(ready))
	for tenant, p := range ready {
		cursors[tenant] = p.to
	}
	b := a.batch()
	tenants, epochs, seqs := columnsOf(cursors)
	b.Queue(`
UPDATE change_signal g SET told_at = clock_timestamp()
FROM unnest($1::text[], $2::bigint[]) AS w(tenant_id, n)
JOIN signal_cursor c ON c.tenant_id = w.tenant_id
WHERE g.tenant_id = w.tenant_id AND g.seq > c.n AND g.seq <= w.n`, tenants, seqs)
	b.Queue(`
UPDATE signal_cursor c
SET epoch = w.epoch::uuid, n = w.n, kept = CASE WHEN c.epoch = w.epoch::uuid THEN c.kept ELSE w.n - 1 END,
    sent = CASE WHEN (c.sent_epoch, c.sent) = (w.epoch::uuid, w.n) THEN NULL ELSE c.sent END,
    sent_epoch = CASE WHEN (c.sent_epoch, c.sent) = (w.epoch::uuid, w.n) THEN NULL ELSE c.sent_epoch END
FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w(tenant_id, epoch, n)
WHERE c.tenant_id = w.tenant_id`, tenants, epochs, seqs)
	return a.commit(ctx, b)
}

// know reads what was announced last to the subscribers of tenants with a first follower.
func (a *Announcer) know(ctx context.Context) error {
	tenants := a.follow.unknown()
	if len(tenants) == 0 {
		return nil
	}
	rows, err := a.cfg.Pool.Query(ctx, `
SELECT s.tenant_id, coalesce(c.epoch, s.epoch)::text,
       coalesce((SELECT max(g.seq) FROM change_signal g WHERE g.tenant_id = c.tenant_id AND g.seq <= c.n), c.kept, 0)
FROM tenant_seq s
LEFT JOIN signal_cursor c ON c.tenant_id = s.tenant_id
WHERE s.tenant_id = ANY ($1)`, tenants)
	if err != nil {
		return fmt.Errorf("read what followers must have applied: %w", err)
	}
	var tenant string
	var p position
	found := map[string]position{}
	_, err = pgx.ForEachRow(rows, []any{&tenant, &p.epoch, &p.seq}, func() error {
		found[tenant] = p
		return nil
	})
	if err != nil {
		return fmt.Errorf("read what followers must have applied: %w", err)
	}
	for _, tenant := range tenants {
		if p, ok := found[tenant]; ok {
			a.follow.know(tenant, p)
		} else { // it was deleted
			a.follow.forget(tenant)
		}
	}
	return nil
}
