package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
)

// The router matches paths as they were sent. It takes an encoded segment of a view for a slug, and finds no such
// record. That result must not become the view's answer.
func TestAnEncodedPathIsNotTheView(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	spelt := 0
	for _, res := range catalog.All {
		for _, v := range res.Views {
			words := strings.Split(v.Path, "/")
			last := words[len(words)-1]
			if len(words) < 3 || strings.Contains(v.Path, "{") {
				continue
			}
			spelt++
			coded := "/v1" + strings.TrimSuffix(v.Path, last) + fmt.Sprintf("%%%02x", last[0]) + last[1:]
			for range 2 { // before the first request for the view, and after
				if r := h.Send(t, http.MethodGet, coded, "x-service-client", "atelier"); r.Status != http.StatusNotFound {
					t.Errorf("%s: %d", coded, r.Status)
				}
				if r := h.Send(t, http.MethodGet, "/v1"+v.Path, "x-service-client", "atelier"); r.Status != http.StatusOK &&
					r.Status != http.StatusBadRequest {
					t.Errorf("%s, after %s: %d %s", v.Path, coded, r.Status, r.Body)
				}
			}
		}
	}
	if spelt < 10 {
		t.Errorf("only %d views have two words", spelt)
	}
}
