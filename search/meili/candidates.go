package meili

import (
	"context"
	"strings"

	"vitrine/search"
)

// mostCandidates is the maximum number of candidates.
const mostCandidates = 1000

// hits are candidates in rank order. Candidates with the same score share a place, from 1, so that the Query's Order
// decides between them and not the order of indexing.
type hits struct {
	ids    []string
	places []int32
	capped bool // there are more candidates
}

// drop removes ids.
func (h *hits) drop(ids []string) {
	gone := make(map[string]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	kept, places := make([]string, 0, len(h.ids)), make([]int32, 0, len(h.ids))
	for i, id := range h.ids {
		if !gone[id] {
			kept, places = append(kept, id), append(places, h.places[i])
		}
	}
	h.ids, h.places = kept, places
}

// candidates searches Meilisearch for the rows of q's tenant.
func (e *Engine) candidates(ctx context.Context, q *search.Query) (h hits, err error) {
	ctx, cancel := context.WithTimeout(ctx, e.cfg.Timeout)
	defer cancel()
	var found answer
	if err := e.sendSearch(ctx, "/indexes/"+e.index(q.Kind)+"/search", map[string]any{
		"q":                    strings.Join(search.Words(q.Text), " "),
		"filter":               "tenant = " + quote(q.Tenant),
		"limit":                mostCandidates + 1,
		"matchingStrategy":     "all",
		"attributesToRetrieve": []string{"id"},
		"showRankingScore":     true,
	}, &found); err != nil {
		return hits{}, err
	}
	if len(found.Hits) > mostCandidates {
		h.capped, found.Hits = true, found.Hits[:mostCandidates]
	}
	h.ids, h.places = make([]string, 0, len(found.Hits)), make([]int32, 0, len(found.Hits))
	place, score := int32(0), 0.0
	for i, hit := range found.scored() {
		if i == 0 || hit.score != score {
			place, score = place+1, hit.score
		}
		if hit.id != "" {
			h.ids, h.places = append(h.ids, hit.id), append(h.places, place)
		}
	}
	return h, nil
}
