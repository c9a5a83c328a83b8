package freshness

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"vitrine/cache"
	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/evidence"
	"vitrine/internal/history"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

// A nemesis is the setup of TestProveNothingStale…: three gateways, of which one is a process and one has a parent,
// change capture in processes, a faulty bus, a Postgres that is stopped, and one clock for all.
type nemesis struct {
	counters
	t    *testing.T
	r    *rand.Rand
	hist *history.History

	db     *ownPostgres
	dsn    string // its constant address
	bus    *outsideBus
	lossy  []*lossy // before each gateway of this process
	doors  []*gatewayEndpoint
	far    *child // the gateway in a process of its own
	drains []*child
	ahead  atomic.Int64 // how far the clock is ahead of the machine's

	brands map[string]string   // for each tenant, a brand without other products
	keys   map[string][]string // slugs of its products, existing or not
	dues   map[string][]string // those to be published by time, not written yet
}

const (
	nemesisWriters = 2  // per tenant
	nemesisKeys    = 5  // per writer
	nemesisDues    = 12 // published by time, one each round
)

func newNemesis(t *testing.T, seed uint64) *nemesis {
	t.Helper()
	n := &nemesis{t: t, r: rand.New(rand.NewPCG(seed, 1)), hist: history.New(), brands: map[string]string{},
		keys: map[string][]string{}, dues: map[string][]string{}}
	n.db, n.bus = newOwnPostgres(t), newOutsideBus(t)
	n.dsn = n.db.srv.URL()
	var first *kit.App
	for i := range 2 {
		n.lossy = append(n.lossy, newLossy(t, n.bus.url()))
		h := kit.Open(t, func(c *boot.Config) {
			c.DatabaseURL, c.NATSURL, c.Ingest, c.Demo = n.dsn, n.lossy[i].url, false, i == 0
			c.Now = func() time.Time { return time.Now().Add(time.Duration(n.ahead.Load())) }
			if i == 0 {
				c.ListingRows = 1 // searches and lists are answered from memory
			}
			if i == 1 {
				c.CacheBytes = 1 << 20                                          // too small for all answers
				c.ParentURL, c.AdminToken = first.Admin.URL(), first.AdminToken // so it asks the other one for many
			}
		})
		if i == 0 {
			first = h
		}
		n.doors = append(n.doors, &gatewayEndpoint{name: fmt.Sprint("gateway ", i), addr: h.Gateway.Addr(),
			applied: func() (map[string]cache.Snapshot, error) { return appliedBy(h.App), nil }})
	}
	n.far = startChild(t, childSpec{Gateway: true, DatabaseURL: n.dsn, NATSURL: n.bus.url(), DataDir: kit.TempDir(t)})
	n.doors = append(n.doors, &gatewayEndpoint{name: "the far gateway", addr: n.far.addr,
		applied: func() (all map[string]cache.Snapshot, err error) {
			return all, n.far.ask("/applied", 100*time.Millisecond, &all)
		}})
	n.drains = []*child{n.drain(), n.drain()}
	conn := n.mustConnect()
	for _, tenant := range boot.DemoTenants {
		var id string
		if err := conn.QueryRow(t.Context(),
			"INSERT INTO brand (tenant_id, slug, name, status) VALUES ($1, 'nemesis', 'Nemesis', 'PUBLISHED') RETURNING id",
			tenant).Scan(&id); err != nil {
			t.Fatal(err)
		}
		n.brands[tenant] = id
		for i := range nemesisWriters * nemesisKeys {
			n.keys[tenant] = append(n.keys[tenant], fmt.Sprint("nem-", i))
		}
		for i := range nemesisDues {
			n.dues[tenant] = append(n.dues[tenant], fmt.Sprint("due-", i))
		}
		n.keys[tenant] = append(n.keys[tenant], n.dues[tenant]...)
	}
	return n
}

