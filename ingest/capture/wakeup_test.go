package capture

import (
	"errors"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/markup"
	"vitrine/internal/wire"
)

func TestAWakeupNamesOneRecord(t *testing.T) {
	t.Parallel()
	f := func(tenant, slug string, named bool, said ...string) {
		t.Helper()
		var w wakeup
		for _, s := range said {
			w.add(s)
		}
		if w.notified != (len(said) > 0) || (w.view != nil) != named || named && (w.tenant != tenant || w.slug != slug) {
			t.Errorf("%q: %+v", said, w)
		}
	}
	f("", "", false)
	f("", "", false, "")
	f("acme", "lamp", true, "product/acme/lamp")
	f("acme", "a/b", true, "product/acme/a/b") // no such slug exists
	f("", "", false, "product/acme/lamp", "product/acme/lamp")
	f("", "", false, "", "product/acme/lamp")
	f("", "", false, "product", "x")
	f("", "", false, "product/acme")
	f("", "", false, "account/acme/lamp")
	f("", "", false, "tenant/acme/acme")
}

// Any client may send a notification. The record that it names is inlined only in a change of this record alone, and
// only if it was read as of the change.
func TestANotificationIsNotTrusted(t *testing.T) {
	t.Parallel()
	w := wakeup{notified: true, view: catalog.BySlug("product"), tenant: "acme", slug: "lamp"}
	whole := func() (Change, record) {
		return Change{Tenant: "acme", Epoch: "e", Seq: 7, Rows: 1, few: []Row{{Kind: "product", ID: "1", Op: 'U'}}},
			record{Headed: catalog.Headed{Records: []catalog.Record{{ID: "1", JSON: []byte("{}")}}, Known: true, Epoch: "e",
				Seq: 7}}
	}
	f := func(what string, want bool, spoil func(*Change, *record)) {
		t.Helper()
		s, b := whole()
		spoil(&s, &b)
		if got := w.inlined(s, b) != nil; got != want {
			t.Errorf("%s: inlined: %v", what, got)
		}
	}
	f("a matching record", true, func(*Change, *record) {})
	f("another tenant's change", false, func(s *Change, _ *record) { s.Tenant = "bolt" })
	f("another epoch", false, func(s *Change, _ *record) { s.Epoch = "f" })
	f("a change before it was read", false, func(_ *Change, b *record) { b.Seq = 8 })
	f("a change after it was read", false, func(_ *Change, b *record) { b.Seq = 6 })
	f("two rows", false, func(s *Change, _ *record) { s.Rows = 2 })
	f("rows that were not read", false, func(s *Change, _ *record) { s.few = nil })
	f("another kind", false, func(s *Change, _ *record) { s.few[0].Kind = "brand" })
	f("another record", false, func(s *Change, _ *record) { s.few[0].ID = "2" })
	f("a hidden record", false, func(_ *Change, b *record) { b.Records = nil })
	f("a record that is too long", false, func(_ *Change, b *record) {
		b.Records[0].JSON = make([]byte,
			wire.MaxInlined+1)
	})
}

// A change carries the record that a wake-up named only if gateways need not note what they leave out of it.
func TestARecordWithLossesIsNotInlined(t *testing.T) {
	t.Parallel()
	w := wakeup{notified: true, view: catalog.BySlug("product"), tenant: "t", slug: "a"}
	found := Change{Tenant: "t", Epoch: "e", Seq: 7, Rows: 1, few: []Row{{Kind: "product", ID: "x"}}}
	f := func(rec catalog.Record, want bool) {
		t.Helper()
		rec.ID, rec.JSON = "x", []byte("{}")
		read := record{Headed: catalog.Headed{Epoch: "e", Seq: 7, Records: []catalog.Record{rec}}}
		if got := w.inlined(found, read) != nil; got != want {
			t.Errorf("%+v is inlined: %t, want %t", rec, got, want)
		}
	}
	f(catalog.Record{}, true)
	f(catalog.Record{Faults: []catalog.Fault{{Field: "price", Err: errors.New("infinite")}}}, false)
	for kind := markup.Script; kind <= markup.Rewritten; kind++ {
		var lost markup.Losses
		lost[kind] = 1
		f(catalog.Record{Lost: lost}, false)
	}
}
