package meili_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/filter"
	"vitrine/search"
	"vitrine/search/pg"
)

// oneByOne starts a server that passes the questions of a search on to another one by one. between is called after
// each of them with its number.
func oneByOne(t *testing.T, server string, between func(n int)) string {
	t.Helper()
	target, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	forward := httputil.NewSingleHostReverseProxy(target)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		if rq.URL.Path != "/multi-search" {
			forward.ServeHTTP(w, rq)
			return
		}
		var all struct {
			Queries []json.RawMessage `json:"queries"`
		}
		if err := json.NewDecoder(rq.Body).Decode(&all); err != nil {
			t.Error(err)
		}
		results := []json.RawMessage{}
		for n, q := range all.Queries {
			text := []byte(`{"queries":[` + string(q) + `]}`)
			one := rq.Clone(rq.Context())
			one.Body, one.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
			got := httptest.NewRecorder()
			forward.ServeHTTP(got, one)
			var answer struct {
				Results []json.RawMessage `json:"results"`
			}
			if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil || len(answer.Results) != 1 {
				t.Errorf("%s: %v", got.Body, err)
				break
			}
			results = append(results, answer.Results...)
			between(n)
		}
		if err := json.NewEncoder(w).Encode(map[string]any{"results": results}); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// Whenever the index moves on while it is asked, the answer is that of the snapshot, or there is none.
func TestSearchesWithoutPostgresShowNoChangeOfTheIndexMeanwhile(t *testing.T) {
	t.Parallel()
	s := newHeldStore(t, 0)
	const fields = "tenant_id, slug, name, status, amount, year"
	reset := func() {
		t.Helper()
		s.exec("DELETE FROM product WHERE tenant_id = 'acme'")
		s.exec("INSERT INTO product (" + fields + ") VALUES ('acme', 'a', 'Velvet curtain', 'PUBLISHED', 10, NULL), " +
			"('acme', 'b', 'Velvet cushion', 'PUBLISHED', 20, 2023), ('acme', 'c', 'Velvet chair', 'PUBLISHED', 30, 2024)")
		s.index()
		s.follow()
		s.reread()
	}
	moment, questions := -1, 0
	var move func()
	cfg := s.cfg
	cfg.URL = oneByOne(t, cfg.URL, func(n int) {
		if questions = max(questions, n+1); n == moment {
			move()
		}
	})
	s.both = newEngine(t, cfg).Before(s.memory)
	answered, refused := 0, 0
	for _, change := range []string{
		"UPDATE product SET year = 2020, amount = 5 WHERE slug = 'a'",
		"UPDATE product SET year = NULL, amount = 50 WHERE slug = 'c'",
		"UPDATE product SET name = 'Lantern' WHERE slug = 'b'",
		"DELETE FROM product WHERE slug = 'b'",
		"INSERT INTO product (" + fields + ") VALUES ('acme', 'd', 'Velvet', 'PUBLISHED', 1, 2026)",
	} {
		for _, order := range []filter.Order{
			{filter.Desc("p.year"), filter.Asc("p.id")},
			{filter.Asc("p.amount").Last(), filter.Asc("p.id")},
		} {
			questions = 1
			for moment = 0; moment < questions; moment++ {
				reset()
				s.known()
				move = func() {
					s.exec(change)
					s.indexOnly()
				}
				q := s.plain("velvet")
				q.Order, q.Sorted, q.Now = order, true, time.Now().Truncate(time.Microsecond)
				q.Facets = []search.Facet{{Name: "year", Value: "p.year"}, {Name: "price", Value: "p.amount", Range: true}}
				s.read(&q, func(tx pgx.Tx) {
					got, err := s.held(q)
					if errors.Is(err, search.ErrNotHeld) {
						refused++
						return
					}
					if err != nil {
						t.Fatal(err)
					}
					answered++
					want, err := pg.New().Search(s.ctx, tx, q)
					if err != nil {
						t.Fatal(err)
					}
					others := cmpopts.IgnoreFields(search.Result{}, "Engine", "Stamp", "Until")
					if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), others); diff != "" {
						t.Errorf("%s after question %d of %d, by %s (-postgres +%s):\n%s", change, moment+1, questions, order.SQL(),
							got.Engine, diff)
					}
				})
			}
		}
	}
	if answered == 0 || refused == 0 {
		t.Errorf("%d answered, %d refused", answered, refused)
	}
}
