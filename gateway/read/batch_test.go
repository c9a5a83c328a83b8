package read

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/catalog"
	"vitrine/internal/clock"
	"vitrine/internal/demo/seed"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

// seeded is a reader over the demo tenants.
func seeded(t *testing.T) *Reader {
	t.Helper()
	db := schematest.Open(t)
	if _, err := seed.Run(t.Context(), db.Pool, seed.Options{Products: 200}); err != nil {
		t.Fatal(err)
	}
	r := &Reader{cfg: Config{Pool: db.Pool, Records: db.Pool, Timeout: time.Minute, MaxReads: 3}}
	r.batch.max = 2
	r.clock = clock.New(nil, nil)
	return r
}

// keysOf are some values of a column of a tenant'r records.
func keysOf(t *testing.T, r *Reader, res *catalog.Resource, column, tenant string) (keys []string) {
	t.Helper()
	rows, err := r.cfg.Pool.Query(t.Context(),
		"SELECT "+column+" FROM "+res.Name+" WHERE tenant_id = $1 ORDER BY id LIMIT 5", tenant)
	if err != nil {
		t.Fatal(err)
	}
	if keys, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		t.Fatal(err)
	}
	return keys
}

// requests are for some of a view'r records of both demo tenants, and for records that do not exist.
func requests(t *testing.T, r *Reader, v *catalog.View, by catalog.By) (all []*recordRequest) {
	t.Helper()
	column := "slug"
	if by == catalog.ByID {
		column = "id"
	}
	demo, atelier := keysOf(t, r, v.Plan().Resource, column, "demo"), keysOf(t, r, v.Plan().Resource, column, "atelier")
	add := func(tenant string, keys ...string) {
		all = append(all, &recordRequest{view: v, by: by, tenant: tenant, keys: keys, done: make(chan struct{})})
	}
	add("demo", "no such record")
	for i := range demo {
		add("demo", demo[i])
		if i < len(atelier) {
			add("atelier", atelier[i])
			add("demo", atelier[i]) // of the other tenant, unless both have the slug
		}
	}
	if by == catalog.ByID && len(demo) > 2 {
		add("demo", demo[2], demo[0], "nothing", demo[1])
	}
	add("nobody", demo...)
	if len(demo) > 1 && by == catalog.ByPath {
		all[len(all)-1].keys = demo[:1]
	}
	return slices.DeleteFunc(all, func(w *recordRequest) bool { return w.alone() })
}

// Requests that are read together receive exactly what each would receive alone: records of their own tenant only.
func TestRecordsReadTogetherEqualRecordsReadAlone(t *testing.T) {
	t.Parallel()
	r := seeded(t)
	views, found := 0, 0
	check := func(v *catalog.View, by catalog.By) {
		all := requests(t, r, v, by)
		now := time.Now().Truncate(time.Microsecond)
		if err := r.readTogether(t.Context(), all, now); err != nil {
			t.Errorf("%s, by %d: %v", v.Path, by, err)
			return
		}
		views++
		for _, w := range all {
			want, err := r.readAlone(t.Context(), w, now)
			if err != nil {
				t.Fatal(err)
			}
			byKey := func(a, b catalog.Record) int { return strings.Compare(a.ID, b.ID) }
			slices.SortFunc(want.Records, byKey)
			slices.SortFunc(w.got.Records, byKey)
			if !reflect.DeepEqual(w.got, want) {
				t.Errorf("%s, by %d, %s of %s:\ntogether %+v\nalone    %+v", v.Path, by, w.keys, w.tenant, w.got, want)
			}
			found += len(want.Records)
			if w.tenant == "nobody" && w.got.Known {
				t.Errorf("%s: a tenant that does not exist is known", v.Path)
			}
		}
	}
	for _, res := range catalog.All {
		for i := range res.Views {
			v := &res.Views[i]
			if v.Special == "" && v.Shape == catalog.One && len(v.Plan().Params) == 1 {
				check(v, catalog.ByPath)
			}
			if v.Special == "" && v.Shape != catalog.One {
				check(v, catalog.ByID)
			}
		}
	}
	if views < 30 || found < 10*views/2 {
		t.Errorf("only %d views were compared, with %d records", views, found)
	}
}

