package attack

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// pricesOf writes products and an event that cost 1192 in every column, each in another form.
func pricesOf(t *testing.T, c *Client) {
	t.Helper()
	c.exec(t, `INSERT INTO category (tenant_id, id, slug, name) VALUES ($1, object_id(), 'cups', 'Cups')`, c.Tenant)
	c.exec(t, `INSERT INTO product (tenant_id, slug, name, status, stock, amount, list_price, sale_price, discount,
		lowest_price_30_days) VALUES
		($1, 'reduced', 'Reduced cup', 'PUBLISHED', 9, 1192, 1490, 1192, 20, 1192),
		($1, 'plain', 'Plain cup', 'PUBLISHED', 9, 1192, 1192, NULL, NULL, 1192),
		($1, 'bare', 'Bare cup', 'PUBLISHED', 9, 1192, NULL, NULL, NULL, NULL),
		($1, 'sold', 'Sold cup', 'PUBLISHED', 9, 1192, NULL, 1192, NULL, NULL)`, c.Tenant)
	c.exec(t, `INSERT INTO event (tenant_id, slug, name, status, starts_at, amount, list_price, sale_price, discount)
		VALUES ($1, 'fair', 'Cup fair', 'PUBLISHED', now() + interval '9 days', 1192, 1490, 1192, 20)`, c.Tenant)
	c.exec(t, `INSERT INTO product_category (tenant_id, product_id, category_id)
		SELECT $1, p.id, c.id FROM product p, category c WHERE p.tenant_id = $1 AND c.tenant_id = $1`, c.Tenant)
	c.exec(t, `INSERT INTO collection (tenant_id, slug, title, status) VALUES ($1, 'all', 'All', 'PUBLISHED')`, c.Tenant)
	c.exec(t, `INSERT INTO collection_product (tenant_id, collection_id, product_id)
		SELECT $1, s.id, p.id FROM product p, collection s WHERE p.tenant_id = $1 AND s.tenant_id = $1`, c.Tenant)
}

// After an edit of the amount, no reader sees the amount of before: not in records, lists, searches, filters, facets,
// collections or baskets.
func TestAnEditOfTheAmountIsReadEverywhere(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	pricesOf(t, c)
	me := c.As(c.SignUp(t, "ada@example.com"))
	rows, err := c.Pool.Query(t.Context(), `SELECT id FROM product WHERE tenant_id = $1`, c.Tenant)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		me.Post(t, "/basket/items", map[string]any{"productId": id, "quantity": 1}, http.StatusCreated)
	}
	paths := []string{"/product", "/product?sort=price", "/product?sort=price&order=desc", "/product?search=cup",
		"/product?minPrice=1000", "/product?maxPrice=100", "/product?category=cups", "/product/new", "/product/popular",
		"/product/random/9", "/product/filters", "/product/filters?search=cup", "/product/reduced", "/product/plain",
		"/product/bare", "/product/sold", "/product/plain/similar", "/collections/all", "/event", "/event/upcoming",
		"/event/new", "/event/filters", "/event/fair", "/event/fair/seo", "/event?maxPrice=100", "/basket"}
	old := regexp.MustCompile(`: ?"?1192(\.0+)?"?[,}]`)
	for _, path := range paths {
		r := me.Do(t, http.MethodGet, path, nil)
		if r.Status != http.StatusOK || !strings.Contains(path, "maxPrice") && !old.Match(r.Body) {
			t.Errorf("%s before the edit: %d %s", path, r.Status, r.Body)
		}
	}
	for _, slug := range []string{"reduced", "plain", "bare", "sold"} {
		c.edit(t, "product", slug, "amount=99.90")
	}
	c.edit(t, "event", "fair", "amount=99.90")
	for _, path := range paths {
		r := me.Do(t, http.MethodGet, path, nil)
		if r.Status != http.StatusOK || old.Match(r.Body) {
			t.Errorf("%s after the edit: %d %s", path, r.Status, r.Body)
		}
		if !strings.Contains(path, "minPrice") && !strings.Contains(string(r.Body), "99.9") {
			t.Errorf("%s does not have the new amount: %s", path, r.Body)
		}
	}
	for slug, want := range map[string]string{
		"reduced": `{"sale":99.9,"list":1490,"amount":99.9,"discount":93.3,"lowestPrice30Days":99.9,"currency":"USD"}`,
		"plain":   `{"list":99.9,"amount":99.9,"lowestPrice30Days":99.9,"currency":"USD"}`,
		"bare":    `{"amount":99.9,"currency":"USD"}`,
		"sold":    `{"sale":99.9,"amount":99.9,"currency":"USD"}`,
	} {
		if r := c.Do(t, http.MethodGet, "/product/"+slug, nil); !strings.Contains(string(r.Body), `"price":`+want) {
			t.Errorf("%s: %s; want the price %s", slug, r.Body, want)
		}
	}
}

