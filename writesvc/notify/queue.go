package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/run"
)

// A Channel is a way by which messages leave. Each has a queue with workers of its own, so a slow one holds no other
// up.
type Channel string

// The channels.
const (
	ByMail Channel = "mail"
	BySMS  Channel = "sms"
	ByPush Channel = "push"
)

// A group is the messages of one tenant and class.
type group struct {
	tenant string
	urgent bool
}

// A queue delivers the messages of one channel. It gives a free worker to urgent messages first, and among equals to
// the tenant with the fewest deliveries in progress, then to the one whose turn is the longest ago. Every process has
// its own queues; they share the table. Only run uses the fields below ended.
type queue struct {
	*Outbox
	channel Channel
	wake    run.Wake
	ended   chan group // groups of deliveries that ended

	due    []group // groups that had due messages at the latest look
	busy   map[group]int
	latest map[group]uint64 // the latest turn of each due group
	turn   uint64
}

func newQueue(o *Outbox, c Channel) *queue {
	return &queue{Outbox: o, channel: c, wake: run.NewWake()}
}

// lookRest is how long a queue rests after a look for due messages, as a multiple of the time that the look took, and
// at most Config.Poll. A look takes longer the more tenants have unsent messages.
const lookRest = 10

// run delivers until ctx ends, and then waits for pending deliveries.
func (q *queue) run(ctx context.Context) {
	var deliveries sync.WaitGroup
	defer deliveries.Wait()
	q.ended = make(chan group, q.cfg.Workers)
	q.due, q.busy, q.latest = nil, map[group]int{}, map[group]uint64{}
	tick := time.NewTicker(q.cfg.Poll)
	defer tick.Stop()
	rest := time.NewTimer(0)
	defer rest.Stop()
	for woken, rested := false, false; ; {
		select {
		case <-ctx.Done():
			return
		case <-q.wake:
			woken = true
		case <-tick.C:
			woken = true
		case <-rest.C:
			rested = true
		case g := <-q.ended:
			if q.busy[g]--; q.busy[g] == 0 {
				delete(q.busy, g)
			}
		}
		if woken && rested {
			woken, rested = false, false
			began := time.Now()
			if err := q.look(ctx); err != nil && ctx.Err() == nil {
				q.log.Warn("outbox not read", "channel", q.channel, "err", err)
			}
			rest.Reset(min(lookRest*time.Since(began), q.cfg.Poll))
		}
		for g, ok := q.next(); ok && ctx.Err() == nil; g, ok = q.next() {
			q.begin(ctx, g, &deliveries)
		}
	}
}

// look finds the groups that have due messages. It reads one row of the index for each tenant with unsent messages, and
// one for each class of it.
func (q *queue) look(ctx context.Context) error {
	rows, err := q.pool.Query(ctx, `WITH RECURSIVE t AS (
  (SELECT tenant_id FROM outbox WHERE done_at IS NULL ORDER BY tenant_id LIMIT 1)
  UNION ALL
  SELECT n.tenant_id FROM t CROSS JOIN LATERAL (
    SELECT o.tenant_id FROM outbox o WHERE o.tenant_id > t.tenant_id AND o.done_at IS NULL
    ORDER BY o.tenant_id LIMIT 1) n
)
SELECT t.tenant_id, c.urgent FROM t CROSS JOIN (VALUES (true), (false)) c (urgent)
WHERE EXISTS (SELECT FROM outbox o WHERE o.tenant_id = t.tenant_id AND o.channel = $1 AND o.urgent = c.urgent
AND o.done_at IS NULL AND o.due_at <= now())`, q.channel)
	if err != nil {
		return fmt.Errorf("find due messages: %w", err)
	}
	due, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (g group, err error) {
		err = row.Scan(&g.tenant, &g.urgent)
		return g, err
	})
	if err != nil {
		return fmt.Errorf("find due messages: %w", err)
	}
	latest := make(map[group]uint64, len(due))
	for _, g := range due {
		latest[g] = q.latest[g]
	}
	q.due, q.latest = due, latest
	return nil
}

// next returns the group whose message is delivered next. It reports false if no group may have another worker.
func (q *queue) next() (best group, found bool) {
	held := q.held()
	for _, g := range q.due {
		if held.mayTake(q.cfg.Workers, g) && (!found || held.before(g, best, q.latest)) {
			best, found = g, true
		}
	}
	return best, found
}

// begin takes a due message of a group and starts its delivery. A group without one leaves the due ones until the next
// look.
func (q *queue) begin(ctx context.Context, g group, deliveries *sync.WaitGroup) {
	j, ok, err := q.take(ctx, g)
	if err != nil && ctx.Err() == nil {
		q.log.Warn("outbox not read", "channel", q.channel, "err", err)
	}
	if !ok {
		q.due = slices.DeleteFunc(q.due, func(other group) bool { return other == g })
		return
	}
	q.turn++
	q.latest[g] = q.turn
	q.busy[g]++
	deliveries.Go(func() {
		defer func() { q.ended <- g }() // never blocks: it has room for every worker
		if err := q.finish(ctx, j); err != nil {
			q.log.Warn("outcome of a message not written", "channel", q.channel, "job", j.ID, "err", err)
		}
	})
}

// take takes the message of a group that has been due for the longest time.
func (q *queue) take(ctx context.Context, g group) (j Job, ok bool, err error) {
	j.Channel = q.channel
	// The lease is the next due time, so another process takes over after a crash.
	err = q.pool.QueryRow(ctx, `UPDATE outbox SET attempts = attempts + 1, due_at = clock_timestamp() + $4::interval
WHERE tenant_id = $1 AND id = (SELECT o.id FROM outbox o WHERE o.tenant_id = $1 AND o.channel = $2 AND o.urgent = $3
AND o.done_at IS NULL AND o.due_at <= now() ORDER BY o.due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, tenant_id, kind, data, attempts`, g.tenant, q.channel, g.urgent, q.cfg.Lease).Scan(
		&j.ID, &j.Tenant, &j.Kind, &j.Data, &j.Attempts)
	if errors.Is(err, pgx.ErrNoRows) {
		return j, false, nil
	}
	if err != nil {
		return j, false, fmt.Errorf("take a message: %w", err)
	}
	return j, true, nil
}

// held is the number of workers that deliveries in progress hold.
type held struct {
	tenants       map[string]int
	groups        map[group]int
	urgent, other int
}

func (q *queue) held() held {
	h := held{tenants: map[string]int{}, groups: q.busy}
	for g, n := range q.busy {
		h.tenants[g.tenant] += n
		if g.urgent {
			h.urgent += n
		} else {
			h.other += n
		}
	}
	return h
}

// mayTake reports whether a group may have another one of a number of workers. Neither class holds all of them, nor
// does a tenant. The messages of a tenant that are not urgent hold at most half.
func (h held) mayTake(workers int, g group) bool {
	switch {
	case h.urgent+h.other >= workers || h.tenants[g.tenant] >= max(1, workers*3/4):
		return false
	case g.urgent:
		return h.urgent < max(1, workers-1)
	}
	return h.other < max(1, workers*3/4) && h.groups[g] < max(1, workers/2)
}

// before reports whether a group comes before another.
func (h held) before(a, b group, latest map[group]uint64) bool {
	if a.urgent != b.urgent {
		return a.urgent
	}
	if ha, hb := h.tenants[a.tenant], h.tenants[b.tenant]; ha != hb {
		return ha < hb
	}
	return latest[a] < latest[b]
}
