package engines

import (
	"fmt"
	"strings"

	"vitrine/internal/testkit"
)

// described are two products of a category, one of them with an attribute.
const described = `INSERT INTO category (tenant_id, slug, name) VALUES ('demo', 'quorvanthel', 'Quorvanthel');
INSERT INTO product (tenant_id, slug, name, status, position) VALUES ('demo', 'dsc-one', 'Plimsorrow', 'PUBLISHED', 1),
  ('demo', 'dsc-two', 'Plimsorrow', 'PUBLISHED', 2);
UPDATE product SET amount = 10 WHERE tenant_id = 'demo' AND name = 'Plimsorrow';
INSERT INTO product_category (tenant_id, product_id, category_id)
SELECT 'demo', p.id, c.id FROM product p JOIN category c ON c.tenant_id = 'demo' AND c.slug = 'quorvanthel'
WHERE p.tenant_id = 'demo' AND p.name = 'Plimsorrow';
INSERT INTO product_attribute (tenant_id, product_id, name, value, type)
SELECT 'demo', id, 'Vornaglim', 'Tessevalt', 'TEXT' FROM product WHERE tenant_id = 'demo' AND slug = 'dsc-two';`

// A product is found by its category and its attributes once they are announced, and no longer by those that it had.
// Postgres alone searches neither.
func aProductIsFoundByWhatDescribesIt(a *app) {
	if a.engine.answers == "postgres" {
		return
	}
	const ofOne = ` WHERE tenant_id = 'demo' AND product_id = (
  SELECT id FROM product WHERE tenant_id = 'demo' AND slug = 'dsc-one')`
	for _, step := range []struct {
		sql   string
		finds map[string]string // by text: slugs
	}{
		{"", map[string]string{"quorvanthel": "dsc-one dsc-two", "tessevalt": "dsc-two", "vornaglim": "dsc-two"}},
		{"UPDATE category SET name = 'Mystrafold' WHERE tenant_id = 'demo' AND slug = 'quorvanthel'",
			map[string]string{"quorvanthel": "", "mystrafold": "dsc-one dsc-two"}},
		{"UPDATE product_attribute SET value = 'Ombrelair' WHERE tenant_id = 'demo' AND value = 'Tessevalt'",
			map[string]string{"tessevalt": "", "ombrelair": "dsc-two"}},
		{"DELETE FROM product_category" + ofOne, map[string]string{"mystrafold": "dsc-two", "plimsorrow": "dsc-one dsc-two"}},
		{"UPDATE category SET status = 'DRAFT' WHERE tenant_id = 'demo' AND slug = 'quorvanthel'",
			map[string]string{"mystrafold": "", "ombrelair": "dsc-two"}},
	} {
		when := "at first"
		if step.sql != "" {
			a.edit(step.sql)
			when = step.sql
		}
		a.describe(when, step.finds)
		if a.engine.follows {
			a.indexed()
			a.describeIndexed(when, step.finds)
		}
	}
}

// describe checks what searches find. Each is sent three times: the second answer is cached.
func (a *app) describe(when string, finds map[string]string) {
	a.t.Helper()
	for text, want := range finds {
		for range 3 {
			r := a.get("/v1/product?search=" + text)
			if got := strings.Join(slugs(r), " "); got != want {
				a.t.Errorf("%s, %q finds %q by %s, want %q", when, text, got, r.Header.Get("X-Search-Engine"), want)
			}
		}
	}
}

// describeIndexed checks what Meilisearch itself finds. A gateway knows with a delay that everything is indexed.
func (a *app) describeIndexed(when string, finds map[string]string) {
	a.t.Helper()
	for text, want := range finds {
		if want == "" {
			continue
		}
		tries := 0
		testkit.Until(a.t, when+": Meilisearch finds "+text, func() bool {
			tries++ // so that the answer is not in the cache
			r := a.get(fmt.Sprintf("/v1/product?search=%s&maxPrice=%d", text, 1_000_000+tries))
			if got := strings.Join(slugs(r), " "); got != want {
				a.t.Errorf("%s, indexed, %q finds %q by %s, want %q", when, text, got, r.Header.Get("X-Search-Engine"), want)
			}
			return r.Header.Get("X-Search-Engine") == "meilisearch"
		})
	}
}
