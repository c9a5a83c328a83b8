package edit

import (
	"encoding/json"
	"errors"
	"testing"

	"vitrine/internal/api"
	"vitrine/internal/schema/schematest"
)

func TestEditsAreOneStatementEach(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), `
INSERT INTO tenant (id, name, language, currency) VALUES ('demo', 'Demo', 'tr', 'TRY'), ('other', 'Other', 'tr', 'TRY');
INSERT INTO category (id, tenant_id, slug, name, type) VALUES (repeat('c', 24), 'demo', 'c', 'C', 'product');
INSERT INTO product (id, tenant_id, slug, name, status, amount, list_price, stock, position) VALUES
  (repeat('a', 24), 'demo', 'a', 'A', 'PUBLISHED', 90, 100, 1, 1),
  (repeat('b', 24), 'demo', 'b', 'B', 'PUBLISHED', 50, 50, 1, 2);
INSERT INTO product (tenant_id, slug, name, status, amount, stock) VALUES ('other', 'a', 'A', 'PUBLISHED', 90, 1);
INSERT INTO product_category (tenant_id, product_id, category_id)
  VALUES ('demo', repeat('a', 24), repeat('c', 24)), ('demo', repeat('b', 24), repeat('c', 24));`); err != nil {
		t.Fatal(err)
	}
	e := &Editor{Pool: db.Pool, Tenants: []string{"demo"}}
	do := func(body string, want int64) {
		t.Helper()
		got, err := e.Do(t.Context(), []byte(body))
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if r, ok := got.(Result); !ok || r.Rows != want {
			t.Errorf("%s changed %v rows, want %d", body, got, want)
		}
	}
	save := `{"tenant":"demo","slug":"a","op":"save","name":"New","amount":"80.50","list":"100","stock":3}`
	do(save, 1)
	do(save, 0) // it already has these values
	uncounted := `{"tenant":"demo","slug":"a","op":"save","name":"New","amount":"80.50","list":"100","stock":null}`
	do(uncounted, 1)
	do(uncounted, 0)
	do(save, 1)
	var name, status, amount string
	if err := db.Pool.QueryRow(t.Context(), `SELECT name, status, amount::text FROM product
WHERE tenant_id = $1 AND slug = $2`, "demo", "a").Scan(&name, &status, &amount); err != nil {
		t.Fatal(err)
	}
	if name != "New" || status != "DRAFT" || amount != "80.50" {
		t.Errorf("saved %q, %s, %s", name, status, amount)
	}
	do(`{"tenant":"demo","slug":"b","op":"first"}`, 1)
	do(`{"tenant":"demo","slug":"b","op":"first"}`, 0)
	do(`{"tenant":"demo","slug":"b","op":"copy"}`, 1)
	do(`{"tenant":"demo","slug":"b","op":"category","percent":10}`, 2)
	do(`{"tenant":"demo","slug":"none","op":"category","percent":10}`, 0)

	for _, body := range []string{
		``, `[]`, `{`, `{"tenant":"other","slug":"a","op":"first"}`, `{"tenant":"demo","slug":"a","op":"drop"}`,
		`{"tenant":"demo","slug":"a","op":"save","name":"A","amount":"1e9","list":"1","stock":1}`,
		`{"tenant":"demo","slug":"a","op":"save","name":"A","amount":"1;DROP TABLE product","list":"1","stock":1}`,
		`{"tenant":"demo","slug":"a","op":"save","name":"","amount":"1","list":"1","stock":1}`,
		`{"tenant":"demo","slug":"a","op":"save","name":"A","amount":"1","list":"1","stock":-1}`,
		`{"tenant":"demo","slug":"a","op":"save","name":"A\u0000","amount":"1","list":"1","stock":1}`,
		`{"tenant":"demo","slug":"a","op":"category","percent":-100}`,
	} {
		var refused *api.Error
		if got, err := e.Do(t.Context(), []byte(body)); !errors.As(err, &refused) || refused.Status >= 500 {
			text, _ := json.Marshal(got)
			t.Errorf("%s: %s, %v; want an error of the client", body, text, err)
		}
	}
	var amountOfOther string
	if err := db.Pool.QueryRow(t.Context(), `SELECT amount::text FROM product WHERE tenant_id = $1 AND slug = $2`, "other",
		"a").Scan(&amountOfOther); err != nil || amountOfOther != "90.00" {
		t.Errorf("the other tenant's price is %s (%v), want 90.00", amountOfOther, err)
	}
}
