package memory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/filter"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
	"vitrine/search"
	"vitrine/search/pg"
)

// A table that took random changes, of few rows and of many at once, holds what a table holds that is built anew.
func TestPropertyAChangedTableIsLikeANewOne(t *testing.T) {
	t.Parallel()
	seed, rounds := proving.Seed(t, 31), 60
	if proving.Long() {
		rounds = 600
	}
	w := newWorld(t, seed)
	e := newEager(t)
	var table *table
	few, many, used := 0, 0, 0
	for round := range rounds {
		if w.r.IntN(2) == 0 {
			w.editMany()
		}
		for range 1 + w.r.IntN(20) {
			w.edit()
		}
		err := pgx.BeginTxFunc(t.Context(), w.db.Pool, snapshot, func(tx pgx.Tx) error {
			anew, err := load(t.Context(), tx, e.kinds["product"], "w", true)
			if err != nil {
				return err
			}
			if table == nil {
				table = anew
				return nil
			}
			ids := slices.Clone(table.ids)
			table.put = -1 << 20 // the table is not measured
			is, err := e.follow(t.Context(), tx, table, asOf{"w", anew.epoch, anew.n})
			if err != nil || is != useful {
				return fmt.Errorf("state %d: %w", is, err)
			}
			switch changed := table.put + 1<<20; {
			case changed >= 2*onePass: // some of them are hidden
				many++
			case changed > 0 && changed < onePass:
				few++
			}
			for n, id := range ids {
				if id != "" && table.ids[n] != "" && table.ids[n] != id {
					used++
				}
			}
			if diff := cmp.Diff(contents(anew), contents(table), cmpopts.EquateEmpty()); diff != "" {
				return fmt.Errorf("(-new +changed):\n%s", diff)
			}
			return table.wrongWords(t.Context(), tx)
		})
		if err != nil {
			t.Fatalf("seed %d, round %d: %v", seed, round, err)
		}
	}
	t.Logf("seed %d: few rows changed %d times, many %d times; %d numbers were used again", seed, few, many, used)
	if few < rounds/6 || many < rounds/6 || used < rounds {
		t.Error("too few changes of a size")
	}
}

// contents returns what a table holds, without the numbers of its rows and codes.
func contents(t *table) map[string][]string {
	all := map[string][]string{}
	add := func(key string, values ...any) { all[key] = append(all[key], fmt.Sprintln(values...)) }
	rows := func(key string, rows []uint32) {
		if !slices.IsSorted(rows) {
			add(key, "the rows are not sorted")
		}
		for _, n := range rows {
			add(key, t.ids[n])
		}
	}
	for id, n := range t.at {
		add("row "+id, t.ids[n], t.live.has(n), t.timed.has(n), t.since[n], t.until[n])
		for i := range t.numbers {
			add("row "+id, t.numbers[i][n])
		}
		for i := range t.names {
			add("row "+id, t.names[i][n])
		}
		for i := range t.codes {
			if c := t.codes[i].of[n]; c != noCode {
				add("row "+id, i, t.codes[i].values[c])
			}
		}
		for _, c := range t.links[n] {
			add("links "+id, t.tree.values[c])
		}
		for _, c := range t.pairs[n] {
			add("pairs "+id, t.known.all[c])
		}
	}
	valued := func(key string, c *codes) {
		for n, value := range c.values {
			rows(key+value, c.rows[n])
			if set := c.setOf(int32(n), len(t.ids)); set != nil { // from before an edit, for the next time
				var members []uint32
				set.each(func(n uint32) { members = append(members, n) })
				if !slices.Equal(members, c.rows[n]) {
					add(key+value, "the set differs from the list")
				}
			}
		}
	}
	for i := range t.codes {
		valued(fmt.Sprintf("code %d ", i), &t.codes[i])
	}
	valued("node ", &t.tree.codes)
	for c, p := range t.known.all {
		rows(fmt.Sprint("pair ", p), t.known.rows[c])
	}
	if t.index != nil {
		t.index.Terms(func(word string, _ uint64) {
			t.index.Each(word, false, func(n uint32, plain, head uint16) { add("word "+word, t.ids[n], plain, head) })
		})
	}
	for key := range all {
		slices.Sort(all[key])
	}
	for key, o := range t.orders {
		for _, n := range o.rows {
			add(fmt.Sprint("order ", key), t.ids[n])
		}
	}
	add("rows", len(t.at), t.live.count())
	return all
}

