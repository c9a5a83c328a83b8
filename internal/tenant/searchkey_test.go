package tenant_test

import (
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
	"vitrine/internal/tenant"
)

func TestASearchKeyIsOfOneTenantUntilItIsReplaced(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ('a', 'A'), ('b', 'B')"); err != nil {
		t.Fatal(err)
	}
	d := tenant.NewDirectory()
	accepted := func(id, key string) bool {
		t.Helper()
		if _, err := d.Load(t.Context(), db.Pool); err != nil {
			t.Fatal(err)
		}
		return d.ByID([]byte(id)).IsSearchKey([]byte(key))
	}
	if accepted("a", "") || d.ByID([]byte("a")).HasSearchKey() {
		t.Error("a tenant without a key accepts the empty one")
	}
	made := func(id string) string {
		t.Helper()
		key, err := tenant.MakeSearchKey(t.Context(), db.Pool, id)
		if err != nil || !strings.HasPrefix(key, "vsearch_") {
			t.Fatalf("%q, %v", key, err)
		}
		return key
	}
	first, other := made("a"), made("b")
	if !accepted("a", first) || accepted("b", first) || accepted("a", other) || accepted("a", first+"x") {
		t.Error("the key is not of its tenant alone")
	}
	if at, err := tenant.SearchKeyMade(t.Context(), db.Pool, "a"); err != nil || at == nil {
		t.Errorf("made at %v, %v", at, err)
	}
	second := made("a")
	if accepted("a", first) || !accepted("a", second) {
		t.Error("the former key is still valid")
	}
	if err := tenant.RemoveSearchKey(t.Context(), db.Pool, "a"); err != nil {
		t.Fatal(err)
	}
	if accepted("a", second) || !accepted("b", other) {
		t.Error("the removed key is still valid, or the other tenant's is not")
	}
	if at, err := tenant.SearchKeyMade(t.Context(), db.Pool, "a"); err != nil || at != nil {
		t.Errorf("made at %v, %v", at, err)
	}
	if err := tenant.RemoveSearchKey(t.Context(), db.Pool, "a"); err == nil {
		t.Error("a key that does not exist was removed")
	}
	if _, err := tenant.MakeSearchKey(t.Context(), db.Pool, "nobody"); err == nil {
		t.Error("a tenant that does not exist has a key")
	}
	if _, err := tenant.SearchKeyMade(t.Context(), db.Pool, "nobody"); err == nil {
		t.Error("a tenant that does not exist has a key")
	}
}
