package api

import (
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// What is searched for is kept from the second time on; any other list from the first.
func TestSearchIsKeptFromItsSecondTimeOn(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	for url, want := range map[string]string{
		"/v1/product?search=keten&limit=17": "miss miss hit",
		"/v1/product?limit=17&page=2":       "miss hit hit",
	} {
		var got []string
		for range 3 {
			r := kit.Get(t, h, "atelier", url)
			h.Gateway.Cache().Wait()
			if strings.Contains(r.Header.Get("Cache-Status"), "hit") {
				got = append(got, "hit")
			} else {
				got = append(got, "miss")
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
}
