package widgets

import (
	"sync"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/tenant"
)

func TestMain(m *testing.M) { kit.Main(m) }

var made struct {
	sync.Mutex
	keys map[string]string
}

// keys returns the shared app, and the search key of each demo tenant by its id.
func keys(t testing.TB) (*kit.App, map[string]string) {
	t.Helper()
	h := kit.Shared(t)
	made.Lock()
	defer made.Unlock()
	if made.keys != nil {
		return h, made.keys
	}
	all := map[string]string{}
	for _, id := range []string{"demo", "atelier"} {
		key, err := tenant.MakeSearchKey(t.Context(), h.Pool, id)
		if err != nil {
			t.Fatal(err)
		}
		all[id] = key
	}
	for _, sql := range []string{
		`INSERT INTO product_attribute (tenant_id, product_id, name, value)
SELECT 'demo', id, 'Oran', '16:9 : geniş' FROM product WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek'`,
		`INSERT INTO brand (tenant_id, name, slug, status) VALUES ('demo', $$Ölçü: "A\B" 'C'$$, 'olcu', 'PUBLISHED')`,
		`INSERT INTO product (tenant_id, name, slug, status, brand_id) SELECT 'demo', 'Mezura', 'mezura', 'PUBLISHED', id
FROM brand WHERE tenant_id = 'demo' AND slug = 'olcu'`,
	} {
		if _, err := h.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	h.WaitApplied(t, h.NewEditor(t), "demo", "atelier")
	made.keys = all
	return h, all
}
