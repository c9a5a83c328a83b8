package api

import (
	"strings"
	"testing"
)

// A search is kept from its second request on, any other list from its first.
func TestASearchIsCachedFromItsSecondRequestOn(t *testing.T) {
	t.Parallel()
	h := inPostgres(t) // memory composes an answer of records that are cached
	for url, want := range map[string]string{
		"/v1/product?search=keten&limit=17": "miss miss hit",
		"/v1/product?limit=17&page=2":       "miss hit hit",
	} {
		var got []string
		for range 3 {
			r := h.Get(t, "atelier", url)
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
