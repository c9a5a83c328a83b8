package meili

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"vitrine/search"
)

// mostHits is the maximum number of candidates.
const mostHits = 1000

// longestPause is the maximum pause, after failures or by Retry-After.
const longestPause = 30 * time.Second

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

// candidates searches Meilisearch for the rows of q's tenant. why is the reason if Meilisearch cannot answer.
func (e *Engine) candidates(ctx context.Context, q *search.Query) (h hits, why string) {
	if e.cfg.Now().UnixNano() < e.pausedUntil.Load() {
		return hits{}, Paused
	}
	ctx, cancel := context.WithTimeout(ctx, e.cfg.Timeout)
	defer cancel()

	raw, err := e.client.Index(e.index(q.Kind)).SearchRawWithContext(ctx, strings.Join(search.Words(q.Text), " "),
		&meilisearch.SearchRequest{
			Filter:               "tenant = " + quote(q.Tenant),
			Limit:                mostHits + 1,
			MatchingStrategy:     meilisearch.All,
			AttributesToRetrieve: []string{"id"},
			ShowRankingScore:     true,
		})
	if err != nil {
		return hits{}, e.failed(err)
	}
	var found struct {
		Hits []struct {
			ID    string  `json:"id"`
			Score float64 `json:"_rankingScore"`
		} `json:"hits"`
	}
	if err := json.Unmarshal(*raw, &found); err != nil {
		return hits{}, e.failed(err)
	}
	if e.failures.Load() != 0 && e.failures.Swap(0) != 0 {
		e.cfg.Log.Info("searching in Meilisearch again")
	}
	if len(found.Hits) > mostHits {
		h.capped, found.Hits = true, found.Hits[:mostHits]
	}
	h.ids, h.places = make([]string, 0, len(found.Hits)), make([]int32, 0, len(found.Hits))
	place, score := int32(0), 0.0
	for i, hit := range found.Hits {
		if i == 0 || hit.Score != score {
			place, score = place+1, hit.Score
		}
		if id, ok := unkey(hit.ID); ok {
			h.ids, h.places = append(h.ids, id), append(h.places, place)
		}
	}
	return h, ""
}

// failed records a failed search and its reason, and starts a pause unless Meilisearch asked for a longer one.
func (e *Engine) failed(err error) (why string) {
	why = Unreachable
	var answer *meilisearch.Error
	if errors.As(err, &answer) && answer.StatusCode != 0 {
		switch {
		case answer.MeilisearchApiError.Code == "index_not_found":
			return Unindexed // no index of this kind yet; other kinds may have one
		case answer.StatusCode == http.StatusServiceUnavailable:
			why = Busy
		default:
			why = Refused
		}
	}
	if errors.Is(err, context.Canceled) {
		return why // the caller cancelled, so Meilisearch did not fail
	}
	n := e.failures.Add(1)
	if n == 1 {
		e.cfg.Log.Warn("searching in Postgres instead of Meilisearch", "because", explainError(err))
	}
	e.pause(min(e.cfg.Pause<<min(n-1, 8), longestPause))
	return why
}

// pause stops searches in Meilisearch for a duration. It never shortens a pause.
func (e *Engine) pause(d time.Duration) {
	until := e.cfg.Now().Add(d).UnixNano()
	for was := e.pausedUntil.Load(); was < until && !e.pausedUntil.CompareAndSwap(was, until); {
		was = e.pausedUntil.Load()
	}
}

// retryAfter is a transport that obeys Retry-After, which the client library does not expose.
type retryAfter struct {
	http.RoundTripper
	engine *Engine
}

func (h retryAfter) RoundTrip(rq *http.Request) (*http.Response, error) {
	rs, err := h.RoundTripper.RoundTrip(rq)
	if err != nil || rs.StatusCode != http.StatusServiceUnavailable || !strings.HasSuffix(rq.URL.Path, "/search") {
		return rs, err
	}
	if s, err := strconv.Atoi(rs.Header.Get("Retry-After")); err == nil && s > 0 && s < 1<<20 {
		h.engine.pause(min(time.Duration(s)*time.Second, longestPause))
	}
	return rs, nil
}

// explainError returns err without the request, which the client library includes, so that searches stay out of logs.
func explainError(err error) error {
	var answer *meilisearch.Error
	if !errors.As(err, &answer) {
		return err
	}
	switch {
	case answer.MeilisearchApiError.Code != "":
		return fmt.Errorf("%d %s", answer.StatusCode, answer.MeilisearchApiError.Code)
	case answer.OriginError != nil:
		return answer.OriginError
	default:
		return fmt.Errorf("status %d", answer.StatusCode)
	}
}
