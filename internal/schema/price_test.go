package schema_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/price"
	"vitrine/internal/proving"
	"vitrine/internal/schema/schematest"
)

// The columns of a price follow those that a statement sets.
func TestPriceColumnsFollowWhatAStatementSets(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, `INSERT INTO tenant (id, name, currency) VALUES ('shop', 'Shop', 'EUR'), ('kyoto', 'Kyoto', 'JPY')`)
	const columns = "concat_ws(' ', coalesce(amount::text, '-'), coalesce(list_price::text, '-'), " +
		"coalesce(sale_price::text, '-'), coalesce(discount::text, '-'), coalesce(lowest_price_30_days::text, '-'))"
	f := func(inserted, edit, want string) {
		t.Helper()
		for _, table := range []string{"product", "event"} {
			n := get[string](t, db.Pool, `SELECT object_id()`)
			more, moreValues := "", ""
			if table == "event" {
				more, moreValues = ", starts_at", ", now()"
			}
			tenant := "shop"
			if strings.Contains(inserted+edit, "yen") {
				tenant = "kyoto"
			}
			clean := strings.NewReplacer(" yen", "", "yen", "")
			exec(t, db.Pool, fmt.Sprintf("INSERT INTO %s (id, tenant_id, slug, name, amount, list_price, sale_price, discount, "+
				"lowest_price_30_days%s) VALUES ('%s', '%s', 's%s', 'Cup', %s%s)", table, more, n, tenant, n,
				clean.Replace(inserted), moreValues))
			if edit := clean.Replace(edit); edit != "" {
				exec(t, db.Pool, "UPDATE "+table+" SET "+edit+" WHERE id = $1", n)
			}
			if got := get[string](t, db.Pool, "SELECT "+columns+" FROM "+table+" WHERE id = $1", n); got != want {
				t.Errorf("%s (%s), %s: %s; want %s", table, inserted, edit, got, want)
			}
		}
	}
	// A new record: amount, list, sale, discount, lowest.
	f("10, NULL, NULL, NULL, NULL", "", "10.00 - - - -")
	f("NULL, 10, NULL, NULL, NULL", "", "10.00 10.00 - - -")
	f("NULL, 10, 8, NULL, NULL", "", "8.00 10.00 8.00 - -")
	f("NULL, NULL, 8, NULL, NULL", "", "8.00 - 8.00 - -")
	f("NULL, 149.90, NULL, 15, NULL", "", "127.42 149.90 - 15.00 -")
	f("NULL, 1490, NULL, 15, NULL yen", "", "1267.00 1490.00 - 15.00 -") // 1266.5
	f("80, NULL, NULL, 20, NULL", "", "80.00 100.00 - 20.00 -")
	f("NULL, NULL, NULL, 20, NULL", "", "- - - 20.00 -")
	f("80, 100, 80, 20, 80", "", "80.00 100.00 80.00 20.00 80.00")
	f("80, 70, 60, 50, NULL", "", "80.00 70.00 60.00 50.00 -") // stays as it was written
	// An edit of one column.
	f("80, 100, 80, 20, 80", "amount = 50", "50.00 100.00 50.00 50.00 50.00")
	f("80, 100, 80, 20, 90", "amount = 79.90", "79.90 100.00 79.90 20.00 90.00")
	f("80, 100, 80, 20, 80", "amount = 120", "120.00 120.00 - - 80.00")
	f("100, 100, NULL, NULL, 100", "amount = 50", "50.00 50.00 - - 50.00")
	f("100, 100, NULL, NULL, NULL", "amount = 50, list_price = 100", "50.00 100.00 - - -")
	f("100, 100, NULL, NULL, NULL", "amount = 120", "120.00 120.00 - - -")
	f("80, 100, 80, 20, NULL", "sale_price = 60", "60.00 100.00 60.00 40.00 -")
	f("100, 100, NULL, NULL, NULL", "sale_price = 60", "60.00 100.00 60.00 - -")
	f("80, NULL, NULL, NULL, NULL", "sale_price = 60", "60.00 80.00 60.00 - -") // so that the sale can end
	f("80, 100, 80, 20, NULL", "sale_price = NULL", "100.00 100.00 - - -")
	f("80, 100, 80, 20, NULL", "discount = 50", "50.00 100.00 50.00 50.00 -")
	f("80, 100, 80, 20, NULL", "discount = NULL", "100.00 100.00 - - -")
	f("80, NULL, NULL, NULL, NULL", "discount = 20", "80.00 100.00 - 20.00 -")
	f("80, 100, 80, 20, NULL", "list_price = 160", "80.00 160.00 80.00 50.00 -")
	f("80, 100, 80, 20, NULL", "list_price = NULL", "80.00 - 80.00 - -")
	f("80, 100, 80, 20, NULL", "amount = NULL", "80.00 100.00 80.00 20.00 -")
	f("80, 100, 80, 20, NULL", "amount = NULL, list_price = NULL, sale_price = NULL, discount = NULL", "- - - - -")
	// Several at once keep what is set.
	f("80, 100, 80, 20, NULL", "amount = 60, list_price = 120", "60.00 120.00 60.00 50.00 -")
	f("99.90, NULL, NULL, NULL, NULL", "amount = 99.90, list_price = 129.90, discount = 23", "99.90 129.90 - 23.00 -")
	f("80, 100, 80, 20, NULL", "sale_price = 60, discount = 40", "60.00 100.00 60.00 40.00 -")
	f("80, 100, 80, 20, NULL", "amount = 60, sale_price = 70", "60.00 100.00 70.00 40.00 -")
}

