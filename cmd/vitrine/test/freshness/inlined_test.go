package freshness

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
)

// The change message carries the page of an edited record, which equals, byte for byte, a later read from Postgres.
func TestAChangeCarriesItsRecord(t *testing.T) {
	t.Parallel()
	// a page read by a later clock than the gateway's is not used
	h := kit.Open(t, func(cfg *boot.Config) { cfg.Now = nil })
	e := h.NewEditor(t)
	slug := e.One("SELECT slug FROM product WHERE tenant_id = 'atelier' AND status = 'PUBLISHED' ORDER BY id LIMIT 1")
	url := "/v1/product/" + slug
	brings := func(set string) []byte {
		t.Helper()
		// a record that takes long to read is not included
		for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
			h.WaitApplied(t, e, "atelier")
			if r := h.Get(t, "atelier", url); r.Status != http.StatusOK {
				t.Fatalf("%s: %d", url, r.Status)
			}
			h.Gateway.Cache().Wait()
			shown, read := metric(t, h, "vitrine_answers_inlined_total"), metric(t, h, "vitrine_answers_read_total")
			e.Exec("UPDATE product SET " + set + " WHERE tenant_id = 'atelier' AND slug = '" + slug + "'")
			h.WaitApplied(t, e, "atelier")
			for range 50 {
				if metric(t, h, "vitrine_answers_inlined_total") > shown {
					h.Gateway.Cache().Wait()
					r := h.Get(t, "atelier", url)
					if n := metric(t, h, "vitrine_answers_read_total") - read; n != 0 || r.Status != http.StatusOK {
						t.Fatalf("%s: %d, %d answers were read", url, r.Status, n)
					}
					return r.Body
				}
				time.Sleep(time.Millisecond)
			}
		}
		t.Fatalf("no edit brings its record: %s", set)
		return nil
	}
	for _, set := range []string{"name = name || '.'", "amount = coalesce(amount, 0) + 1", "stock = stock + 1",
		"description = coalesce(description, '') || ' <b>\"ş\"</b> & more'"} {
		came := brings(set)
		e.Exec("UPDATE tenant SET name = name || '.' WHERE id = 'atelier'") // invalidates everything
		h.WaitApplied(t, e, "atelier")
		if read := h.Get(t, "atelier", url).Body; !bytes.Equal(came, read) {
			t.Errorf("%s: what came is not what is read:\n%s\n%s", set, came, read)
		}
	}
}
