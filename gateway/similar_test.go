package gateway

import (
	"bytes"
	"testing"
)

// If a brand has more products than are compared, the same ones are compared wherever their rows lie.
func TestSimilarProductsDoNotDependOnTheOrderOfRows(t *testing.T) {
	t.Parallel()
	const candidates = 2000 // of views.maxCandidates
	c := openHistory(t, connected)
	c.run("INSERT INTO brand (tenant_id, slug, name, status) VALUES ('t', 'b', 'B', 'PUBLISHED')")
	c.run("INSERT INTO product (tenant_id, slug, name, status, brand_id, sold) SELECT 't', 'o' || i, 'O', 'PUBLISHED', "+
		"b.id, CASE WHEN i > %d THEN i ELSE 0 END "+
		"FROM brand b, generate_series(1, %d) i WHERE b.tenant_id = 't' AND b.slug = 'b'", candidates+400, candidates+500)
	c.run("ANALYZE product") // so that rows are read in their physical order
	const path = "/product/o1/similar"
	c.lists("t", path)
	c.s.cache.Wait()
	e := c.entryOf("t", path)
	c.run("UPDATE product SET description = 'moved' WHERE tenant_id = 't' AND slug IN (SELECT 'o' || i FROM " +
		"generate_series(2, 900) i)")
	if !e.Fresh(c.now) {
		t.Fatal("the edit made the answer stale, so this test proves nothing")
	}
	r, err := c.s.Render(t.Context(), "t", "/v1"+path)
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != 200 || !bytes.Equal(r.Body, e.Body) {
		t.Error("Postgres gives another answer, though no compared value has changed")
	}
}
