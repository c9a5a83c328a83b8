package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestTenantDeleteNamesWhatGoes(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	for _, sql := range []string{
		"INSERT INTO tenant (id, name) VALUES ('shop', 'Shop'), ('other', 'Other')",
		"INSERT INTO product (tenant_id, slug, name) SELECT 'shop', 'p' || n, 'P' FROM generate_series(1, 1200) n",
		"INSERT INTO product (tenant_id, slug, name) VALUES ('other', 'p', 'P')",
		"INSERT INTO category (tenant_id, slug, name) VALUES ('shop', 'c', 'C'), ('shop', 'd', 'D')",
		"INSERT INTO account (tenant_id, email, first_name, last_name, status) " +
			"VALUES ('shop', 'ada@shop.example', 'Ada', 'L', 'ACTIVE')",
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	left := func(want string) {
		t.Helper()
		var got string
		err := db.Pool.QueryRow(t.Context(), "SELECT string_agg(t.id || ' ' || (SELECT count(*) FROM product p "+
			"WHERE p.tenant_id = t.id), ', ' ORDER BY t.id) FROM tenant t").Scan(&got)
		if err != nil || got != want {
			t.Errorf("left are %s, %v; want %s", got, err, want)
		}
	}
	out, err := c.run("tenant", "delete", "shop")
	if err == nil || !strings.Contains(err.Error(), "this cannot be undone; repeat the command with --yes shop") ||
		!strings.Contains(out, "tenant shop has 1 account, 0 orders, 2 categories, 1,200 products\n") {
		t.Errorf("without a terminal: %v\n%s", err, out)
	}
	c.fails("--yes other is not the tenant shop; nothing was deleted", "tenant", "delete", "shop", "--yes", "other")
	c.fails(`unknown tenant "nobody"`, "tenant", "delete", "nobody", "--yes", "nobody")
	left("other 1, shop 1200")
	var asked bytes.Buffer
	for answer, want := range map[string]string{"shop\n": "", " shop": "", "Shop\n": "nothing was deleted",
		"y\n": "nothing", "": "nothing"} {
		err := confirmName(strings.NewReader(answer), &asked, "shop")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", answer, err, want)
		}
	}
	c.prints([]string{"tenant shop was deleted"}, "tenant", "delete", "shop", "--yes", "shop")
	left("other 1")
	if n := 0; db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM account").Scan(&n) != nil || n != 0 {
		t.Errorf("%d accounts are left", n)
	}
}

// A tenant whose customers' money is on its way stays whole.
func TestTenantDeleteKeepsOpenPayments(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	for _, sql := range []string{
		"INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')",
		"INSERT INTO product (tenant_id, slug, name) VALUES ('shop', 'p', 'P')",
		"CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION " +
			"'payment 7 is processing: its money is on its way' USING ERRCODE = 'foreign_key_violation'; END $$",
		"CREATE TRIGGER hold BEFORE DELETE ON product FOR EACH ROW EXECUTE FUNCTION hold()",
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	c.fails("tenant shop was not deleted: payment 7 is processing: its money is on its way. Wait until it is settled",
		"tenant", "delete", "shop", "--yes", "shop")
	c.prints([]string{"shop"}, "tenant", "list")
}
