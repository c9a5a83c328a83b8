package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"vitrine/bench/rig"
	"vitrine/internal/wire"
)

// A round is what was measured with so many gateways.
type round struct {
	gateways  int
	announced rig.Times // from the seal of a change to its announcement
	edits     int

	ingest, nats, postgres, own float64 // processors used
	delivered                   float64 // MB a second that NATS delivers to all gateways
	rest                        float64 // the part of it that is news, members and edges
	without                     float64 // share of the time that a gateway was without a lease
}

// measure edits for a span and measures meanwhile.
func (b *bench) measure(ctx context.Context) (r round, err error) {
	r.gateways = len(b.gateways)
	var mu sync.Mutex
	sub, err := b.conn.Subscribe(wire.NewsSubject, func(m *nats.Msg) {
		var all []wire.News
		if json.Unmarshal(m.Data, &all) != nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, n := range all {
			if n.What == wire.Announced {
				r.announced = append(r.announced, n.Since.Sub(n.At))
			}
		}
	})
	if err != nil {
		return r, fmt.Errorf("subscribe: %w", err)
	}
	defer sub.Unsubscribe() //nolint:errcheck // the connection ends soon
	was, began := b.spent(), time.Now()
	bytes, rest := b.received()
	var looked, lost int
	tick := time.NewTicker(time.Second / time.Duration(b.o.edits))
	defer tick.Stop()
	for time.Since(began) < b.o.span {
		select {
		case <-ctx.Done():
			return r, ctx.Err()
		case <-tick.C:
		}
		if err := b.edit(ctx, r.edits); err != nil {
			return r, err
		}
		r.edits++
		if r.edits%(b.o.edits/4+1) == 0 {
			for _, g := range b.gateways {
				if looked++; g.replica.Disconnected() {
					lost++
				}
			}
		}
	}
	took := time.Since(began).Seconds()
	now := b.spent()
	for i, to := range []*float64{&r.ingest, &r.nats, &r.postgres, &r.own} {
		*to = (now[i] - was[i]) / took
	}
	bytesNow, restNow := b.received()
	r.delivered = float64(bytesNow-bytes) / took / 1e6
	r.rest = float64(restNow-rest) / took / 1e6
	r.without = float64(lost) / float64(max(1, looked))
	time.Sleep(settle) // the last announcements arrive
	mu.Lock()
	defer mu.Unlock()
	return r, nil
}

const settle = 500 * time.Millisecond

// edit commits one change.
func (b *bench) edit(ctx context.Context, n int) error {
	tenant := rig.TenantID(n % b.o.tenants)
	_, err := b.editor.Exec(ctx, "UPDATE product SET stock = stock + 1 WHERE tenant_id = $1 AND slug = $2",
		pgx.QueryExecModeSimpleProtocol, tenant, rig.Item(n%b.o.products))
	if err != nil {
		return fmt.Errorf("edit: %w", err)
	}
	return nil
}

// spent is the processor time of ingest, NATS, Postgres and this process, in seconds.
func (b *bench) spent() [4]float64 {
	return [4]float64{rig.Spent(b.ingest.Pid()), rig.Spent(b.bus.Pid()), rig.SpentBelow(b.postmaster),
		rig.Spent(os.Getpid())}
}

// received is how many bytes all gateways have received, and how many of them were no changes, heartbeats or
// acknowledgements.
func (b *bench) received() (all, rest int64) {
	for _, g := range b.gateways {
		all += int64(g.conn.Stats().InBytes) //nolint:gosec // a number of bytes
		rest += g.received.Load()
	}
	return all, rest
}
