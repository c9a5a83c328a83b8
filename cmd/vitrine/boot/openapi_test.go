package boot

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
)

// The OpenAPI document is held to the gateway here, by a validator that had no part in writing it: requests made from the document are
// answered as the document says, and an answer with a member that the document does not name is a fault.

// A referee judges requests and answers by the document.
type referee struct {
	doc    *openapi3.T
	router routers.Router
}

// newReferee is the same for all tests: it takes a while to read the document.
func newReferee(t testing.TB) *referee {
	t.Helper()
	ref, err := theReferee()
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

var theReferee = sync.OnceValues(func() (*referee, error) {
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
	return &referee{doc, router}, nil
})

// closed forbids the members that a schema does not name.
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

// A question is one request that the document describes.
type question struct {
	path, operation string
	url             string // as it is sent
	headers         []string
	want            int
	malformed       bool // the document forbids it
}

// judge sends a question and says what is wrong with it or with its answer, nil if nothing is.
func (ref *referee) judge(ctx context.Context, h *House, q question) error {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, q.url, nil)
	if err != nil {
		return err
	}
	for i := 0; i+1 < len(q.headers); i += 2 {
		rq.Header.Add(q.headers[i], q.headers[i+1])
	}
	route, params, err := ref.router.FindRoute(rq)
	if err != nil {
		return fmt.Errorf("the document has no such address: %w", err)
	}
	if route.Operation.OperationID != q.operation {
		return fmt.Errorf("the document takes it for %s", route.Operation.OperationID)
	}
	in := &openapi3filter.RequestValidationInput{Request: rq, PathParams: params, Route: route,
		Options: &openapi3filter.Options{SkipSettingDefaults: true, MultiError: true}}
	switch err := openapi3filter.ValidateRequest(ctx, in); {
	case err != nil && !q.malformed:
		return fmt.Errorf("the document forbids it: %w", err)
	case err == nil && q.malformed:
		return fmt.Errorf("the document allows it")
	}
	r, err := roundTrip(ctx, h, http.MethodGet, q.url, q.headers...)
	if err != nil {
		return err
	}
	if r.Status != q.want {
		return fmt.Errorf("status %d, want %d: %.300s", r.Status, q.want, r.Body)
	}
	return ref.answer(ctx, in, r)
}

// answer says what is wrong with an answer.
func (ref *referee) answer(ctx context.Context, in *openapi3filter.RequestValidationInput, r *reply) error {
	if in.Route.Operation.Responses.Status(r.Status) == nil {
		return fmt.Errorf("status %d is not in the document", r.Status)
	}
	if r.Status == http.StatusNotModified && len(r.Body) > 0 {
		return fmt.Errorf("a 304 with a body")
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: r.Status, Header: r.Header,
		Body: io.NopCloser(bytes.NewReader(r.Body)), Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true}}
	return openapi3filter.ValidateResponse(ctx, out)
}

func TestTheDocumentIsServedToEverybody(t *testing.T) {
	t.Parallel()
	h := sharedHouse(t)
	r := get(t, h, "", "/openapi.json")
	if r.Status != http.StatusOK || !bytes.Equal(r.Body, api.OpenAPI) {
		t.Fatalf("/openapi.json: %d, %d bytes", r.Status, len(r.Body))
	}
	newReferee(t)
	etag := r.Header.Get("ETag")
	for _, path := range []string{"/openapi.json", "/docs"} {
		whole := send(t, h, http.MethodGet, path, "Accept-Encoding", "gzip")
		if whole.Status != http.StatusOK || whole.Header.Get("Content-Encoding") != "gzip" || len(unzip(t, whole.Body)) < 100 {
			t.Errorf("%s with gzip: %d, %d bytes", path, whole.Status, len(whole.Body))
		}
		if again := send(t, h, http.MethodGet, path, "Accept-Encoding", "gzip", "If-None-Match", whole.Header.Get("ETag")); again.Status != http.StatusNotModified {
			t.Errorf("%s again: %d, want 304", path, again.Status)
		}
		if wrong := send(t, h, http.MethodGet, path, "Accept-Encoding", "compress, identity;q=0"); wrong.Status != http.StatusNotAcceptable {
			t.Errorf("%s in no coding: %d, want 406", path, wrong.Status)
		}
		if wrong := send(t, h, http.MethodPost, path); wrong.Status != http.StatusMethodNotAllowed || wrong.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
			t.Errorf("POST %s: %d, Allow %q", path, wrong.Status, wrong.Header.Get("Allow"))
		}
	}
	if head := send(t, h, http.MethodHead, "/openapi.json"); head.Status != http.StatusOK || len(head.Body) != 0 || head.Header.Get("ETag") != etag {
		t.Errorf("HEAD: %d, %d bytes, ETag %q, want %q", head.Status, len(head.Body), head.Header.Get("ETag"), etag)
	}
}

