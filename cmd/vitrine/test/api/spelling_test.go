package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
)

// The router takes paths as they were sent. A word of a view with a letter encoded looks to it like the slug of a
// record, of which there is none; that nothing was found there must not become what the view answers.
func TestAViewSpeltWithCodesIsAnotherAddress(t *testing.T) {
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
			for range 2 { // before the view was asked for, and after
				if r := kit.Send(t, h, http.MethodGet, coded, "x-service-client", "atelier"); r.Status != http.StatusNotFound {
					t.Errorf("%s: %d", coded, r.Status)
				}
				if r := kit.Send(t, h, http.MethodGet, "/v1"+v.Path, "x-service-client", "atelier"); r.Status != http.StatusOK &&
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