// Requests that wait for a permit are read together: only requests for the same view, and no more than a batch. An
// error of one request is not the error of the others.
func TestWaitingRequestsAreReadTogether(t *testing.T) {
	t.Parallel()
	r := seeded(t)
	product, brand := catalog.BySlug("product"), catalog.BySlug("brand")
	slugs := map[*catalog.View][]string{product: keysOf(t, r, &catalog.Product, "slug", "demo"),
		brand: keysOf(t, r, &catalog.Brand, "slug", "demo")}
	r.batch.max, r.batch.taken, r.batch.byView = 1, 1, map[*catalog.View]int{product: 1} // the only permit is taken
	var wg sync.WaitGroup
	ask := func(v *catalog.View, key string, fails bool) {
		wg.Go(func() {
			rq := &recordRequest{view: v, tenant: "demo", keys: []string{key}}
			err := r.request(t.Context(), rq)
			recs := rq.got.Records
			switch {
			case fails != (err != nil):
				t.Errorf("%q: %v", key, err)
			case err == nil && (len(recs) != 1 || !strings.Contains(string(recs[0].JSON), `"slug":"`+key+`"`) ||
				rq.at().Seq == 0):
				t.Errorf("%q: %d records, read %+v", key, len(recs), rq.at())
			}
		})
	}
	const rounds = 8
	for range rounds {
		for v, keys := range slugs {
			for _, key := range keys {
				ask(v, key, false)
			}
		}
	}
	ask(product, "no text of Postgres: \x00", true)
	gone, leave := context.WithCancel(t.Context())
	wg.Go(func() {
		if err := r.request(gone, &recordRequest{view: product, tenant: "demo", keys: slugs[product][:1]}); err == nil {
			t.Error("a cancelled request was answered")
		}
	})
	waiting := func() int { r.batch.mu.Lock(); defer r.batch.mu.Unlock(); return len(r.batch.waiting) }
	all := rounds*(len(slugs[product])+len(slugs[brand])) + 2
	for waiting() < all {
		time.Sleep(time.Millisecond)
	}
	leave()
	for waiting() > all-1 {
		time.Sleep(time.Millisecond)
	}
	for batch := r.batch.next(product); batch != nil; batch = r.batch.next(batch[0].view) {
		if len(batch) > maxBatch || slices.ContainsFunc(batch,
			func(w *recordRequest) bool { return w.view != batch[0].view }) {
			t.Errorf("a batch of %d", len(batch))
		}
		r.readBatch(batch)
	}
	wg.Wait()
	if n := r.Stats.Batched.Load(); n < uint64(all)/2 {
		t.Errorf("%d of %d were read together", n, all)
	}
	ask(product, slugs[product][0], false)
	wg.Wait()
	for free := func() bool { r.batch.mu.Lock(); defer r.batch.mu.Unlock(); return r.batch.taken == 0 }; !free(); {
		time.Sleep(time.Millisecond) // the reading goroutine is about to release the permit
	}
}

// One statement runs at a time, unless a whole batch waits or a statement is slow. There are never more than permits.
func TestMorePermitsAreGivenOnlyWhenOneIsNotEnough(t *testing.T) {
	t.Parallel()
	b := batcher{max: 3}
	v := catalog.BySlug("product")
	joined := func(n int) (batches [][]*recordRequest) {
		for range n {
			if batch := b.join(&recordRequest{view: v, keys: []string{"a"}}); batch != nil {
				batches = append(batches, batch)
			}
		}
		return batches
	}
	if got := joined(1); len(got) != 1 || len(got[0]) != 1 {
		t.Fatalf("the first request waits: %v", got)
	}
	if got := joined(maxBatch - 1); len(got) != 0 {
		t.Fatalf("a second statement for %d waiting requests", maxBatch-1)
	}
	if got := joined(1); len(got) != 1 || len(got[0]) != maxBatch {
		t.Fatalf("a whole batch waits, and received %d permits", len(got))
	}
	if got := joined(1); len(got) != 0 {
		t.Fatal("a third statement for one waiting request")
	}
	if got := b.slowDown(); got != nil {
		t.Fatal("one of two statements is slow, and a third was started")
	}
	if got := b.slowDown(); got != nil {
		t.Fatal("the last permit went to a view that has two")
	}
	other := &recordRequest{view: catalog.BySlug("brand"), keys: []string{"a"}}
	if got := b.join(other); len(got) != 1 || got[0] != other {
		t.Fatalf("both are slow, and the request for another view received %v", got)
	}
	if len(joined(3*maxBatch)) != 0 {
		t.Fatal("more statements than permits")
	}
	b.recover()
	if got := b.next(v); got != nil {
		t.Fatal("the last permit went to a view that has one")
	}
	b.recover()
	if got := b.next(v); len(got) != maxBatch {
		t.Fatalf("a permit continues with a batch of %d", len(got))
	}
}

