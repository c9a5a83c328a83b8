package api

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/api"
	"vitrine/internal/writeapi"
)

func TestTheDocumentNeedsNoTenant(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	r := h.Get(t, "", "/openapi.json")
	if r.Status != http.StatusOK || !bytes.Equal(r.Body, api.OpenAPI) {
		t.Fatalf("/openapi.json: %d, %d bytes", r.Status, len(r.Body))
	}
	kit.NewDocument(t)
	etag := r.Header.Get("ETag")
	for _, path := range []string{"/openapi.json", "/docs"} {
		whole := h.Send(t, http.MethodGet, path, "Accept-Encoding", "gzip")
		if whole.Status != http.StatusOK || whole.Header.Get("Content-Encoding") != "gzip" ||
			len(kit.Unzip(t, whole.Body)) < 100 {
			t.Errorf("%s with gzip: %d, %d bytes", path, whole.Status, len(whole.Body))
		}
		if again := h.Send(t, http.MethodGet, path, "Accept-Encoding", "gzip", "If-None-Match",
			whole.Header.Get("ETag")); again.Status != http.StatusNotModified {
			t.Errorf("%s again: %d, want 304", path, again.Status)
		}
		if wrong := h.Send(t, http.MethodGet, path, "Accept-Encoding",
			"compress, identity;q=0"); wrong.Status != http.StatusNotAcceptable {
			t.Errorf("%s in no coding: %d, want 406", path, wrong.Status)
		}
		if wrong := h.Send(t, http.MethodPost, path); wrong.Status != http.StatusMethodNotAllowed ||
			wrong.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
			t.Errorf("POST %s: %d, Allow %q", path, wrong.Status, wrong.Header.Get("Allow"))
		}
	}
	if head := h.Send(t, http.MethodHead, "/openapi.json"); head.Status != http.StatusOK || len(head.Body) != 0 ||
		head.Header.Get("ETag") != etag {
		t.Errorf("HEAD: %d, %d bytes, ETag %q, want %q", head.Status, len(head.Body), head.Header.Get("ETag"), etag)
	}
}

func TestEveryOperationConformsToTheDocument(t *testing.T) {
	t.Parallel()
	h, ref := kit.Shared(t), kit.NewDocument(t)
	for _, path := range ref.Doc.Paths.InMatchingOrder() {
		op := ref.Doc.Paths.Value(path).Get
		if !isRead(op) {
			continue
		}
		t.Run(op.OperationID, func(t *testing.T) {
			t.Parallel()
			for _, q := range questions(path, op) {
				if err := ref.Check(t.Context(), h, q); err != nil {
					t.Errorf("%s %v: %v", q.URL, q.Headers, err)
				}
			}
		})
	}
}

// isRead reports whether an operation is a read of the gateway. The change stream has its own tests. Accounts.Try
// checks the write service wherever a test calls it.
func isRead(op *openapi3.Operation) bool {
	return op != nil && op.OperationID != "changes" &&
		!slices.ContainsFunc(writeapi.All, func(w writeapi.Operation) bool { return w.ID == op.OperationID })
}

// demo is the header that names the tenant demo.
var demo = []string{"x-service-client", "demo"}

// questions returns the valid and the malformed requests that follow from an operation of the document.
func questions(path string, op *openapi3.Operation) []kit.Question {
	base := kit.Question{Path: path, Operation: op.OperationID, Headers: demo, Want: http.StatusOK}
	switch { // these need no tenant
	case slices.Contains(op.Tags, "service"):
		base.URL = path
		return []kit.Question{base}
	case slices.Contains(op.Tags, "time"):
		base.URL = "/v1" + path
		return []kit.Question{base}
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
	for _, p := range query {
		if p.Value.Required {
			filled += "?" + url.Values{p.Value.Name: {fmt.Sprint(p.Value.Example)}}.Encode()
		}
	}
	base.URL = "/v1" + filled
	inPath, noShop, strange, twice := base, base, base, base
	inPath.URL, inPath.Headers = "/t/demo/v1"+filled, nil
	noShop.Headers, noShop.Want = nil, http.StatusBadRequest
	strange.Headers, strange.Want = []string{"x-service-client", "nobody"}, http.StatusNotFound
	twice.Headers, twice.Want = append(slices.Clone(demo), "x-service-client", "atelier"), http.StatusBadRequest
	problem := strange
	problem.Headers = append(slices.Clone(strange.Headers), "Accept", "application/problem+json")
	unacceptable := base
	unacceptable.Headers, unacceptable.Want = append(slices.Clone(demo), "Accept-Encoding", "identity;q=0, compress"),
		http.StatusNotAcceptable
	all := []kit.Question{base, inPath, noShop, strange, twice, problem, unacceptable}
	for _, p := range query {
		all = append(all, asked(base, p.Value)...)
	}
	if strings.Contains(path, "{slug}") {
		missing := base
		missing.URL, missing.Want = "/v1"+strings.Replace(path, "{slug}", "there-is-no-such-thing", 1), http.StatusNotFound
		all = append(all, missing)
	}
	return all
}

// asked returns the questions about one query parameter: its example, its bounds, and values beyond them.
func asked(base kit.Question, p *openapi3.Parameter) []kit.Question {
	var all []kit.Question
	ask := func(want int, values ...string) {
		q := base
		path, others, _ := strings.Cut(q.URL, "?")
		if others != "" && !p.Required {
			path += "?" + others + "&"
		} else {
			path += "?"
		}
		q.URL, q.Want, q.Malformed = path+url.Values{p.Name: values}.Encode(), want, want != http.StatusOK
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
	case slices.Contains([]string{"explain", "highlight", "highlightTag", "snippet"}, p.Name): // of searches
		base.URL += "?search=a"
		switch p.Name {
		case "explain":
			ask(http.StatusOK, "true")
			ask(http.StatusOK, "false")
		case "highlight":
			ask(http.StatusOK, fmt.Sprint(s.Items.Value.Enum[0]))
		case "highlightTag":
			ask(http.StatusOK, "em")
		}
		ask(http.StatusBadRequest, "sideways")
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
	case p.Name == "fields": // an answer with some fields lacks required ones
		var names []string
		for _, name := range s.Items.Value.Enum {
			names = append(names, fmt.Sprint(name))
		}
		ask(http.StatusOK, names...)
		ask(http.StatusBadRequest, "sideways")
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
