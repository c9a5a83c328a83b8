package freshness

import (
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/env"
)

// Each optimisation may be off alone, and all of them together, and edits are visible all the same.
func TestEditsAreVisibleWithoutOptimisations(t *testing.T) {
	t.Parallel()
	sets := map[string][]string{"all": env.Optimisations}
	for _, name := range env.Optimisations {
		sets[name] = []string{name}
	}
	for name, off := range sets {
		t.Run(name, func(t *testing.T) {
			p := prove(t, func(c *boot.Config) { c.Without = off })
			const page = "/v1/product/mavi-keten-gomlek"
			p.edit("name", "UPDATE product SET name = 'Renamed' WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek'",
				expectation{"demo", page, kit.Contains("Renamed")},
				expectation{"demo", "/v1/product?search=renamed", kit.Lists("mavi-keten-gomlek")})
			p.edit("price", "UPDATE product SET amount = 0.01 WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek'",
				expectation{"demo", page, kit.Has("0.01", "data", "price", "amount")},
				expectation{"demo", "/v1/product?order=asc&sort=price", kit.First("mavi-keten-gomlek")},
				expectation{"demo", "/v1/product/filters", kit.Has("0.01", "data", "priceRange", "min")})
		})
	}
}
