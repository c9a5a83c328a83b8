package ingest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/catalog"
	"vitrine/internal/wire"
)

func TestRing(t *testing.T) {
	t.Parallel()
	f := func(tenant, slug string, named bool, said ...string) {
		t.Helper()
		var r ring
		for _, s := range said {
			r.add(s)
		}
		if r.heard != (len(said) > 0) || (r.view != nil) != named || named && (r.tenant != tenant || r.slug != slug) {
			t.Errorf("%q: %+v", said, r)
		}
	}
	f("", "", false)
	f("", "", false, "")
	f("acme", "lamp", true, "product/acme/lamp")
	f("acme", "a/b", true, "product/acme/a/b") // no slug is like that: it finds nothing
	f("", "", false, "product/acme/lamp", "product/acme/lamp")
	f("", "", false, "", "product/acme/lamp")
	f("", "", false, "product", "x")
	f("", "", false, "product/acme")
	f("", "", false, "account/acme/lamp")
	f("", "", false, "tenant/acme/acme")
}

// What a ring named goes with a change only if the change is of that record alone and the record was read as of it: anybody may ring.
func TestRingIsNotBelieved(t *testing.T) {
	t.Parallel()
	r := ring{heard: true, view: catalog.BySlug("product"), tenant: "acme", slug: "lamp"}
	whole := func() (sealed, beside) {
		return sealed{tenant: "acme", epoch: "e", seq: 7, rows: 1, few: []change{{kind: "product", id: "1", op: 'U'}}},
			beside{Headed: catalog.Headed{Records: []catalog.Record{{ID: "1", JSON: []byte("{}")}}, Known: true, Epoch: "e", Seq: 7}}
	}
	f := func(what string, want bool, spoil func(*sealed, *beside)) {
		t.Helper()
		s, b := whole()
		spoil(&s, &b)
		if got := r.shown(s, b) != nil; got != want {
			t.Errorf("%s: sent: %v", what, got)
		}
	}
	f("as it should be", true, func(*sealed, *beside) {})
	f("another tenant's change", false, func(s *sealed, _ *beside) { s.tenant = "bolt" })
	f("another epoch", false, func(s *sealed, _ *beside) { s.epoch = "f" })
	f("a change before it was read", false, func(_ *sealed, b *beside) { b.Seq = 8 })
	f("a change after it was read", false, func(_ *sealed, b *beside) { b.Seq = 6 })
	f("two rows", false, func(s *sealed, _ *beside) { s.rows = 2 })
	f("rows that were not read", false, func(s *sealed, _ *beside) { s.few = nil })
	f("another kind", false, func(s *sealed, _ *beside) { s.few[0].kind = "brand" })
	f("another record", false, func(s *sealed, _ *beside) { s.few[0].id = "2" })
	f("a record that nobody may see", false, func(_ *sealed, b *beside) { b.Records = nil })
	f("a long one", false, func(_ *sealed, b *beside) { b.Records[0].JSON = make([]byte, wire.MaxInlined+1) })
}

// An edit that meets a sleeping drain brings the record; what changes several does not, nor does what a ring only says.
func TestRecordComesWithItsChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("acme")
	w.product("acme", "lamp")
	w.product("acme", "vase")
	wk := w.start(func(cfg *Config) { cfg.Records = w.Pool })
	w.settle()
	edit := func(sql string) wire.Message {
		t.Helper()
		w.eventually("the drain sleeps", wk.Stats.Asleep.Load)
		w.exec(sql)
		w.settle()
		w.gw.mu.Lock()
		defer w.gw.mu.Unlock()
		heard := w.gw.heard["acme"]
		return heard[len(heard)-1]
	}
	var shown *wire.Inlined
	for deadline := time.Now().Add(30 * time.Second); shown == nil; { // one that takes long to read is not waited for
		if time.Now().After(deadline) {
			t.Fatal("no record comes with its change")
		}
		shown = edit("UPDATE product SET name = 'Lamp', stock = stock + 1 WHERE slug = 'lamp'").Inlined
	}
	v := catalog.BySlug("product")
	rows, err := w.Pool.Query(t.Context(), v.Headed(catalog.ByPath), catalog.Args("acme", shown.Now, []string{"lamp"})...)
	if err != nil {
		t.Fatal(err)
	}
	want, err := v.ScanHeaded(rows)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want.Records[0].JSON), string(shown.JSON)); diff != "" {
		t.Errorf("what came is not what Postgres has (-want +got):\n%s", diff)
	}
	if shown.Kind != "product" || shown.Slug != "lamp" || shown.Form != v.Form() || !cmp.Equal(want.Records[0].Tags, shown.Tags) {
		t.Errorf("came as %+v", shown)
	}
	for _, sql := range []string{
		"UPDATE product SET stock = stock + 1",
		"UPDATE product SET status = 'DRAFT' WHERE slug = 'lamp'",
		"INSERT INTO brand (tenant_id, slug, name) VALUES ('acme', 'b', 'B')",
		"WITH said AS (SELECT pg_notify('vitrine', 'product/acme/vase')) INSERT INTO brand (tenant_id, slug, name) SELECT 'acme', 'c', 'C' FROM said",
	} {
		if m := edit(sql); m.Inlined != nil {
			t.Errorf("%s: came with %s", sql, m.Inlined.JSON)
		}
	}
	w.compare()
}
