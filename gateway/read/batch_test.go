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

	"vitrine/internal/catalog"
	"vitrine/internal/clock"
	"vitrine/internal/demo/seed"
	"vitrine/internal/schema/schematest"
)

// seeded is a server, without a bus, over the demo tenants.
func seeded(t *testing.T) *Reader {
	t.Helper()
	db := schematest.Open(t)
	if _, err := seed.Run(t.Context(), db.Pool, seed.Options{Products: 200}); err != nil {
		t.Fatal(err)
	}
	s := &Reader{cfg: Config{Pool: db.Pool, Records: db.Pool, Timeout: time.Minute}}
	s.batch.max = 2
	s.clock = clock.New(nil, nil)
	return s
}

// keysOf are some values of a column of a tenant's records.
func keysOf(t *testing.T, s *Reader, res *catalog.Resource, column, tenant string) (keys []string) {
	t.Helper()
	rows, err := s.cfg.Pool.Query(t.Context(), "SELECT "+column+" FROM "+res.Name+" WHERE tenant_id = $1 ORDER BY id LIMIT 5", tenant)
	if err != nil {
		t.Fatal(err)
	}
	if keys, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		t.Fatal(err)
	}
	return keys
}

// wants are some of a view's records, of both demo tenants mixed, and what is not there.
func wants(t *testing.T, s *Reader, v *catalog.View, by catalog.By) (all []*recordRequest) {
	t.Helper()
	column := "slug"
	if by == catalog.ByID {
		column = "id"
	}
	demo, atelier := keysOf(t, s, v.Plan().Resource, column, "demo"), keysOf(t, s, v.Plan().Resource, column, "atelier")
	add := func(tenant string, keys ...string) {
		all = append(all, &recordRequest{view: v, by: by, tenant: tenant, keys: keys, done: make(chan struct{})})
	}
	add("demo", "nothing of the kind")
	for i := range demo {
		add("demo", demo[i])
		if i < len(atelier) {
			add("atelier", atelier[i])
			add("demo", atelier[i]) // another's, unless it has the same slug
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

// What is read for several is to the last bit what each would have read by himself: of his tenant, and nothing of anybody else's.
func TestRecordsThatAreReadTogetherAreWhatEachIsAlone(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	views, found := 0, 0
	check := func(v *catalog.View, by catalog.By) {
		all := wants(t, s, v, by)
		now := time.Now().Truncate(time.Microsecond)
		if err := s.readTogether(t.Context(), all, now); err != nil {
			t.Errorf("%s, by %d: %v", v.Path, by, err)
			return
		}
		views++
		for _, w := range all {
			want, err := s.readAlone(t.Context(), w, now)
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
				t.Errorf("%s: a tenant that is not there is known", v.Path)
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
		t.Errorf("%d views were compared, %d records in them: this said little", views, found)
	}
}

// Who comes while every turn is taken is read with others who wait: only for the same view, only as many as may be, and whatever is wrong with one is no
// trouble of the others.
func TestWhoWaitsForATurnIsReadWithOthers(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	product, brand := catalog.BySlug("product"), catalog.BySlug("brand")
	slugs := map[*catalog.View][]string{product: keysOf(t, s, &catalog.Product, "slug", "demo"), brand: keysOf(t, s, &catalog.Brand, "slug", "demo")}
	s.batch.max, s.batch.taken, s.batch.byView = 1, 1, map[*catalog.View]int{product: 1} // the only turn is
	var wg sync.WaitGroup
	ask := func(v *catalog.View, key string, fails bool) {
		wg.Go(func() {
			rq := &recordRequest{view: v, tenant: "demo", keys: []string{key}}
			err := s.request(t.Context(), rq)
			recs := rq.got.Records
			switch {
			case fails != (err != nil):
				t.Errorf("%q: %v", key, err)
			case err == nil && (len(recs) != 1 || !strings.Contains(string(recs[0].JSON), `"slug":"`+key+`"`) || rq.at().Seq == 0):
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
		if err := s.request(gone, &recordRequest{view: product, tenant: "demo", keys: slugs[product][:1]}); err == nil {
			t.Error("who went away was answered")
		}
	})
	waiting := func() int { s.batch.mu.Lock(); defer s.batch.mu.Unlock(); return len(s.batch.waiting) }
	all := rounds*(len(slugs[product])+len(slugs[brand])) + 2
	for waiting() < all {
		time.Sleep(time.Millisecond)
	}
	leave()
	for waiting() > all-1 {
		time.Sleep(time.Millisecond)
	}
	for batch := s.batch.next(product); batch != nil; batch = s.batch.next(batch[0].view) {
		if len(batch) > maxBatch || slices.ContainsFunc(batch, func(w *recordRequest) bool { return w.view != batch[0].view }) {
			t.Errorf("a batch of %d", len(batch))
		}
		s.readBatch(batch)
	}
	wg.Wait()
	if n := s.Stats.Batched.Load(); n < uint64(all)/2 {
		t.Errorf("%d of %d were read together", n, all)
	}
	ask(product, slugs[product][0], false)
	wg.Wait()
	for free := func() bool { s.batch.mu.Lock(); defer s.batch.mu.Unlock(); return s.batch.taken == 0 }; !free(); {
		time.Sleep(time.Millisecond) // whoever read has answered, and is about to give the turn back
	}
}

// One statement at a time, unless a whole batch waits or a statement is stuck; and never more than may be.
func TestThereAreMoreTurnsOnlyWhereOneIsNotEnough(t *testing.T) {
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
		t.Fatalf("the first has to wait: %v", got)
	}
	if got := joined(maxBatch - 1); len(got) != 0 {
		t.Fatalf("a second statement for %d who wait", maxBatch-1)
	}
	if got := joined(1); len(got) != 1 || len(got[0]) != maxBatch {
		t.Fatalf("a whole batch waits, and got %d turns", len(got))
	}
	if got := joined(1); len(got) != 0 {
		t.Fatal("a third statement for one who waits")
	}
	if got := b.slowDown(); got != nil {
		t.Fatal("one of two statements takes long: a third was begun")
	}
	if got := b.slowDown(); got != nil {
		t.Fatal("the last turn went to a view that has two")
	}
	other := &recordRequest{view: catalog.BySlug("brand"), keys: []string{"a"}}
	if got := b.join(other); len(got) != 1 || got[0] != other {
		t.Fatalf("both take long, and who waits for another view got %v", got)
	}
	if len(joined(3*maxBatch)) != 0 {
		t.Fatal("more turns than may be")
	}
	b.recover()
	if got := b.next(v); got != nil {
		t.Fatal("the last turn went to a view that has one")
	}
	b.recover()
	if got := b.next(v); len(got) != maxBatch {
		t.Fatalf("a turn goes on with %d", len(got))
	}
}

// A statement that is stuck holds up nobody else.
func TestAStuckStatementHoldsUpNobodyElse(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	page, product := catalog.BySlug("page"), catalog.BySlug("product")
	slug := map[*catalog.View]string{page: keysOf(t, s, &catalog.WebPage, "slug", "demo")[0], product: keysOf(t, s, &catalog.Product, "slug", "demo")[0]}
	tx, err := s.cfg.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "LOCK TABLE page IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	ask := func(v *catalog.View) {
		if err := s.request(t.Context(), &recordRequest{view: v, tenant: "demo", keys: []string{slug[v]}}); err != nil {
			t.Error(err)
		}
	}
	for range 20 { // more than there are turns
		wg.Go(func() { ask(page) })
	}
	for stuck := func() bool { s.batch.mu.Lock(); defer s.batch.mu.Unlock(); return s.batch.slow == 1 }; !stuck(); {
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
