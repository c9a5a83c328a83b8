package kit

import (
	"net/http"
	"testing"

	"vitrine/cmd/vitrine/boot"
)

func TestAnAppStartsAndAnswers(t *testing.T) {
	t.Parallel()
	h := Shared(t)
	if r := h.Get(t, "", "/readyz"); r.Status != http.StatusOK {
		t.Errorf("/readyz: %d %s", r.Status, r.Body)
	}
	for _, tenant := range boot.DemoTenants {
		if r := h.Get(t, tenant, "/v1/product/mavi-keten-gomlek"); r.Status != http.StatusOK ||
			r.At("data", "slug") != "mavi-keten-gomlek" {
			t.Errorf("%s: %d %s", tenant, r.Status, r.Body)
		}
	}
}