// edit runs `vitrine edit` for the client's tenant. It must succeed.
func (c *Client) edit(t *testing.T, args ...string) {
	t.Helper()
	if out, err := c.tryEdit(t, args...); err != nil {
		t.Fatalf("edit %v: %v\n%s", args, err, out)
	}
}

func (c *Client) tryEdit(t *testing.T, args ...string) (string, error) {
	t.Helper()
	return c.Run(t, "", append([]string{"edit", "--tenant", c.Tenant, "--gateway", "http://" + c.Address}, args...)...)
}

// An edit that makes a price contradict itself changes nothing and says why. What SQL writes is shown by its amount,
// and doctor names it.
func TestAPriceThatContradictsItselfIsRefusedOrNamed(t *testing.T) {
	t.Parallel()
	c := Open(t).Tenant(t)
	pricesOf(t, c)
	c.exec(t, `UPDATE tenant SET currency = 'JPY' WHERE id = $1`, c.Tenant)
	for _, f := range []struct{ args, want string }{
		{"product reduced amount=99 sale_price=80", "sale_price 80 is not amount 99"},
		{"product reduced list_price=500", "list_price 500 is below amount 1192"},
		{"product reduced amount=1192 discount=50 list_price=1500",
			"discount 50 does not lead from list_price 1500 to amount 1192"},
		{"event fair sale_price=2000", "list_price 1490 is below amount 2000"},
		{"product bare amount=99.90", "JPY has no decimals"},
		{"product bare amount=99.905 currency=EUR", "has 3 decimals"},
		{"product plain amount=NULL", "set sale_price, list_price and discount to NULL too"},
	} {
		out, err := c.tryEdit(t, strings.Fields(f.args)...)
		if err == nil || !strings.Contains(out, f.want) || !strings.Contains(out, "was not changed") {
			t.Errorf("edit %s: %v\n%s; want %q", f.args, err, out, f.want)
		}
	}
	if n := c.Count(t, `SELECT count(*) FROM product WHERE tenant_id = $1 AND amount = 1192`, c.Tenant); n != 4 {
		t.Errorf("%d products have their amount; want 4", n)
	}
	c.exec(t, `UPDATE product SET amount = 50, sale_price = 40, list_price = 45, discount = 10
		WHERE tenant_id = $1 AND slug = 'reduced'`, c.Tenant)
	testkit.Until(t, "the amount is shown", func() bool {
		r := c.Do(t, http.MethodGet, "/product/reduced", nil)
		return strings.Contains(string(r.Body), `"price":{"amount":50,"lowestPrice30Days":50,"currency":"JPY"}`)
	})
	out, _ := c.Run(t, "", "doctor") // other checks may fail
	if want := c.Tenant + "/product reduced (sale_price 40 is not amount 50)"; !strings.Contains(out, want) {
		t.Errorf("doctor does not name the price: %s; want %q", out, want)
	}
}