// The schema and internal/price complete prices alike, and find the same contradictions.
func TestPropertySchemaAndCodeAgreeAboutPrices(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec(t, db.Pool, `INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')`)
	r := rand.New(rand.NewPCG(proving.Seed(t, 24), 24))
	some := func(values ...string) string { return values[r.IntN(len(values))] }
	contradictions := 0
	for range 1500 {
		p := price.Price{
			Amount: some("", "0", "80", "80.00", "79.90", "100", "100.5", "0.01"),
			List:   some("", "", "0", "100", "100.00", "80", "99.99", "125"),
			Sale:   some("", "", "", "80", "100", "79.9", "0"),
			Discount: some("", "", "0", "20", "20.5", "19", "19.01", "100", "101", "36.08",
				fmt.Sprint(r.IntN(110))),
			Currency: some("", "EUR", "JPY"),
		}
		done := p.Complete()
		var amount, list, fault *string
		null := func(s string) any {
			if s == "" {
				return nil
			}
			return s
		}
		id := get[string](t, db.Pool, `INSERT INTO product (tenant_id, slug, name, amount, list_price, sale_price, discount,
			currency) VALUES ('shop', object_id(), 'Cup', $1::text::numeric, $2::text::numeric, $3::text::numeric,
			$4::text::numeric, $5) RETURNING id`, null(p.Amount), null(p.List), null(p.Sale), null(p.Discount), null(p.Currency))
		if err := db.Pool.QueryRow(t.Context(), `SELECT trim_scale(amount)::text, trim_scale(list_price)::text,
			price_fault(amount, list_price, sale_price, discount, currency) FROM product WHERE id = $1`, id).
			Scan(&amount, &list, &fault); err != nil {
			t.Fatal(err)
		}
		text := func(s *string) string {
			if s == nil {
				return ""
			}
			return *s
		}
		trimmed := func(s string) string {
			if strings.Contains(s, ".") {
				s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
			}
			return s
		}
		code := []string{trimmed(done.Amount), trimmed(done.List)}
		if diff := cmp.Diff(code, []string{text(amount), text(list)}); diff != "" {
			t.Errorf("%+v: amount and list price (code, schema): %s", p, diff)
		}
		err := done.Check()
		if (err != nil) != (fault != nil && *fault != "amount is missing") {
			t.Errorf("%+v: code: %v; schema: %q", p, err, text(fault))
		}
		if fault != nil {
			contradictions++
		}
		if err == nil && fault == nil && done.Complete() != done {
			t.Errorf("%+v is completed twice: %+v, %+v", p, done, done.Complete())
		}
	}
	if contradictions < 100 || contradictions > 1400 {
		t.Errorf("%d of 1500 prices contradict themselves", contradictions)
	}
}
