package cms

import (
	"strings"
	"testing"
)

// Two tenants never share a role, and every name is one that needs no quotation marks.
func TestRolesOfTenantsHaveTheirOwnNames(t *testing.T) {
	t.Parallel()
	if got := RoleName("directus", "demo"); got != "directus_demo" {
		t.Errorf("got %s", got)
	}
	seen := map[string]string{}
	for _, tenant := range []string{"shop", "Shop", "SHOP", "my.shop", "my-shop", "my_shop", "My_Shop", "1",
		strings.Repeat("a", 54), strings.Repeat("a", 55), strings.Repeat("a", 63), strings.Repeat("a", 64),
		strings.Repeat("a", 63) + "b"} {
		name := RoleName("directus", tenant)
		if !ValidName(name) {
			t.Errorf("%s: %q is no name", tenant, name)
		}
		if other, ok := seen[name]; ok {
			t.Errorf("%s and %s share %s", tenant, other, name)
		}
		seen[name] = tenant
	}
}