// wrongWords reports a row that is not in the index with its words.
func (t *table) wrongWords(ctx context.Context, db search.DB) error {
	var wrong []string
	err := t.kind.read(ctx, db, readOf{tenant: "w", manner: t.manner}, func(r *row) {
		if n, known := t.at[r.id]; !known || !t.index.Has(n, r.text) {
			wrong = append(wrong, r.id)
		}
	})
	if err == nil && len(wrong) > 0 {
		err = fmt.Errorf("the words are wrong of %s", strings.Join(wrong, " "))
	}
	return err
}

// The changes of 2,500 prices are applied to a large table. The table is dropped if as many names, brands, attributes
// or names of brands have changed, because that takes longer than a build.
func TestManyPricesLeaveATable(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 21)
	const rows = 2500
	w.exec(fmt.Sprintf("INSERT INTO product (tenant_id, slug, name, status) SELECT 'w', 'p' || n, 'Lamp ' || n, "+
		"'PUBLISHED' FROM generate_series(1, %d) n", rows))
	e := newEager(t)
	q := w.plain()
	q.Order, q.Sorted = filter.Order{filter.Asc("p.amount"), filter.Asc("p.id")}, true
	q.Order[0].Nulls = filter.NullsLast
	ask := func() search.Result {
		t.Helper()
		got, err := e.Search(t.Context(), w.db.Pool, q)
		want, wrong := pg.New().Search(t.Context(), w.db.Pool, q)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), notEngine); err != nil || wrong != nil || diff != "" {
			t.Fatalf("%v, %v (-Postgres +memory):\n%s", err, wrong, diff)
		}
		return got
	}
	w.exec(fmt.Sprintf("INSERT INTO brand (tenant_id, slug, name, status) SELECT 'w', 'maker-' || n, 'Maker ' || n, "+
		"'PUBLISHED' FROM generate_series(1, %d) n", rows))
	open := func() *table {
		t.Helper()
		ask()
		table := e.slots[slotKey{"w", "product"}].table
		var unused []uint32
		for len(table.ids) < 66_778 { // as if the tenant had as many rows
			unused = append(unused, table.newRow())
		}
		table.free = unused
		table.built = table.size()
		return table
	}
	open()
	w.exec("UPDATE product SET amount = abs(hashtext(id)) % 1000 WHERE name LIKE 'Lamp %'")
	if res := ask(); res.Engine != "memory" || e.Stats.Followed.Load() != 1 || e.Stats.Built.Load() != 1 {
		t.Errorf("%d prices changed: %q answers", rows, res.Engine)
	}
	for _, change := range []string{
		"UPDATE product SET name = 'New ' || name WHERE name LIKE 'Lamp %'",
		"UPDATE product SET brand_id = (SELECT min(id) FROM brand WHERE tenant_id = 'w') WHERE name LIKE 'New Lamp %'",
		"INSERT INTO product_attribute (tenant_id, product_id, name, value) SELECT 'w', id, 'shade', 'red' FROM product " +
			"WHERE name LIKE 'New Lamp %'",
		"UPDATE brand SET name = 'New ' || name WHERE name LIKE 'Maker %'",
	} {
		table := open()
		w.exec(change)
		if res := ask(); res.Engine != "postgres" || !table.gone {
			t.Errorf("%s: %q answers", change, res.Engine)
		}
	}
}

// A query that has a session applies a change itself while the background waits for a session.
func TestNoQueryWaitsForASessionOfTheBackground(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 41)
	cfg := w.config()
	one := w.db.Pool.Config().Copy()
	one.MaxConns = 1
	var err error
	if cfg.Pool, err = pgxpool.NewWithConfig(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cfg.Pool.Close)
	e, err := New(cfg)
	if err == nil {
		err = e.Build(t.Context(), "w", "product")
	}
	if err != nil {
		t.Fatal(err)
	}
	e.Start()
	defer e.Stop()
	if e.table(slotKey{"w", "product"}, false) == nil {
		t.Fatal("there is no table")
	}
	w.exec("UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE id = (SELECT id FROM product LIMIT 1)")
	err = pgx.BeginTxFunc(t.Context(), cfg.Pool, snapshot, func(tx pgx.Tx) error { // it has the only session
		e.Follow("w")
		testkit.Until(t, "the background has taken the change", func() bool {
			e.mu.Lock()
			defer e.mu.Unlock()
			return !e.slots[slotKey{"w", "product"}].behind
		})
		time.Sleep(20 * time.Millisecond) // it waits now
		res, err := e.Search(t.Context(), tx, w.plain())
		if err == nil && res.Engine != "memory" {
			t.Errorf("%q answers a query that could have applied one change", res.Engine)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
