package freshness

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
)

// metric reads a counter of a gateway.
func metric(t testing.TB, h *kit.App, name string) int {
	t.Helper()
	r, err := h.Fetch(t.Context(), "", "/metrics")
	if err != nil || r.Status != http.StatusOK {
		t.Fatalf("/metrics: %v, %v", r, err)
	}
	m := regexp.MustCompile(`(?m)^` + name + ` (\d+)$`).FindSubmatch(r.Body)
	if m == nil {
		t.Fatalf("/metrics has no %s", name)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// One edit costs one row read: lists that show the record are assembled from cached records. Lists whose selection
// depends on the edited column are searched again, and assembled likewise. If Postgres lists, a list whose records are
// unknown as well is read whole.
func TestAnEditReadsNoOtherRecordAgain(t *testing.T) {
	t.Parallel()
	t.Run("Postgres lists", func(t *testing.T) { editReadsOne(t, false) })
	t.Run("lists in memory", func(t *testing.T) { editReadsOne(t, true) })
}

func editReadsOne(t *testing.T, inMemory bool) {
	t.Parallel()
	h := kit.Open(t, func(cfg *boot.Config) {
		cfg.Without = []string{"refresh-ahead"} // it would read before the test counts
		if !inMemory {
			cfg.ListingRows = 1 << 30
		}
	})
	e := h.NewEditor(t)
	slug := e.One(
		"SELECT slug FROM product WHERE tenant_id = 'atelier' AND status = 'PUBLISHED' ORDER BY amount, id LIMIT 1")
	e.Exec("UPDATE product SET position = -1, created_at = now() WHERE tenant_id = 'atelier' AND slug = '" + slug + "'")
	h.WaitApplied(t, e, "atelier")
	lists := []string{"/v1/product?limit=5", "/v1/product?limit=10", "/v1/product?limit=10&sort=price",
		"/v1/product?sort=createdAt&order=desc"}
	for _, url := range lists {
		if r := h.Get(t, "atelier", url+"&page=1&unknown=1"); r.Find("slug", slug) == nil {
			t.Fatalf("%s does not show %s", url, slug)
		}
	}
	e.Exec("UPDATE tenant SET name = name || '.' WHERE id = 'atelier'") // invalidates everything
	again := func() (assembled, read int) {
		t.Helper()
		h.WaitApplied(t, e, "atelier")
		h.Gateway.Cache().Wait() // stored entries are visible now
		c, r := metric(t, h, "vitrine_answers_assembled_total"), metric(t, h, "vitrine_answers_read_total")
		for _, url := range lists {
			if got := h.Get(t, "atelier", url); got.Status != http.StatusOK {
				t.Fatalf("%s: %d", url, got.Status)
			}
		}
		h.Gateway.Cache().Wait()
		return metric(t, h, "vitrine_answers_assembled_total") - c, metric(t, h, "vitrine_answers_read_total") - r
	}
	if assembled, read := again(); assembled+read != len(lists) || (read == 0) != inMemory {
		t.Fatalf("%d answers were assembled and %d read, of %d", assembled, read, len(lists))
	}
	if assembled, read := again(); assembled+read != 0 {
		t.Fatalf("%d and %d answers were read that were known", assembled, read)
	}
	for i, tc := range []struct {
		what, set       string
		assembled, read int
	}{
		{"a name is no list's order here", "name = 'Renamed %d'", 4, 0},
		{"nor is stock", "stock = stock + 1", 4, 0},
		{"a price is one's", "amount = coalesce(amount, 0) + 1", 4, 0},
		{"a draft leaves all of them", "status = 'DRAFT'", 4, 0},
		{"and comes back", "status = 'PUBLISHED'", 4, 0},
	} {
		set := tc.set
		if i == 0 {
			set = fmt.Sprintf(set, i)
		}
		e.Exec("UPDATE product SET " + set + " WHERE tenant_id = 'atelier' AND slug = '" + slug + "'")
		assembled, read := again()
		if assembled != tc.assembled || read != tc.read {
			t.Errorf("%s: %d assembled, %d read, want %d and %d", tc.what, assembled, read, tc.assembled, tc.read)
		}
		r := h.Get(t, "atelier", lists[0])
		if i == 0 && r.At("data", 0, "name") != "Renamed 0" || i >= 3 && (r.Find("slug", slug) == nil) != (i == 3) {
			t.Errorf("%s: the list shows %.300s", tc.what, r.Body)
		}
	}
}
