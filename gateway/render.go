package gateway

import (
	"context"
	"fmt"
	"strings"

	"vitrine/cache"
	"vitrine/gateway/query"
	"vitrine/internal/api"
)

// A Rendering is the answer to a URL as Postgres alone gives it.
type Rendering struct {
	Status int
	Body   []byte         // as it is sent without compression; an error has a request id of its own
	Read   cache.Snapshot // the snapshot it was read in; zero if nothing had to be read, as for an invalid parameter
}

// Render answers a URL such as "/v1/product?limit=2" from Postgres. It neither reads nor fills the cache. While nothing
// is edited, the cache holds exactly this answer for the URL, except for product/random, which differs every time.
func (s *Server) Render(ctx context.Context, tenantID, url string) (Rendering, error) {
	if !strings.HasPrefix(url, "/v1/") {
		return Rendering{}, fmt.Errorf("render %s: only URLs under /v1 are read from Postgres", url)
	}
	if s.lookup.ByID(tenantID) == nil {
		return Rendering{}, api.UnknownTenant()
	}
	out, err := s.rendered(ctx, tenantID, url)
	if err == nil {
		return out, nil
	}
	id, e := s.responder.RequestID(), api.Of(err)
	out.Status, out.Body = e.Status, e.Body(id)
	if e.Status >= 500 {
		return out, fmt.Errorf("render %s for %s: %w", url, tenantID, err)
	}
	return out, nil
}

func (s *Server) rendered(ctx context.Context, tenantID, url string) (Rendering, error) {
	q, err := s.router.ResolveURL(url)
	if err != nil {
		return Rendering{}, err
	}
	return s.render(ctx, tenantID, q)
}

// render answers a query from Postgres.
func (s *Server) render(ctx context.Context, tenantID string, q *query.Query) (Rendering, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.FillTimeout)
	defer cancel()
	ans, snap, err := s.read(ctx, tenantID, q)
	if err != nil {
		return Rendering{}, err
	}
	out := Rendering{Status: ans.status, Body: ans.body, Read: snap}
	if ans.status != 200 {
		return out, errNoRecord(ans.status)
	}
	return out, nil
}

// errNoRecord is the error of an answer that is not 200.
func errNoRecord(status int) error {
	return api.Errorf(status, api.NotFound, "There is no such record.")
}
