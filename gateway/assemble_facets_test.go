package gateway

import (
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
)

func TestFacetsAreCountedOnceForAllPagesThatShareThem(t *testing.T) {
	t.Parallel()
	c := openHistory(t, connected)
	for _, sql := range []string{
		"INSERT INTO brand (id, tenant_id, slug, name) VALUES ('aaaaaaaaaaaaaaaaaaaaaaaa', 't', 'a', 'A'), " +
			"('bbbbbbbbbbbbbbbbbbbbbbbb', 't', 'b', 'B')",
		`INSERT INTO product (tenant_id, slug, name, status, amount, year, brand_id)
SELECT 't', 'p-' || i, 'P', 'PUBLISHED', 10 * i, 2000 + i,
  CASE WHEN i < 5 THEN 'aaaaaaaaaaaaaaaaaaaaaaaa' ELSE 'bbbbbbbbbbbbbbbbbbbbbbbb' END FROM generate_series(1, 9) i`,
	} {
		if _, err := c.db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	c.apply()
	a, b, all := "?brand=aaaaaaaaaaaaaaaaaaaaaaaa", "?brand=bbbbbbbbbbbbbbbbbbbbbbbb",
		"price brand category attributes merchant year"
	for i, step := range []struct {
		edit, query, counted, shows string
	}{
		{"", "", all, `"brands":[{"_id":"bbbbbbbbbbbbbbbbbbbbbbbb"`},
		{"", a, "price category attributes merchant year", `"priceRange":{"min":10,"max":40}`},
		{"", b, "price category attributes merchant year", `"priceRange":{"min":50,"max":90}`},
		{"", a, "", `"priceRange":{"min":10,"max":40}`},
		{"UPDATE product SET stock = 7", a, "", `"priceRange":{"min":10,"max":40}`},
		{"UPDATE product SET amount = 5 WHERE slug = 'p-1'", a, "price", `"priceRange":{"min":5,"max":40}`},
		{"", b, "", `"priceRange":{"min":50,"max":90}`},
		{"UPDATE product SET year = 1999 WHERE slug = 'p-9'", b, "year", `"year":1999`},
		{"", a, "", `"priceRange":{"min":5,"max":40}`},
		{"UPDATE product SET status = 'ARCHIVED' WHERE slug = 'p-9'", a, "brand",
			`"count":4},{"_id":"bbbbbbbbbbbbbbbbbbbbbbbb","name":"B","slug":"b","count":4}`},
		{"", b, "price category attributes merchant year", `"priceRange":{"min":50,"max":80}`},
		{"", "", "price category attributes merchant year", `"priceRange":{"min":5,"max":80}`},
		{"", a + "&search=p", all, `"priceRange":{"min":5,"max":40}`}, // searches share no facets
	} {
		if step.edit != "" {
			if _, err := c.db.Pool.Exec(t.Context(), step.edit); err != nil {
				t.Fatal(err)
			}
			c.apply()
		}
		c.counted = nil
		var rq fasthttp.Request
		rq.SetRequestURI("/v1/product/filters" + step.query)
		rq.Header.SetHost("127.0.0.1:8080")
		rq.Header.Set("x-service-client", "t")
		var ctx fasthttp.RequestCtx
		ctx.Init(&rq, nil, nil)
		c.s.serve(&ctx)
		c.s.cache.Wait()
		if got := strings.Join(c.counted, " "); got != step.counted {
			t.Errorf("step %d, %q then %q: counted %q, want %q", i, step.edit, step.query, got, step.counted)
		}
		if body := string(ctx.Response.Body()); !strings.Contains(body, step.shows) {
			t.Errorf("step %d, %q then %q: %s lacks %s", i, step.edit, step.query, body, step.shows)
		}
	}
}