func (n *nemesis) drain() *child {
	return startChild(n.t, childSpec{Ingest: true, DatabaseURL: n.dsn, NATSURL: n.bus.url(), DataDir: kit.TempDir(n.t)})
}

func (n *nemesis) connect(ctx context.Context) (*pgx.Conn, error) {
	cfg, err := pgx.ParseConfig(n.dsn)
	if err != nil {
		return nil, err
	}
	cfg.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	return pgx.ConnectConfig(ctx, cfg)
}

func (n *nemesis) mustConnect() *pgx.Conn {
	n.t.Helper()
	conn, err := n.connect(n.t.Context())
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// An evil is a fault that the nemesis injects and then repairs.
type fault struct {
	name string
	do   func(*nemesis)
}

// some gives a fault time to take effect. No assertion depends on its length.
func (n *nemesis) some() { pause(n.t.Context(), time.Duration(150+n.r.IntN(450))*time.Millisecond) }

var evils = []fault{
	{"the drain is killed between publishing and its cursor", func(n *nemesis) {
		// A worker saves its cursor at most ten times a second, and commits never pause that long.
		i := n.r.IntN(len(n.drains))
		n.drains[i].kill()
		n.some()
		n.drains[i] = n.drain()
	}},
	{"changes are lost", func(n *nemesis) { n.lie(func(l *lossy) *atomic.Int32 { return &l.share }, 50) }},
	{"changes come twice", func(n *nemesis) { n.lie(func(l *lossy) *atomic.Int32 { return &l.twice }, 70) }},
	{"changes come out of order", func(n *nemesis) { n.lie(func(l *lossy) *atomic.Int32 { return &l.later }, 70) }},
	{"old changes come again", (*nemesis).repeat},
	{"a gateway receives no messages", func(n *nemesis) {
		l := n.lossy[n.r.IntN(len(n.lossy))]
		l.mute.Store(true)
		pause(n.t.Context(), 700*time.Millisecond) // the gateway detects it
		n.some()
		l.mute.Store(false)
	}},
	{"a gateway's connection to the bus is cut", func(n *nemesis) {
		l := n.lossy[n.r.IntN(len(n.lossy))]
		l.cut()
		n.some()
		l.mend()
	}},
	{"a gateway is stopped", func(n *nemesis) {
		n.far.signal(syscall.SIGSTOP)
		pause(n.t.Context(), lease+100*time.Millisecond) // changes are announced without it
		n.some()
		n.far.signal(syscall.SIGCONT)
		n.some()
	}},
	{"the stream is deleted", func(n *nemesis) {
		nc, err := nats.Connect(n.bus.url())
		if err != nil {
			n.t.Error(err)
			return
		}
		defer nc.Close()
		js, err := jetstream.New(nc)
		if err == nil {
			ctx, cancel := context.WithTimeout(n.t.Context(), testkit.Patience)
			defer cancel()
			err = js.DeleteStream(ctx, wire.Stream)
		}
		if err != nil {
			n.t.Logf("delete the stream: %v", err) // it did not exist again yet
		}
		n.some()
	}},
	{"the bus is killed, and comes back with its store", func(n *nemesis) {
		n.bus.kill()
		n.some()
		n.bus.start(n.bus.store)
		n.some()
	}},
	{"the bus goes, and comes back empty", func(n *nemesis) {
		n.bus.kill()
		n.some()
		n.bus.start(n.t.TempDir())
		n.some()
	}},
	{"Postgres is restarted", func(n *nemesis) {
		n.db.stop()
		n.some()
		n.db.start()
		n.some()
	}},
	{"the clock jumps", (*nemesis).jump},
}

// lie makes a gateway's bus mistreat some percent of the changes.
func (n *nemesis) lie(how func(*lossy) *atomic.Int32, share int32) {
	l := n.lossy[n.r.IntN(len(n.lossy))]
	how(l).Store(share)
	n.some()
	n.some()
	how(l).Store(0)
}

// repeat publishes recent messages of the bus again, in another order and outside the stream.
func (n *nemesis) repeat() {
	nc, err := nats.Connect(n.bus.url())
	if err != nil {
		n.t.Error(err)
		return
	}
	defer nc.Close()
	var mu sync.Mutex
	var heard []*nats.Msg
	sub, err := nc.Subscribe(wire.AllChanges, func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, m)
	})
	if err != nil {
		n.t.Error(err)
		return
	}
	n.some()
	_ = sub.Unsubscribe()
	mu.Lock()
	defer mu.Unlock()
	n.r.Shuffle(len(heard), func(i, j int) { heard[i], heard[j] = heard[j], heard[i] })
	for _, m := range heard {
		if err := nc.Publish(m.Subject, m.Data); err != nil {
			n.t.Error(err)
		}
	}
	if err := nc.Flush(); err != nil {
		n.t.Error(err)
	}
	n.some()
}

