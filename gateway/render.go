package gateway

import (
	"context"
	"fmt"
	"strings"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/internal/api"
)

// A Rendering is what Postgres alone says about a URL.
type Rendering struct {
	Status int
	Body   []byte         // as it would be sent without compression; of an error, with a request id of its own
	Read   cache.Snapshot // what it was read in; zero where nothing had to be read, as for a bad parameter
}

// Render answers a URL such as "/v1/product?limit=2" as a reader of the tenant would be answered who came first: from Postgres, past the
// cache, which it neither asks nor fills. It is for those who compare: while nothing is edited, what the cache holds for the URL is,
// byte for byte, this. An answer that is another one every time (product/random) compares with nothing.
func (s *Server) Render(ctx context.Context, tenantID, url string) (Rendering, error) {
	var inner fasthttp.RequestCtx
	var asked fasthttp.Request
	asked.SetRequestURI(url)
	inner.Init(&asked, nil, nil)
	rq := &request{ctx: &inner, now: s.clock.Now(), past: ctx}
	if !strings.HasPrefix(url, "/v1/") || !rq.locate(inner.Request.URI().PathOriginal()) {
		return Rendering{}, fmt.Errorf("render %s: only what is under /v1 is read from Postgres", url)
	}
	if rq.tenant = s.dir.ByID([]byte(tenantID)); rq.tenant == nil {
		return Rendering{}, api.UnknownTenant()
	}
	if err := s.route(rq); err != nil {
		s.fail(&inner, err)
	}
	out := Rendering{Status: inner.Response.StatusCode(), Body: append([]byte(nil), inner.Response.Body()...), Read: rq.read}
	if out.Status >= 500 {
		return out, fmt.Errorf("render %s for %s: status %d", url, tenantID, out.Status)
	}
	return out, nil
}

// serveUncached answers a request for a view from Postgres.
func (s *Server) serveUncached(rq *request, a *ask, where string) error {
	ctx, cancel := context.WithTimeout(rq.past, s.cfg.FillTimeout)
	defer cancel()
	ans, snap, err := s.read(ctx, rq.tenant.ID(), a)
	if err != nil {
		return err
	}
	rq.read = snap
	e := &cache.Entry{Status: ans.status, ContentType: jsonType, Location: where, Body: ans.body, Made: s.clock.Now()}
	e.SetStamp(snap.N)
	s.respond(rq, e, statusMiss)
	return nil
}