// A statement that is stuck does not delay other views.
func TestAStuckStatementDoesNotDelayOtherViews(t *testing.T) {
	t.Parallel()
	r := seeded(t)
	page, product := catalog.BySlug("page"), catalog.BySlug("product")
	slug := map[*catalog.View]string{page: keysOf(t, r, &catalog.WebPage, "slug", "demo")[0],
		product: keysOf(t, r, &catalog.Product, "slug", "demo")[0]}
	tx, err := r.cfg.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "LOCK TABLE page IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	ask := func(v *catalog.View) {
		if err := r.request(t.Context(), &recordRequest{view: v, tenant: "demo", keys: []string{slug[v]}}); err != nil {
			t.Error(err)
		}
	}
	for range 20 { // more than there are permits
		wg.Go(func() { ask(page) })
	}
	for stuck := func() bool { r.batch.mu.Lock(); defer r.batch.mu.Unlock(); return r.batch.slow == 1 }; !stuck(); {
		time.Sleep(time.Millisecond)
	}
	for range 3 {
		ask(product)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
}

// After Prepare, each connection has the statements that read single records and those of lists.
func TestConnectionsArePreparedBeforeTheyAreNeeded(t *testing.T) {
	t.Parallel()
	r := seeded(t)
	if err := r.Prepare(t.Context(), slices.Collect(catalog.Views())); err != nil {
		t.Fatal(err)
	}
	var conns []*pgxpool.Conn
	for range r.cfg.MaxReads {
		conn, err := r.cfg.Records.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
		conns = append(conns, conn)
	}
	product := catalog.BySlug("product")
	for i, conn := range conns {
		for _, sql := range []string{product.Headed(catalog.ByPath), product.HeadedEach(catalog.ByPath),
			catalog.Product.Views[0].Headed(catalog.ByID), catalog.Product.Views[0].HeadedEach(catalog.ByID)} {
			var prepared bool
			if err := conn.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_prepared_statements WHERE statement = $1)",
				sql).Scan(&prepared); err != nil || !prepared {
				t.Errorf("connection %d lacks %.60s, %v", i, sql, err)
			}
		}
	}
}

// A panic while records are read is the error of their requests, each alone, and the permit is given back.
func TestAPanicInABatchIsTheErrorOfItsRequests(t *testing.T) {
	t.Parallel()
	view := catalog.BySlug("product")
	r := &Reader{cfg: Config{Timeout: time.Minute}, clock: clock.New(nil, nil)} // without a pool
	r.batch.max, r.batch.taken, r.batch.byView = 1, 1, map[*catalog.View]int{view: 1}
	all := make([]*recordRequest, 3)
	for i := range all {
		all[i] = &recordRequest{view: view, tenant: "demo", keys: []string{"a"}, done: make(chan struct{})}
		if batch := r.batch.join(all[i]); batch != nil {
			t.Fatal("a request gets a permit that is taken")
		}
	}
	r.readOn(r.batch.next(view))
	for _, rq := range all {
		if <-rq.done; rq.err == nil || !strings.Contains(rq.err.Error(), "panic: ") || !rq.single {
			t.Errorf("got %v, alone: %t", rq.err, rq.single)
		}
	}
	testkit.Until(t, "all permits are given back", func() bool {
		r.batch.mu.Lock()
		defer r.batch.mu.Unlock()
		return r.batch.taken == 0 && len(r.batch.waiting) == 0 && r.batch.slow == 0
	})
}
