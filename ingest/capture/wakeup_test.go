package capture

import (
	"errors"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/markup"
)

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
