package gateway

import (
	"github.com/valyala/fasthttp"

	"vitrine/gateway/explorer"
	"vitrine/gateway/respond"
)

// serveFile answers with a file of the explorer, or with the document. Both are the same for everybody until the next version of the
// binary; whoever has them asks whether they still hold.
func (s *Server) serveFile(ctx *fasthttp.RequestCtx, f *explorer.File) {
	s.responder.File(ctx, respond.File{ContentType: f.ContentType, Body: f.Body, Gzip: f.Gzip, ETag: f.ETag, Policy: explorer.Policy})
}
