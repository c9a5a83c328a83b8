package index_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"vitrine/ingest/index"
	"vitrine/internal/wire"
	"vitrine/search"
)

// A late engine is written to only after every gateway has applied what the documents show.
type late struct {
	*engine
	w world

	mu      sync.Mutex
	applied map[string]uint64 // by tenant
	refuse  int               // so many times, gateways have not applied something in time
	writes  map[string]int    // by what was called
	fault   string            // of the index of products
	stuck   string            // the tenant whose changes a gateway does not apply
}

var _ interface {
	index.Keeper
	index.Sweeper
} = (*late)(nil)

// awaits is Config.Applied.
func (x *late) awaits(ctx context.Context, heads []wire.Head) (behind []wire.Head) {
	x.mu.Lock()
	if x.refuse > 0 {
		x.refuse--
		x.mu.Unlock()
		return heads
	}
	for _, h := range heads {
		if h.Tenant == x.stuck {
			behind = append(behind, h)
		} else {
			x.applied[h.Tenant] = max(x.applied[h.Tenant], h.Seq)
		}
	}
	x.mu.Unlock()
	if behind != nil {
		<-ctx.Done()
	}
	return behind
}

// check is called before a write. Nothing is edited meanwhile, so that a snapshot shows the head.
func (x *late) check(what, tenant string) {
	x.w.T.Helper()
	var head uint64 // 0: the tenant was deleted
	if err := x.w.Pool.QueryRow(context.WithoutCancel(x.w.T.Context()),
		"SELECT coalesce(max(n), 0) FROM tenant_seq WHERE tenant_id = $1", tenant).Scan(&head); err != nil {
		x.w.T.Error(err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.writes[what]++
	if x.applied[tenant] < head {
		x.w.T.Errorf("%s: documents of change %d of %s are sent while gateways may have applied %d", what, head, tenant,
			x.applied[tenant])
	}
}

func (x *late) Index(ctx context.Context, kind string, docs []search.Doc, gone []search.Ref) error {
	for _, d := range docs {
		x.check("index", d.Tenant)
	}
	for _, r := range gone {
		x.check("delete", r.Tenant)
	}
	return x.engine.Index(ctx, kind, docs, gone)
}

func (x *late) Sweep(ctx context.Context, kind, tenant string, first, last uint64) error {
	x.check("sweep", tenant)
	return x.engine.Sweep(ctx, kind, tenant, first, last)
}

func (x *late) Fault(_ context.Context, kind string) (fault string, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if kind == "product" {
		fault, x.fault = x.fault, ""
	}
	return fault, nil
}

func (x *late) Documents(_ context.Context, kind string) (int64, error) {
	x.engine.mu.Lock()
	defer x.engine.mu.Unlock()
	return int64(len(x.docs[kind])), nil
}

func (x *late) Beside(ctx context.Context, _ string,
	fill func(put func(context.Context, []search.Doc, []search.Ref) error) error, ready func(context.Context) error,
) error {
	tenants := map[string]bool{}
	if err := fill(func(_ context.Context, docs []search.Doc, _ []search.Ref) error {
		for _, d := range docs {
			tenants[d.Tenant] = true
		}
		return nil
	}); err != nil {
		return err
	}
	x.mu.Lock()
	clear(x.applied)
	x.mu.Unlock()
	if err := ready(ctx); err != nil {
		return err
	}
	for tenant := range tenants {
		x.check("swap", tenant)
	}
	return nil
}

// follow runs an indexer until the test ends, or until stop is called.
func (w world) follow(engine search.Engine, applied func(context.Context, []wire.Head) []wire.Head) (
	indexer *index.Indexer, stop func(),
) {
	indexer = index.New(index.Config{Pool: w.Pool, NATS: w.Bus.Connect(), Engine: engine, Log: slog.New(w.Log),
		Documents: index.CatalogDocuments(), Applied: applied, Stats: new(index.Stats), Batch: time.Millisecond,
		VerifyEach: time.Hour})
	var running sync.WaitGroup
	ctx, cancel := context.WithCancel(w.T.Context())
	running.Go(func() { indexer.Run(ctx) })
	running.Go(func() { indexer.Keep(ctx) })
	stop = func() {
		cancel()
		running.Wait()
	}
	w.T.Cleanup(stop)
	return indexer, stop
}

func newLate(t *testing.T) *late {
	return &late{engine: newEngine(), w: newWorld(t), applied: map[string]uint64{}, writes: map[string]int{}}
}

// Whatever is written to an index, every gateway has applied it before.
func TestNothingIsIndexedBeforeGatewaysHaveAppliedIt(t *testing.T) {
	t.Parallel()
	x := newLate(t)
	x.refuse = 2
	w := x.w
	w.Tenant("acme")
	w.Product("acme", "first")
	indexer, _ := w.follow(x, x.awaits)
	indexed := func(want ...string) {
		t.Helper()
		indexer.Note("acme")
		w.wantNames(x.engine, "after an edit", "product", "acme", want...)
	}
	indexed("first")
	w.Product("acme", "second")
	indexed("first", "second")
	x.mu.Lock()
	x.refuse = 2
	x.mu.Unlock()
	w.Exec("UPDATE product SET status = 'DRAFT' WHERE slug = 'first'")
	indexed("second")
	if err := index.Reindex(t.Context(), w.Pool, "memory", "acme"); err != nil {
		t.Fatal(err)
	}
	w.Exec("DELETE FROM product WHERE slug = 'second'")
	indexed()
	w.Product("acme", "third")
	indexed("third")
	x.mu.Lock()
	x.fault = "other settings"
	x.mu.Unlock()
	w.Eventually("a new index is swapped in", func() bool {
		x.mu.Lock()
		defer x.mu.Unlock()
		return x.writes["swap"] > 0
	})
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, what := range []string{"index", "delete", "sweep", "swap"} {
		if x.writes[what] == 0 {
			t.Errorf("no %s", what)
		}
	}
}

// A tenant whose changes a gateway does not apply delays no other, and is indexed once they are applied.
func TestATenantThatAGatewayDoesNotApplyDelaysNoOther(t *testing.T) {
	t.Parallel()
	x := newLate(t)
	w := x.w
	for _, tenant := range []string{"acme", "zeta"} {
		w.Tenant(tenant)
		w.Product(tenant, "first")
	}
	indexer, _ := w.follow(x, x.awaits)
	for _, tenant := range []string{"acme", "zeta"} {
		w.wantNames(x.engine, "at first", "product", tenant, "first")
	}
	stick := func(tenant string) {
		x.mu.Lock()
		x.stuck = tenant
		x.mu.Unlock()
	}
	stick("zeta")
	for n, tenant := range []string{"zeta", "acme", "acme", "acme"} {
		w.Product(tenant, fmt.Sprint("more", n))
		indexer.Note(tenant)
	}
	began := time.Now()
	w.wantNames(x.engine, "another tenant", "product", "acme", "first", "more1", "more2", "more3")
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("another tenant was indexed after %v", took)
	}
	if got := x.names("product", "zeta"); len(got) != 1 {
		t.Errorf("%q are indexed before a gateway has applied them", got)
	}
	stick("")
	w.wantNames(x.engine, "once it is applied", "product", "zeta", "first", "more0")
}

// An edited engine calls a function once, after it has indexed products.
type edited struct {
	*engine
	edit func()
}

func (x *edited) Index(ctx context.Context, kind string, docs []search.Doc, gone []search.Ref) error {
	err := x.engine.Index(ctx, kind, docs, gone)
	if edit := x.edit; kind == "product" && edit != nil {
		x.edit = nil
		edit()
	}
	return err
}

// A standby that lacks the last commits is promoted. What only they had leaves the index, even if later changes have
// the same numbers.
func TestDocumentsOfAnEpochThatEndedAreSwept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Tenant("acme")
	w.Product("acme", "first")
	ghost := w.Product("acme", "ghost")
	x := &edited{engine: newEngine()}
	all := func(context.Context, []wire.Head) []wire.Head { return nil }
	_, stop := w.follow(x, all)
	w.wantNames(x.engine, "at first", "product", "acme", "first", "ghost")
	stop()
	w.Exec("DELETE FROM product WHERE id = $1", ghost)
	w.Exec("UPDATE tenant_seq SET n = n - 2 WHERE tenant_id = 'acme'")
	w.Exec("SELECT new_epoch()")
	x.edit = func() {
		for i := range 4 {
			w.Product("acme", fmt.Sprint("later", i))
		}
	}
	w.follow(x, all)
	w.wantNames(x.engine, "in the next epoch", "product", "acme", "first", "later0", "later1", "later2", "later3")
}
