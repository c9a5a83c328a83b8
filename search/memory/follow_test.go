package memory

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/run"
	"vitrine/internal/testkit"
	"vitrine/search"
	"vitrine/search/rank"
)

// followWorld opens two tenants with tables in memory, and has each of them change once. Changes of w are applied only
// once the permit is returned.
func followWorld(t *testing.T, seed uint64) (w *world, e *Engine, ofW, ofV *table) {
	t.Helper()
	w = newWorld(t, seed)
	w.exec("INSERT INTO tenant (id, name) VALUES ('v', 'V')")
	w.exec("INSERT INTO product (tenant_id, slug, name, status) SELECT 'v', slug, name, status FROM product " +
		"WHERE tenant_id = 'w'")
	e, err := New(w.config())
	if err != nil {
		t.Fatal(err)
	}
	for _, tenant := range []string{"w", "v"} {
		if err := e.Build(t.Context(), tenant, "product"); err != nil {
			t.Fatal(err)
		}
	}
	ofW, ofV = e.table(slotKey{"w", "product"}, true), e.table(slotKey{"v", "product"}, true)
	ofW.permit <- struct{}{}
	w.exec("UPDATE product SET amount = 4711 WHERE id IN (SELECT min(id) FROM product GROUP BY tenant_id)")
	e.Start()
	t.Cleanup(e.Stop)
	return w, e, ofW, ofV
}

func (e *Engine) isCatchingUp(tenant string) (now, again bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.slots[slotKey{tenant, "product"}]
	return s.catching != nil, s.behind
}

// A tenant whose changes take long to apply does not hold up the tables of others.
func TestATenantWithLongChangesHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	_, e, ofW, ofV := followWorld(t, 31)
	e.Follow("w")
	testkit.Until(t, "the table of w catches up", func() bool { now, _ := e.isCatchingUp("w"); return now })
	e.Follow("v")
	testkit.Until(t, "the table of v has caught up", func() bool { return e.Stats.Followed.Load() == 1 })
	if _, behind := ofV.state(ofV.epoch, ofV.n); behind {
		t.Error("another table has caught up")
	}
	ofW.leave()
	testkit.Until(t, "the table of w has caught up", func() bool { return e.Stats.Followed.Load() == 2 })
}

// Queries that wait for a table that catches up do not have it catch up once more. A change does.
func TestQueriesThatWaitRequestNothingMore(t *testing.T) {
	t.Parallel()
	w, e, ofW, _ := followWorld(t, 32)
	e.shortWait = testkit.Patience
	e.Follow("w")
	testkit.Until(t, "the table catches up", func() bool { now, _ := e.isCatchingUp("w"); return now })
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			q := w.plain()
			var err error
			if q.Epoch, q.Seq, err = head(t.Context(), w.db.Pool, "w"); err == nil {
				_, err = e.Search(t.Context(), search.Held{}, q)
			}
			if err != nil {
				t.Errorf("a query that waits: %v", err)
			}
		})
	}
	testkit.Until(t, "a query has used the table", func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.slots[slotKey{"w", "product"}].asked
	})
	time.Sleep(100 * time.Millisecond) // for most of them to wait
	if _, again := e.isCatchingUp("w"); again {
		t.Error("a query that waits has the table catch up once more")
	}
	e.Follow("w")
	if _, again := e.isCatchingUp("w"); !again {
		t.Error("a change does not have the table catch up once more")
	}
	ofW.leave()
	all.Wait()
	testkit.Until(t, "the table is at rest", func() bool {
		now, again := e.isCatchingUp("w")
		return !now && !again
	})
	if n := e.Stats.Followed.Load(); n != 1 {
		t.Errorf("changes were applied %d times", n)
	}
}

// countedDB counts round trips of batches.
type countedDB struct {
	search.DB
	batches int
}

func (c *countedDB) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	c.batches++
	return c.DB.SendBatch(ctx, b)
}

