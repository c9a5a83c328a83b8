package edges

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"vitrine/cache"
	"vitrine/internal/edge"
)

// maxURLs is how many URLs are listed.
const maxURLs = 1000

// URLs lists the cached answers of a tenant that carry one of some outside tags: ?tenant=…&tags=a,b,…
type URLs struct {
	Cached func(tenant string) *cache.Tenant // nil: there is no such tenant
}

// ServeHTTP implements http.Handler.
func (u *URLs) ServeHTTP(w http.ResponseWriter, rq *http.Request) {
	t := u.Cached(rq.FormValue("tenant"))
	if t == nil {
		http.Error(w, `{"message":"There is no such tenant."}`, http.StatusNotFound)
		return
	}
	wanted := map[string]bool{}
	for tag := range strings.SplitSeq(rq.FormValue("tags"), ",") {
		wanted[tag] = true
	}
	found := struct {
		URLs  []string `json:"urls"`
		Found int      `json:"found"`
		All   int      `json:"all"`
	}{URLs: []string{}}
	for e := range t.Entries() {
		if e.Digest == nil && e.Body != nil {
			continue // a fragment
		}
		found.All++
		tags, _ := edge.TagsOf(t.ID, e.EachTag()).Fit(edge.Format{})
		if !slices.ContainsFunc(tags, func(tag string) bool { return wanted[tag] }) {
			continue
		}
		if found.Found++; len(found.URLs) < maxURLs {
			found.URLs = append(found.URLs, "/v1"+string(e.Name()))
		}
	}
	slices.Sort(found.URLs)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(found) // the client may be gone
}
