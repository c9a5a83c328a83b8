package freshness

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/ingest"
	"vitrine/internal/history"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// maxLeaderless is the longest time without a leader. Postgres frees the lock of a killed process at once, and the
// standby tries to take it every ingest.Config.Standby, 200 ms. The rest is reserve for a busy machine.
const maxLeaderless = 3 * time.Second

// The leading ingest worker is a process that is killed by SIGKILL while edits go on. Its standby leads, and publishes
// and announces every edit. No read is older than an announcement before it.
func TestKillTheLeadingWorkerLosesNothing(t *testing.T) {
	t.Parallel()
	db, bus := kit.DemoDatabase(t, time.Time{}), newOutsideBus(t)
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) { c.DatabaseURL, c.NATSURL, c.Ingest = db.URL, bus.url(), false })
	worker := func() *child {
		return startChild(t, childSpec{Ingest: true, DatabaseURL: db.URL, NATSURL: bus.url(), DataDir: kit.TempDir(t)})
	}
	leads := func(c *child) (yes bool) { return c.ask("/leads", testkit.Patience, &yes) == nil && yes }
	leader, standby := worker(), worker()
	e := h.NewEditor(t)
	announced := listenFrom(t, h, e, "demo", streamKey(t, h, "demo"))

	n := &nemesis{t: t, hist: history.New()}
	version := uint64(10_000)
	edit := func() (seq uint64) {
		version++
		w := history.Write{Tenant: "demo", Key: shirt, Version: version, Sent: n.hist.Now()}
		e.Exec(fmt.Sprintf("UPDATE product SET stock = %d WHERE tenant_id = 'demo' AND slug = '%s'", version, shirt))
		w.Seq = e.Head("demo")
		n.hist.Wrote(w)
		return w.Seq
	}
	announced.waitFor(edit(), "")
	h.WaitApplied(t, e, "demo") // the history begins with this version

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	all.Go(func() { n.hear(ctx, announced) })
	all.Go(func() {
		v := &reader{n: n, d: &gatewayEndpoint{name: "g", addr: h.Address()}}
		for ctx.Err() == nil {
			if err := v.one(ctx, "demo", shirt); err != nil && ctx.Err() == nil {
				t.Error(err)
				return
			}
		}
	})
	var late atomic.Int64
	all.Go(func() { notice(ctx, &late) })

	for range proving.Rounds(2, 20) {
		testkit.Until(t, "one of two workers leads", func() bool {
			if leads(standby) {
				leader, standby = standby, leader
			}
			return leads(leader)
		})
		for range 30 {
			edit()
		}
		late.Store(0)
		leader.kill()
		killed := time.Now()
		var last uint64
		testkit.Until(t, "the standby leads", func() bool {
			last = edit()
			return leads(standby)
		})
		took := time.Since(killed)
		announced.waitFor(last, "")
		t.Logf("the standby led after %s, with attempts every %s, and everything was announced after %s; this process "+
			"waited up to %s for a processor", took.Round(time.Millisecond), ingest.DefaultConfig().Standby,
			time.Since(killed).Round(time.Millisecond), time.Duration(late.Load()).Round(time.Millisecond))
		if took > maxLeaderless+10*time.Duration(late.Load()) {
			t.Errorf("there was no leader for %s", took)
		}
		leader, standby = standby, worker()
	}
	last := edit()
	announced.waitFor(last, "")
	cancel()
	all.Wait()
	h.WaitApplied(t, e, boot.DemoTenants...)
	agreed(t, h, e, "after the kills")
	testkit.Until(t, "every edit is published", func() bool {
		return e.One("SELECT n::text FROM drain_cursor WHERE tenant_id = 'demo'") == fmt.Sprint(last)
	})
	writes, announcements, reads := n.hist.Counts()
	t.Logf("%d edits, %d announcements, %d reads, %d from the cache", writes, announcements, reads, n.hits.Load())
	if err := n.hist.Check(); err != nil {
		t.Error(err)
	}
	if announcements == 0 || n.hits.Load() == 0 {
		t.Error("this proves nothing")
	}
}

// hear records, until ctx ends, the changes that are announced to a subscriber of the tenant demo.
func (n *nemesis) hear(ctx context.Context, l *changeStream) {
	for known := 0; ctx.Err() == nil; pause(ctx, time.Millisecond) {
		events := l.seen()
		for _, e := range events[known:] {
			n.hist.Announce("demo", e.Seq)
		}
		known = len(events)
	}
}

// notice keeps the longest time by which a pause of this process was too long: how long it waited for a processor.
func notice(ctx context.Context, longest *atomic.Int64) {
	const step = 10 * time.Millisecond
	for ctx.Err() == nil {
		began := time.Now()
		pause(ctx, step)
		if d := int64(time.Since(began) - step); d > longest.Load() {
			longest.Store(d)
		}
	}
}