// jump schedules a product of each tenant, and moves the clock of all gateways past its moment.
func (n *nemesis) jump() {
	conn := n.mustConnect()
	ahead := time.Duration(n.ahead.Load())
	var due []history.Write
	for _, tenant := range boot.DemoTenants {
		if len(n.dues[tenant]) == 0 {
			continue
		}
		slug := n.dues[tenant][0]
		n.dues[tenant] = n.dues[tenant][1:]
		var seq uint64
		at := time.Now().Add(ahead + 30*time.Minute).UTC().Format(time.RFC3339Nano)
		_, err := conn.Exec(n.t.Context(), fmt.Sprintf(`INSERT INTO product (tenant_id, slug, name, status, brand_id, stock,
			amount, publish_at)
			VALUES ('%[1]s', '%[2]s', 'Nemesis %[2]s', 'PUBLISHED', '%[3]s', 1, 1, '%[4]s')`, tenant, slug, n.brands[tenant],
			at))
		if err == nil {
			err = conn.QueryRow(n.t.Context(),
				"SELECT x.seq FROM change_tx x JOIN change_row r USING (xid, tenant_id) WHERE tenant_id = $1 AND r.kind = "+
					"'product' AND r.id = (SELECT id FROM product WHERE tenant_id = $1 AND slug = $2)",
				tenant, slug).Scan(&seq)
		}
		if err != nil {
			n.t.Errorf("schedule %s: %v", slug, err)
			return
		}
		due = append(due, history.Write{Tenant: tenant, Key: slug, Version: 1, By: seq})
	}
	n.some()
	ahead += time.Hour
	sent := n.hist.Now()
	n.ahead.Store(int64(ahead))
	if err := n.far.ask("/jump?to="+ahead.String(), testkit.Patience, nil); err != nil {
		n.t.Errorf("let the far gateway's clock jump: %v", err)
	}
	now := n.hist.Now()
	for _, w := range due {
		w.Sent, w.Due = sent, now
		n.hist.Wrote(w)
	}
	n.some()
}

