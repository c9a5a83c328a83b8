package tenant_test

import (
	"testing"

	"vitrine/internal/schema/schematest"
	"vitrine/internal/tenant"
)

// A host moves from a to b, and only b has been read again. Reading other tenants must not return the host to a.
func TestAHostThatMovedDoesNotGoBack(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec := func(sql string) {
		t.Helper()
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec("INSERT INTO tenant (id, name) SELECT x, x FROM unnest('{a,b,c}'::text[]) x")
	exec("INSERT INTO tenant_host (tenant_id, host) VALUES ('a', 'shop.example'), ('c', 'c.example')")
	d := tenant.NewDirectory()
	if _, err := d.Load(t.Context(), db.Pool); err != nil {
		t.Fatal(err)
	}
	owner := func(want string) {
		t.Helper()
		if o := d.ByHost([]byte("shop.example")); o == nil || o.ID() != want {
			t.Fatalf("the host belongs to %+v, want %s", o, want)
		}
	}
	refresh := func(id string) {
		t.Helper()
		if _, _, err := d.Refresh(t.Context(), db.Pool, id); err != nil {
			t.Fatal(err)
		}
	}
	owner("a")
	exec("UPDATE tenant_host SET tenant_id = 'b' WHERE host = 'shop.example'")
	refresh("b")
	for range 40 {
		refresh("c")
		owner("b")
	}
	refresh("a")
	owner("b")
	exec("DELETE FROM tenant_host WHERE host = 'shop.example'")
	refresh("b")
	if o := d.ByHost([]byte("shop.example")); o != nil {
		t.Errorf("the host still belongs to %s", o.ID())
	}
	if o := d.ByHost([]byte("c.example")); o == nil || o.ID() != "c" {
		t.Errorf("another host belongs to %+v", o)
	}
}
