package code

import (
	"strings"
	"testing"
)

// Only the canonical form of a link's token names a tenant.
func FuzzLink(f *testing.F) {
	good := newLink("shop")
	for _, seed := range []string{good, "", "~", "shop~", good + "A", good + "\n",
		"shop~" + strings.Repeat("A", 40) + "\r\r\r", good[:len(good)-1], "shop~" + strings.Repeat("A", 42) + "B", "~" +
			good, strings.Repeat("a", 300) + good} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		tenant := LinkTenant(token)
		if tenant == "" {
			return
		}
		if secret, ok := strings.CutPrefix(token, tenant+"~"); !ok || len(token) > 256 ||
			strings.ContainsAny(secret, "~=\r\n") {
			t.Errorf("%q names %q", token, tenant)
		}
	})
}