// Writers commit and visitors read, while faults occur one after the other in an order that follows from a seed. No
// read is older than the announcements before it, none goes backwards, and none shows a value that was never written.
func TestProveNothingStaleWhateverGoesWrong(t *testing.T) {
	t.Parallel()
	seed := proving.Seed(t, 20260314)
	n := newNemesis(t, seed)
	found := n.finding(seed)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var writers, readers errgroup.Group
	var announcer sync.WaitGroup
	announcer.Go(func() { n.announce(ctx) })
	writing, endWriting := context.WithCancel(ctx)
	for i, tenant := range slices.Repeat(boot.DemoTenants, nemesisWriters) {
		part := i / len(boot.DemoTenants) * nemesisKeys
		w := &writer{n: n, r: rand.New(rand.NewPCG(seed, uint64(10+i))), tenant: tenant,
			keys: n.keys[tenant][part : part+nemesisKeys], at: map[string]uint64{}}
		writers.Go(func() error { return w.write(writing) })
	}
	reading, endReading := context.WithCancel(ctx)
	for i, d := range slices.Repeat(n.doors, 2) {
		v := &reader{n: n, r: rand.New(rand.NewPCG(seed, uint64(30+i))), d: d}
		readers.Go(func() error { return v.visit(reading) })
	}

	course := evidence.Watch(t, []string{"answers", "hits", "refused or marked as old"}, func() []int64 {
		return []int64{n.answers.Load(), n.hits.Load(), n.unsure.Load()}
	})
	for range proving.Rounds(1, 12) {
		for _, i := range n.r.Perm(len(evils)) {
			if testing.Short() && n.r.IntN(3) > 0 {
				continue
			}
			t.Log(evils[i].name)
			course.Do(evils[i].name, func() { evils[i].do(n) })
			if t.Failed() {
				break
			}
		}
	}
	endWriting()
	if err := writers.Wait(); err != nil {
		t.Error(err)
	}
	n.settle()
	endReading()
	if err := readers.Wait(); err != nil {
		t.Error(err)
	}
	cancel()
	announcer.Wait()

	writes, announced, reads := n.hist.Counts()
	t.Logf("%d commits, %d announcements, %d reads judged; %d requests were hits, %d answers said that they may be old "+
		"or were refused, %d requests had none",
		writes, announced, reads, n.hits.Load(), n.unsure.Load(), n.unanswered.Load())
	found.Course = course.Course()
	found.Count("commits", int64(writes))
	found.Count("announcements", int64(announced))
	found.Count("reads judged", int64(reads))
	found.Count("requests from the cache", n.hits.Load())
	found.Count("marked as old, or refused", n.unsure.Load())
	found.Count("without an answer", n.unanswered.Load())
	err := n.hist.Check()
	if err != nil {
		t.Errorf("VITRINE_SEED=%d: %v", seed, err)
	}
	found.Faults = history.Count(err)
	if err := n.hist.Linear(5 * time.Minute); err != nil {
		t.Errorf("VITRINE_SEED=%d: %v", seed, err)
	}
	if announced == 0 || n.hits.Load() == 0 || n.commits.Load() == 0 {
		t.Error("this proves nothing")
	}
}

// finding is what the test finds, as far as it is known when it begins.
func (n *nemesis) finding(seed uint64) *evidence.Finding {
	f := evidence.Finding{Promise: evidence.NotStale, Title: "Three gateways, whatever goes wrong", Seed: seed,
		Judge: "Each read with every announcement before it, and with every earlier read of the same gateway. Each product " +
			"is also checked as a register, by porcupine."}
	for _, e := range evils {
		f.Done = append(f.Done, e.name)
	}
	return evidence.Begin(n.t, f)
}

// settle waits until every gateway has applied every commit, and then reads every product at each of them.
func (n *nemesis) settle() {
	n.t.Helper()
	conn := n.mustConnect()
	heads := map[string]uint64{}
	for _, tenant := range boot.DemoTenants {
		var head uint64
		if err := conn.QueryRow(n.t.Context(), "SELECT n FROM tenant_seq WHERE tenant_id = $1",
			tenant).Scan(&head); err != nil {
			n.t.Fatal(err)
		}
		heads[tenant] = head
	}
	for _, d := range n.doors {
		testkit.Until(n.t, fmt.Sprintf("%s has applied everything (%s)", d.name,
			strings.Join(slices.Sorted(maps.Keys(heads)), ", ")), func() bool {
			all, err := d.applied()
			if err != nil {
				return false
			}
			for tenant, head := range heads {
				if all[tenant].Seq < head {
					return false
				}
			}
			return true
		})
	}
	for tenant, head := range heads {
		n.hist.Announce(tenant, head)
	}
	for _, d := range n.doors {
		v := &reader{n: n, r: n.r, d: d}
		for _, tenant := range boot.DemoTenants {
			for _, key := range n.keys[tenant] {
				if err := v.one(n.t.Context(), tenant, key); err != nil {
					n.t.Error(err)
				}
			}
		}
	}
}
