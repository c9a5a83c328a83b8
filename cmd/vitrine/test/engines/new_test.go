package engines

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// first is the only product that a search for its name finds at first.
const first = `INSERT INTO product (tenant_id, slug, name, status) VALUES
  ('demo', 'quorvexil', 'Quorvexil', 'PUBLISHED');`

// The first search after a new record was announced finds it. The list was cached before. In every second round, other
// searches come first, to see how soon after its COMMIT the record is found.
func aNewRecordIsFound(a *app) {
	t := a.t
	const path = "/v1/product?search=quorvexil&limit=100"
	a.finds("before", path, "quorvexil")
	var took []time.Duration
	for i := range 20 {
		slug := fmt.Sprintf("quorvexil-%d", i)
		a.editor.Exec("INSERT INTO product (tenant_id, slug, name, status) VALUES ('demo', '" + slug + "', 'Quorvexil " +
			strings.Repeat("x", i+1) + "', 'PUBLISHED')")
		committed := time.Now()
		if i%2 == 1 {
			testkit.Until(t, slug+" is found", func() bool { return kit.Contains(`"` + slug + `"`)(a.get(path)) })
			took = append(took, time.Since(committed))
		}
		a.changes.announces(a.editor.Head("demo"))
		r := a.get(path)
		by := r.Header.Get("X-Search-Engine")
		if !kit.Contains(`"`+slug+`"`)(r) || integer(r.At("pagination", "totalRecords")) != i+2 || by != a.engine.answers {
			t.Errorf("%s by %q, want it by %s: %s", slug, by, a.engine.answers, kit.Excerpt(r.Body))
		}
		a.get(path) // the answer is cached again
	}
	slices.Sort(took)
	t.Logf("from the commit to a search that finds the record: median %v, at most %v", took[len(took)/2],
		took[len(took)-1])
	limit := 10 * time.Millisecond
	if a.engine.holds != nil {
		limit = 500 * time.Millisecond
	}
	if median := took[len(took)/2]; testkit.Figures() && a.engine.rows == 1 && median > limit {
		t.Errorf("a new record is found after %v, want at most %v", median, limit)
	}
}
