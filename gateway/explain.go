package gateway

import (
	"context"
	"net/http"
	"time"

	"vitrine/gateway/respond"
	"vitrine/internal/api"
)

// Explained returns the page that answers a search with explanations, as of Postgres: ?tenant=…&path=…. It is for the
// admin listener.
func (s *Server) Explained() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		ctx, cancel := context.WithTimeout(rq.Context(), explainTimeout)
		defer cancel()
		q := rq.URL.Query()
		status, body := s.explained(ctx, q.Get("tenant"), q.Get("path"))
		w.Header().Set("Content-Type", respond.JSONType)
		w.WriteHeader(status)
		_, _ = w.Write(append(body, '\n')) //nolint:gosec // JSON; the client may be gone
	})
}

const explainTimeout = 10 * time.Second

func (s *Server) explained(ctx context.Context, tenantID, path string) (status int, body []byte) {
	failed := func(err error) (int, []byte) {
		e := api.Of(err)
		return e.Status, e.Body("")
	}
	if s.lookup.ByID(tenantID) == nil {
		return failed(api.UnknownTenant())
	}
	q, err := s.router.ResolveURL(path)
	switch {
	case err != nil:
		return failed(err)
	case !q.View.Explains() || q.Text == "":
		return failed(api.Errorf(400, api.InvalidRequest, "Only searches can be explained, such as /v1/product?search=lamp."))
	}
	q.Explain = true
	out, err := s.reader.Render(ctx, tenantID, q)
	if err != nil {
		return failed(err)
	}
	return out.Status, out.Body
}
