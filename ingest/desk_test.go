package ingest

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/wire"
)

// Whatever changed, those outside are told the same by what the drain left as by what Postgres says of the changes.
func TestWhatTheDrainLeavesIsWhatPostgresSays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	wk := w.start(nil)
	s := newSignaller(wk, newRoster())
	signalled := func() bool {
		var n uint64
		err := w.Pool.QueryRow(t.Context(), "SELECT n FROM signal_cursor WHERE tenant_id = 'acme'").Scan(&n)
		return err == nil && n == w.head("acme")
	}
	w.product("acme", "first")
	w.eventually("the first change is signalled", signalled)

	w.exec("INSERT INTO category (tenant_id, slug, name) VALUES ('acme', 'all', 'all')")
	w.exec("INSERT INTO category (tenant_id, slug, name, parent_id) SELECT 'acme', 'some', 'some', id FROM category")
	w.exec(`WITH p AS (INSERT INTO product (tenant_id, slug, name, status) VALUES ('acme', 'lamp', 'lamp', 'PUBLISHED') RETURNING id)
INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'acme', p.id, c.id FROM p, category c WHERE c.slug = 'some'`)
	var lamp string
	if err := w.Pool.QueryRow(t.Context(), "SELECT id FROM product WHERE slug = 'lamp'").Scan(&lamp); err != nil {
		t.Fatal(err)
	}
	draft := w.product("acme", "draft")
	w.exec("UPDATE product SET status = 'DRAFT' WHERE id = $1", draft)
	for i := range 20 {
		w.exec("UPDATE product SET name = $2 WHERE id = $1", lamp, fmt.Sprint("lamp ", i))
		w.exec("UPDATE product SET amount = $2, slug = $3 WHERE id = $1", lamp, 10*i, fmt.Sprint("lamp-", i))
		w.exec("UPDATE product SET name = $2 WHERE id = $1", draft, fmt.Sprint("nobody's ", i))
		if i%5 == 0 { // whether its owner is shown is not said by it
			w.exec("INSERT INTO product_attribute (tenant_id, product_id, name, value) VALUES ('acme', $1, $3, 'a'), ('acme', $2, $3, 'b')", lamp, draft, fmt.Sprint("size ", i))
		}
		w.eventually("so far all is signalled", signalled)
		w.exec("UPDATE product SET name = name || '.'") // all of them
		w.exec("UPDATE product SET publish_at = now() + interval '1 day' WHERE slug = 'first'")
		w.exec("UPDATE product SET publish_at = NULL WHERE slug = 'first'")
		for k := range 6 {
			w.product("acme", fmt.Sprint("p", i, "-", k))
		}
		w.exec("DELETE FROM product WHERE slug LIKE $1", fmt.Sprint("p", i, "-%"))
	}
	w.eventually("all is signalled", signalled)

	var err error
	if s.columns, err = readColumns(t.Context(), w.Pool); err != nil {
		t.Fatal(err)
	}
	trails, err := ahead(t.Context(), w.Pool, []Position{{Tenant: "acme"}}, 10_000)
	if err != nil || len(trails) != 1 {
		t.Fatal(trails, err)
	}
	tags, err := s.tags(t.Context(), trails, map[string]wire.Head{"acme": {Tenant: "acme", Epoch: trails[0].epoch, Seq: trails[0].head}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[uint64][]string{}
	for seq, of := range tags["acme"] {
		if len(of) > 0 {
			want[seq] = s.opaque("acme", of)
		}
	}
	got := map[uint64][]string{}
	rows, err := w.Pool.Query(t.Context(), "SELECT seq, tags FROM change_signal WHERE tenant_id = 'acme'")
	if err != nil {
		t.Fatal(err)
	}
	var seq uint64
	var of []string
	if _, err := pgx.ForEachRow(rows, []any{&seq, &of}, func() error { got[seq] = slices.Clone(of); return nil }); err != nil {
		t.Fatal(err)
	}
	for _, seq := range slices.Sorted(maps.Keys(want)) {
		if !slices.Equal(got[seq], want[seq]) {
			t.Errorf("change %d: told %q, and Postgres says %q", seq, got[seq], want[seq])
		}
		delete(got, seq)
	}
	if len(got) > 0 {
		t.Errorf("told of what Postgres says nobody outside knows: %v", got)
	}
	spared, all := wk.Stats.Spared.Load(), w.head("acme")
	if spared < all/4 || spared > all-4 {
		t.Errorf("%d of %d changes were not read again: this compared little", spared, all)
	}
}

func TestWhatLiesOnTheDeskIsWholeOrNothing(t *testing.T) {
	t.Parallel()
	now := time.Now()
	columns := map[string]map[string]bool{"product": {"status": true}}
	of := func(seq uint64) *step {
		return &step{tenant: "acme", epoch: "e", seq: seq, prev: seq - 1, at: now,
			changes: []change{{kind: "product", id: "1", op: updated, changed: []string{"name"}, before: dims{"status": "PUBLISHED"}}}}
	}
	to := func(n uint64) wire.Head { return wire.Head{Tenant: "acme", Epoch: "e", Seq: n} }
	full := func() *desk {
		d := newDesk()
		d.tell(columns, 0)
		for seq := uint64(4); seq < 8; seq++ {
			d.leave(of(seq), now)
		}
		return d
	}
	check := func(what string, d *desk, after cursor, to wire.Head, at time.Time, want ...uint64) {
		t.Helper()
		got, whole := d.take("acme", after, to, at)
		var seqs []uint64
		for _, k := range got {
			seqs = append(seqs, k.seq)
			if len(k.tags) == 0 {
				t.Errorf("%s: change %d says nothing", what, k.seq)
			}
		}
		if whole != (len(want) > 0) || whole && !slices.Equal(seqs, want) {
			t.Errorf("%s: %v, whole %t; want %v", what, seqs, whole, want)
		}
	}
	d := full()
	check("a part", d, cursor{"e", 3}, to(5), now, 4, 5)
	check("the rest", d, cursor{"e", 5}, to(7), now, 6, 7)
	check("once more", d, cursor{"e", 5}, to(7), now)
	if d.size != 0 || len(d.all) != 0 {
		t.Errorf("%d of %d tenants lie there after all", d.size, len(d.all))
	}
	check("of which some are known", full(), cursor{"e", 5}, to(7), now, 6, 7)
	check("a hole before", full(), cursor{"e", 2}, to(7), now)
	check("a hole behind", full(), cursor{"e", 3}, to(8), now)
	check("another life", full(), cursor{"d", 3}, to(7), now)
	check("another life now", full(), cursor{"e", 3}, wire.Head{Tenant: "acme", Epoch: "f", Seq: 7}, now)
	check("long ago", full(), cursor{"e", 3}, to(7), now.Add(clockSlack))

	d = full()
	d.leave(&step{tenant: "acme", epoch: "e", seq: 8, prev: 7, at: now, tags: everything("acme")}, now)
	check("a bridge", d, cursor{"e", 3}, to(7), now)
	d = full()
	d.leave(of(9), now)
	check("a hole within", d, cursor{"e", 3}, to(9), now)
	d = full()
	d.leave(of(7), now)
	check("the last once more", d, cursor{"e", 6}, to(7), now, 7)
	d = newDesk()
	d.leave(of(4), now)
	check("nobody comes for it yet", d, cursor{"e", 3}, to(4), now)
	d.tell(columns, 0)
	d.size = deskLimit
	d.leave(of(4), now)
	check("no room", d, cursor{"e", 3}, to(4), now)
	if d.size != 0 || len(d.all) != 0 {
		t.Errorf("full, it keeps %d of %d tenants", d.size, len(d.all))
	}
	d = full()
	d.leave(of(8), now.Add(clockSlack))
	check("what nobody came for", d, cursor{"e", 3}, to(8), now.Add(clockSlack))
	d = full()
	d.leave(of(8), now.Add(clockSlack))
	check("and what came then", d, cursor{"e", 7}, to(8), now.Add(clockSlack), 8)

	soon := of(4) // a record that is yet to come by Postgres's clock, though not by ours
	soon.changes[0].before["publish_at"] = now.Add(time.Minute).UTC().Format(dimTime)
	for skew, shown := range map[time.Duration]bool{0: false, time.Hour: true} {
		d = newDesk()
		d.tell(columns, skew)
		d.leave(soon, now)
		if got, whole := d.take("acme", cursor{"e", 3}, to(4), now); !whole || len(got[0].tags) > 0 != shown {
			t.Errorf("with a clock that is off by %v: %v", skew, got)
		}
	}
}