func TestEveryOperationAnswersAsTheDocumentSays(t *testing.T) {
	t.Parallel()
	h, ref := sharedHouse(t), newReferee(t)
	for _, path := range ref.doc.Paths.InMatchingOrder() {
		op := ref.doc.Paths.Value(path).Get
		if !isRead(op) {
			continue
		}
		t.Run(op.OperationID, func(t *testing.T) {
			t.Parallel()
			for _, q := range questions(path, op) {
				if err := ref.judge(t.Context(), h, q); err != nil {
					t.Errorf("%s %v: %v", q.url, q.headers, err)
				}
			}
		})
	}
}

// isRead reports whether an operation is a read of the gateway's. The stream of changes has tests of its own; those of the write service are judged wherever a test asks them (authHouse.try).
func isRead(op *openapi3.Operation) bool {
	return op != nil && op.OperationID != "changes" && !slices.ContainsFunc(writeapi.All, func(w writeapi.Operation) bool { return w.ID == op.OperationID })
}

// demo names the demo shop.
var demo = []string{"x-service-client", "demo"}

// questions are what the document lets a reader ask of an operation, and what it does not.
func questions(path string, op *openapi3.Operation) []question {
	base := question{path: path, operation: op.OperationID, headers: demo, want: http.StatusOK}
	if slices.Contains(op.Tags, "service") {
		base.url = path
		return []question{base}
	}
	filled := path
	var query openapi3.Parameters
	for _, p := range op.Parameters {
		switch p.Value.In {
		case openapi3.ParameterInPath:
			filled = strings.Replace(filled, "{"+p.Value.Name+"}", url.PathEscape(fmt.Sprint(p.Value.Example)), 1)
		case openapi3.ParameterInQuery:
			query = append(query, p)
		}
	}
	base.url = "/v1" + filled
	inPath, noShop, strange, twice := base, base, base, base
	inPath.url, inPath.headers = "/t/demo/v1"+filled, nil
	noShop.headers, noShop.want = nil, http.StatusBadRequest
	strange.headers, strange.want = []string{"x-service-client", "nobody"}, http.StatusNotFound
	twice.headers, twice.want = append(slices.Clone(demo), "x-service-client", "atelier"), http.StatusBadRequest
	problem := strange
	problem.headers = append(slices.Clone(strange.headers), "Accept", "application/problem+json")
	unacceptable := base
	unacceptable.headers, unacceptable.want = append(slices.Clone(demo), "Accept-Encoding", "identity;q=0, compress"), http.StatusNotAcceptable
	all := []question{base, inPath, noShop, strange, twice, problem, unacceptable}
	for _, p := range query {
		all = append(all, asked(base, p.Value)...)
	}
	if strings.Contains(path, "{slug}") {
		missing := base
		missing.url, missing.want = "/v1"+strings.Replace(path, "{slug}", "there-is-no-such-thing", 1), http.StatusNotFound
		all = append(all, missing)
	}
	return all
}

// asked are the questions about one query parameter: its example, its bounds, and what lies beyond.
func asked(base question, p *openapi3.Parameter) []question {
	var all []question
	ask := func(want int, values ...string) {
		q := base
		q.url, q.want, q.malformed = q.url+"?"+url.Values{p.Name: values}.Encode(), want, want != http.StatusOK
		all = append(all, q)
	}
	s := p.Schema.Value
	switch {
	case s.Type.Is("integer"), s.Type.Is("number"):
		ask(http.StatusOK, decimal(*s.Min))
		ask(http.StatusBadRequest, decimal(*s.Min-1))
		if s.Type.Is("integer") {
			ask(http.StatusOK, decimal(*s.Max))
			ask(http.StatusBadRequest, decimal(*s.Max+1))
			ask(http.StatusBadRequest, "1.5")
		}
		ask(http.StatusBadRequest, "many")
	case len(s.Enum) > 0:
		for _, v := range s.Enum {
			ask(http.StatusOK, fmt.Sprint(v))
		}
		ask(http.StatusBadRequest, "sideways")
	case p.Name == "bbox":
		ask(http.StatusOK, "26,36,45,42")
		ask(http.StatusOK, "170,-90,-170,90")
		ask(http.StatusBadRequest, "26,36,45")
		ask(http.StatusBadRequest, "26,36,45,north")
		ask(http.StatusBadRequest, "26,36,45,91")
		ask(http.StatusBadRequest, "-181,36,45,42")
	case s.Type.Is("array"):
		example := fmt.Sprint(p.Example.([]any)[0])
		ask(http.StatusOK, example)
		ask(http.StatusOK, example, example)
		ask(http.StatusBadRequest, "wrong\x00")
	default: // text
		ask(http.StatusOK, "mavi"[:min(4, int(length(s)))])
		ask(http.StatusOK, strings.Repeat("ş", int(length(s))))
		ask(http.StatusBadRequest, strings.Repeat("ş", int(length(s))+1))
	}
	return all
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func length(s *openapi3.Schema) uint64 {
	if s.MaxLength == nil {
		return 0
	}
	return *s.MaxLength
}
