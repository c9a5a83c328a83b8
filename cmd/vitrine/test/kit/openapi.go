package kit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"vitrine/internal/api"
)

// The validator of these tests has no code in common with the generator of the OpenAPI document. A member of an answer
// that the document does not name is an error.

// A Document checks requests and answers against the OpenAPI document.
type Document struct {
	Doc    *openapi3.T
	Router routers.Router
}

// Check sends a question and returns what is wrong with it or with its answer.
func (ref *Document) Check(ctx context.Context, h *App, q Question) error {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, q.URL, nil)
	if err != nil {
		return err
	}
	for i := 0; i+1 < len(q.Headers); i += 2 {
		rq.Header.Add(q.Headers[i], q.Headers[i+1])
	}
	route, params, err := ref.Router.FindRoute(rq)
	if err != nil {
		return fmt.Errorf("the document has no such address: %w", err)
	}
	if route.Operation.OperationID != q.Operation {
		return fmt.Errorf("the document routes it to %s", route.Operation.OperationID)
	}
	in := &openapi3filter.RequestValidationInput{Request: rq, PathParams: params, Route: route,
		Options: &openapi3filter.Options{SkipSettingDefaults: true, MultiError: true}}
	switch err := openapi3filter.ValidateRequest(ctx, in); {
	case err != nil && !q.Malformed:
		return fmt.Errorf("the document forbids it: %w", err)
	case err == nil && q.Malformed:
		return fmt.Errorf("the document allows it")
	}
	r, err := h.RoundTrip(ctx, http.MethodGet, q.URL, q.Headers...)
	if err != nil {
		return err
	}
	if r.Status != q.Want {
		return fmt.Errorf("status %d, want %d: %.300s", r.Status, q.Want, r.Body)
	}
	return ref.CheckAnswer(ctx, in, r)
}

// CheckAnswer returns what is wrong with an answer.
func (ref *Document) CheckAnswer(ctx context.Context, in *openapi3filter.RequestValidationInput, r *Answer) error {
	if in.Route.Operation.Responses.Status(r.Status) == nil {
		return fmt.Errorf("status %d is not in the document", r.Status)
	}
	if r.Status == http.StatusNotModified && len(r.Body) > 0 {
		return fmt.Errorf("a 304 with a body")
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: r.Status, Header: r.Header,
		Body: io.NopCloser(bytes.NewReader(r.Body)), Options: &openapi3filter.Options{IncludeResponseStatus: true,
			MultiError: true}}
	return openapi3filter.ValidateResponse(ctx, out)
}

// NewDocument returns the document, which is read once for all tests.
func NewDocument(t testing.TB) *Document {
	t.Helper()
	ref, err := document()
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

var document = sync.OnceValues(func() (*Document, error) {
	doc, err := openapi3.NewLoader().LoadFromData(api.OpenAPI)
	if err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	if err := doc.Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		return nil, fmt.Errorf("the document is not valid: %w", err)
	}
	for _, s := range doc.Components.Schemas {
		closed(s.Value)
	}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			for _, r := range op.Responses.Map() {
				for _, body := range r.Value.Content {
					closed(body.Schema.Value)
				}
			}
		}
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		return nil, fmt.Errorf("route by the document: %w", err)
	}
	return &Document{doc, router}, nil
})

// closed forbids members that a schema does not name.
func closed(s *openapi3.Schema) {
	if len(s.Properties) > 0 && s.AdditionalProperties.Has == nil {
		s.AdditionalProperties.Has = new(bool)
	}
	for _, p := range s.Properties {
		if p.Ref == "" {
			closed(p.Value)
		}
	}
	if s.Items != nil && s.Items.Ref == "" {
		closed(s.Items.Value)
	}
}

// A Question is one request that the document describes.
type Question struct {
	Path, Operation string
	URL             string // as it is sent
	Headers         []string
	Want            int
	Malformed       bool // the document forbids it
}