// Few changed rows are read in the round trip that reads what changed.
func TestFewChangedRowsAreReadWithTheChanges(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 33)
	e, err := New(w.config())
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Build(t.Context(), "w", "product"); err != nil {
		t.Fatal(err)
	}
	table := e.table(slotKey{"w", "product"}, true)
	ids := "(SELECT id FROM product ORDER BY id LIMIT %d)"
	fewParts := "(SELECT id FROM product p ORDER BY " +
		"(SELECT count(*) FROM product_attribute a WHERE a.product_id = p.id) + " +
		"(SELECT count(*) FROM product_category c WHERE c.product_id = p.id) LIMIT %d)"
	for _, c := range []struct {
		sql     string
		rows    int
		batches int
	}{
		{"UPDATE product SET name = name || ' x' WHERE id IN " + ids, fewChanged, 1},
		{"UPDATE product SET name = name || ' y' WHERE id IN " + ids, fewChanged + 1, 2},
		{"DELETE FROM product_attribute WHERE id IN (SELECT id FROM product_attribute ORDER BY id LIMIT %d)", 3, 1},
		{"DELETE FROM product WHERE id IN " + fewParts, 2, 1},
	} {
		w.exec(fmt.Sprintf(c.sql, c.rows))
		epoch, n, err := head(t.Context(), w.db.Pool, "w")
		if err != nil {
			t.Fatal(err)
		}
		db := &countedDB{DB: w.db.Pool}
		if is, err := e.follow(t.Context(), db, table, asOf{"w", epoch, n}); err != nil || is != useful {
			t.Fatalf("%s: %v, %v", c.sql, is, err)
		}
		if db.batches != c.batches {
			t.Errorf("%s: %d round trips, want %d", c.sql, db.batches, c.batches)
		}
		if err := table.wrongWords(t.Context(), w.db.Pool); err != nil {
			t.Errorf("%s: %v", c.sql, err)
		}
	}
}

// A table that a panic leaves half changed is used no longer, and nothing waits for its lock. A search that ends in a
// panic leaves nothing behind for the next one.
func TestAPanicLeavesNoTableLocked(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 34)
	e, err := New(w.config())
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Build(t.Context(), "w", "product"); err != nil {
		t.Fatal(err)
	}
	key := slotKey{"w", "product"}
	table := e.table(key, true)
	panics := func(name string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s: no panic", name)
			}
		}()
		f()
	}
	e.idle = []*rank.Scratch{{}}
	q := w.plain()
	q.Text = "red"
	p, ok := e.kinds["product"].parse(&q)
	if !ok {
		t.Fatal("the query is not parsed")
	}
	names := table.beside[0].names
	table.beside[0].names = nil
	panics("a search", func() { e.ask(table, p, table.n) })
	table.beside[0].names = names
	if len(e.idle) != 0 {
		t.Error("the next search gets the scratch of one that ended in a panic")
	}
	panics("a change", func() { table.change(&delta{rows: []update{{}}}, table.n+1, edits{}) })
	if is, _ := table.state(table.epoch, table.n); is != useless {
		t.Errorf("a table that is half changed is in state %d", is)
	}
	if res, err := e.Search(t.Context(), w.db.Pool, w.plain()); err != nil || res.Engine == "memory" {
		t.Errorf("%q answers: %v", res.Engine, err)
	}
	if e.table(key, true) != nil {
		t.Error("the table is kept")
	}
}

// One tenant's tables that take long leave room for those of others.
func TestATenantHasSomeFollowers(t *testing.T) {
	t.Parallel()
	_, e, _, _ := followWorld(t, 35)
	e.mu.Lock()
	e.following["w"] = followersEach
	e.mu.Unlock()
	e.Follow("w")
	e.Follow("v")
	testkit.Until(t, "the table of v has caught up", func() bool { return e.Stats.Followed.Load() == 1 })
	if now, again := e.isCatchingUp("w"); now || !again {
		t.Errorf("a third table of w catches up: %t, or waits: %t", now, again)
	}
}

// A panic while a table catches up, in the background or in a query, ends neither the process nor later searches: the
// table is built again. A panic while one is built is an error.
func TestAPanicInTheBackgroundIsAnError(t *testing.T) {
	t.Parallel()
	w, e, ofW, _ := followWorld(t, 36)
	key := slotKey{"w", "product"}
	broken := ofW
	for _, catchUp := range []func(){
		func() {
			broken.leave()
			e.Follow("w")
		},
		func() {
			broken.leave()
			if run.Safely(func() error { _, err := e.Search(t.Context(), w.db.Pool, w.plain()); return err }) == nil {
				t.Error("a query is answered without a change")
			}
		},
	} {
		broken.kind = nil
		catchUp()
		testkit.Until(t, "the table is abandoned", func() bool {
			is, _ := broken.state(broken.epoch, 0)
			return is == useless
		})
		testkit.Until(t, "another table answers", func() bool {
			q := w.plain()
			q.Text = "red" // a list of so few rows is built for a text alone
			res, err := e.Search(t.Context(), w.db.Pool, q)
			if err != nil {
				t.Errorf("a later search: %v", err)
			}
			return res.Engine == "memory"
		})
		broken = e.table(key, true)
		broken.permit <- struct{}{}
		w.exec("UPDATE product SET amount = 4712 WHERE id IN (SELECT min(id) FROM product GROUP BY tenant_id)")
	}
	broken.leave()

	e.Stop()
	e.kinds["broken"] = nil
	if err := e.build(t.Context(), slotKey{"w", "broken"}, 0); !run.Panicked(err) {
		t.Errorf("a build that panics: %v", err)
	}
}