// Whatever statements write into the columns of prices, what readers see agrees with itself, in lists as in records.
func TestPropertyPricesThatAreReadAgree(t *testing.T) {
	t.Parallel()
	seed := proving.Seed(t, 2024)
	r := rand.New(rand.NewPCG(seed, 1))
	c := Shared(t).Tenant(t)
	number := func() string {
		return []string{"NULL", "NULL", "0", "80", "100", "79.99", "100.01", fmt.Sprintf("%.2f", r.Float64()*200),
			fmt.Sprint(r.IntN(200))}[r.IntN(9)]
	}
	columns := []string{"amount", "list_price", "sale_price", "discount", "lowest_price_30_days"}
	const products = 120
	for i := range products {
		c.exec(t, fmt.Sprintf(`INSERT INTO product (tenant_id, slug, name, status, %s)
			VALUES ($1, 'p%d', 'Cup', 'PUBLISHED', %s, %s, %s, %s, %s)`, strings.Join(columns, ", "), i,
			number(), number(), number(), number(), number()), c.Tenant)
		c.exec(t, fmt.Sprintf(`INSERT INTO event (tenant_id, slug, name, status, starts_at, %s)
			VALUES ($1, 'p%d', 'Fair', 'PUBLISHED', now() + interval '1 day', %s, %s, %s, %s, %s)`,
			strings.Join(columns, ", "), i, number(), number(), number(), number(), number()), c.Tenant)
	}
	for range proving.Rounds(3, 30) {
		for i := range products {
			var set []string
			for _, column := range columns {
				if r.IntN(3) == 0 {
					set = append(set, column+" = "+number())
				}
			}
			if len(set) > 0 {
				kind := []string{"product", "event"}[r.IntN(2)]
				c.exec(t, fmt.Sprintf(`UPDATE %s SET %s WHERE tenant_id = $1 AND slug = 'p%d'`, kind, strings.Join(set, ", "), i),
					c.Tenant)
			}
		}
		c.exec(t, `UPDATE product SET name = name || '.' WHERE tenant_id = $1 AND slug = 'p0'`, c.Tenant)
		name := ""
		if err := c.Pool.QueryRow(t.Context(), `SELECT name FROM product WHERE tenant_id = $1 AND slug = 'p0'`, c.Tenant).
			Scan(&name); err != nil {
			t.Fatal(err)
		}
		testkit.Until(t, "the edits are shown", func() bool {
			return c.Do(t, http.MethodGet, "/product/p0", nil).Text("data", "name") == name
		})
		for _, kind := range []string{"product", "event"} {
			c.agree(t, kind, seed)
		}
	}
}

// A shownPrice is a price as readers see it.
type shownPrice struct{ Sale, List, Amount, Discount, LowestPrice30Days *float64 }

// agree reads every price of a kind in lists and records.
func (c *Client) agree(t *testing.T, kind string, seed uint64) {
	t.Helper()
	type record struct {
		Slug  string
		Price json.RawMessage
	}
	for page := 1; page <= 2; page++ {
		var list struct{ Data []record }
		path := fmt.Sprintf("/%s?limit=100&page=%d&sort=price", kind, page)
		if err := json.Unmarshal(c.Do(t, http.MethodGet, path, nil).Body, &list); err != nil {
			t.Fatal(err)
		}
		last := math.Inf(-1)
		for _, rec := range list.Data {
			var one struct{ Data record }
			if err := json.Unmarshal(c.Do(t, http.MethodGet, "/"+kind+"/"+rec.Slug, nil).Body, &one); err != nil {
				t.Fatal(err)
			}
			if string(one.Data.Price) != string(rec.Price) {
				t.Errorf("seed %d: %s %s: %s in lists, %s alone", seed, kind, rec.Slug, rec.Price, one.Data.Price)
			}
			var p shownPrice
			if err := json.Unmarshal(rec.Price, &p); err != nil {
				t.Fatal(err)
			}
			if what := p.contradiction(); what != "" {
				t.Errorf("seed %d: %s %s: %s: %s", seed, kind, rec.Slug, what, rec.Price)
			}
			if p.Amount != nil {
				if *p.Amount < last {
					t.Errorf("seed %d: %s %s is sorted by another price than %s", seed, kind, rec.Slug, rec.Price)
				}
				last = *p.Amount
			}
		}
	}
}

func (p shownPrice) contradiction() string {
	reduced := p.List != nil && p.Amount != nil && *p.List > *p.Amount
	switch {
	case p.Amount == nil && (p.Sale != nil || p.List != nil || p.Discount != nil || p.LowestPrice30Days != nil):
		return "no amount"
	case p.Amount == nil:
		return ""
	case p.Sale != nil && *p.Sale != *p.Amount:
		return "the sale price is not the amount"
	case p.List != nil && *p.List < *p.Amount:
		return "the list price is below the amount"
	case p.List != nil && (p.Sale != nil) != reduced:
		return "a sale price without a reduction, or none with one"
	case (p.Discount != nil) != reduced:
		return "a discount without a reduction, or none with one"
	case reduced && math.Abs(*p.Discount - (*p.List-*p.Amount)*100 / *p.List) > 1.005:
		return "another discount than that of the prices"
	}
	return ""
}
