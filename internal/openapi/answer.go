package openapi

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// failure is an error answer that operations share.
type failure struct {
	name   string // of the component
	status int
	about  string
	why    error // an example
}

// failures are the error answers of all reads under /v1.
var failures = []failure{
	{"BadRequest", 400, "A parameter or header is not valid.",
		api.Invalid("limit", "500", "a whole number from 1 to 100")},
	{"Forbidden", 403, "The tenant is disabled.", api.Errorf(403, api.TenantDisabled, "This tenant is disabled.")},
	{"NotFound", 404, "The tenant or the record does not exist.",
		api.Errorf(404, api.NotFound, "There is no such record.")},
	{"MethodNotAllowed", 405, "The path accepts GET, HEAD and OPTIONS only.",
		api.Errorf(405, api.MethodNotAllowed, "This address can be read with GET or HEAD.")},
	{"NotAcceptable", 406, "Accept-Encoding excludes br, gzip and identity.",
		api.Errorf(406, api.NotAcceptable, "Accept-Encoding leaves nothing that can be sent: identity, gzip or br.")},
	{"ContentTooLarge", 413, "The body of the request is too large. Reads need none.",
		api.Errorf(413, api.PayloadTooLarge, "The body is larger than 65536 bytes.")},
	{"HeadTooLarge", 431, "The request line and the headers together exceed 16 KB.",
		api.Errorf(431, api.InvalidRequest, "The request's line and headers are larger than 16384 bytes.")},
	{"Internal", 500, "An internal error. The server's log has the requestId.", api.Of(fmt.Errorf("any"))},
	{"Unavailable", 503, "The tenant cannot be read at the moment. Retry after Retry-After.",
		api.Errorf(503, api.Unavailable, "The tenant cannot be read now. Try again in a moment.")},
}

// crowded is the further error answer of views over all modules.
var crowded = failure{"TooManySearches", 429, "Too many searches at once. Retry after Retry-After.",
	&api.Error{Status: 429, Code: api.TooManyRequests, Message: "Too many searches at once. Try again in a moment."}}

// headers are the response headers that need a description, by the name of their component.
func headers() Ordered[*Header] {
	var all Ordered[*Header]
	text := &Schema{Type: "string"}
	all.Add("ETag", &Header{Description: "Identifies this form of the answer, for If-None-Match.", Schema: text})
	all.Add("X-Version", &Header{Required: true,
		Description: "The tenant's change number at which the answer was read. It never decreases.",
		Schema:      &Schema{Type: "integer", Minimum: ptr(0.0)}})
	all.Add("Cache-Control", &Header{Required: true, Schema: text,
		Description: "How long a cache may use the answer without revalidation."})
	all.Add("Cache-Status", &Header{Required: true, Schema: text,
		Description: "The gateway, as vitrine-NAME, and whether the answer was cached (RFC 9211): hit; hit with " +
			"detail=assembled if it was made in memory without a query to Postgres; or fwd=miss."})
	all.Add("X-Search-Engine", &Header{Schema: text, Description: "On a search, the engine that answered: memory, " +
		"postgres or meilisearch. With ;truncated, it did not count all matches. With ;interim, another engine " +
		"answers such searches soon, in an order of its own; the answer is kept for at most a second. A search over " +
		"all modules may name several, separated by commas."})
	all.Add("Content-Location", &Header{Schema: text,
		Description: "The canonical URL, if the request used another form of it."})
	all.Add("X-Stale", &Header{
		Description: "1 if neither the bus nor the database could confirm the answer. Age gives its age in seconds.",
		Schema:      &Schema{Type: "string", Const: "1"}})
	all.Add("X-Request-Id", &Header{Description: "The id of the request in the log.", Required: true, Schema: text})
	all.Add("Allow", &Header{Description: "The methods that the path accepts.", Required: true, Schema: text})
	all.Add("Retry-After", &Header{Required: true, Description: "Seconds to wait before the next request.",
		Schema: &Schema{Type: "integer", Minimum: ptr(0.0)}})
	return all
}

// with refers to headers by their components.
func with(names ...string) Ordered[*Header] {
	var h Ordered[*Header]
	for _, name := range names {
		h.Add(name, &Header{Ref: "#/components/headers/" + name})
	}
	return h
}

// responses are the components that operations refer to.
func (b *builder) responses() Ordered[*Response] {
	var all Ordered[*Response]
	all.Add("NotModified", &Response{Description: "The client's copy is current.",
		Headers: with("ETag", "X-Version", "Cache-Control", "Cache-Status", "Content-Location")})
	for _, f := range append(failures[:len(failures):len(failures)], crowded) {
		all.Add(f.name, b.failed(f))
	}
	return all
}

// failed is the answer of a failure, as JSON and as a problem of RFC 9457.
func (b *builder) failed(f failure) *Response {
	r := &Response{Description: f.about + b.codes(f.status), Headers: with("X-Request-Id", "Cache-Control")}
	switch f.status {
	case 405:
		r.Headers = with("X-Request-Id", "Cache-Control", "Allow")
	case 429, 503:
		r.Headers = with("X-Request-Id", "Cache-Control", "Retry-After")
	}
	e := api.Of(f.why)
	const id = "5f3a9c21-17"
	r.Content.Add("application/json", &MediaType{Schema: b.schema(reflect.TypeFor[api.ErrorBody]()), Example: e.Body(id)})
	problem := b.schema(reflect.TypeFor[api.Problem]())
	r.Content.Add("application/problem+json", &MediaType{Schema: problem, Example: e.Problem(id)})
	return r
}

// codes lists the codes of reads that go with a status.
func (b *builder) codes(status int) string {
	var text strings.Builder
	for _, c := range b.api.Codes {
		if c.Status == status && !c.Write {
			fmt.Fprintf(&text, "\n- `%s`: %s", c.Code, c.About)
		}
	}
	if text.Len() == 0 {
		return ""
	}
	return "\n" + text.String()
}

// answers are the responses of a view.
func (b *builder) answers(v *catalog.View) Ordered[*Response] {
	ok := &Response{Description: v.Doc + ".",
		Headers: with("ETag", "X-Version", "Cache-Control", "Cache-Status", "X-Search-Engine", "Content-Location", "X-Stale")}
	if v.Uncacheable {
		ok.Headers = with("X-Version", "Cache-Control", "Cache-Status", "Content-Location", "X-Stale")
	}
	ok.Content.Add("application/json", &MediaType{Schema: b.envelope(v)})
	var all Ordered[*Response]
	all.Add("200", ok)
	if !v.Uncacheable {
		all.Add("304", &Response{Ref: "#/components/responses/NotModified"})
	}
	possible := failures
	if v.Across {
		possible = append(possible[:len(possible):len(possible)], crowded)
	}
	for _, f := range possible {
		all.Add(strconv.Itoa(f.status), &Response{Ref: "#/components/responses/" + f.name})
	}
	return all
}

// foundMembers adds what a search may say about a record to the record's schema.
func (b *builder) foundMembers(ref *Schema) {
	s := b.schemas[strings.TrimPrefix(ref.Ref, "#/components/schemas/")]
	if s.Properties.Get("_highlight") != nil {
		return
	}
	marked := func(what string) *Schema {
		return &Schema{Type: "object", AdditionalProperties: ptr(true), Description: what}
	}
	s.Properties.Add("_highlight", marked("The texts that highlight names, as HTML with the matches marked."))
	s.Properties.Add("_snippet", marked("The parts of texts that snippet names, as HTML with the matches marked."))
	s.Properties.Add("_explain", marked("With explain=true: how the search found the record."))
}

// envelope is the success envelope around a view's records.
func (b *builder) envelope(v *catalog.View) *Schema {
	shown := v.Shows
	if shown == nil {
		shown = v.Row.Type
	}
	data := b.schema(shown)
	if v.Explains() {
		b.foundMembers(data)
	}
	if v.Shape != catalog.One {
		data = &Schema{Type: "array", Items: data}
	}
	s := &Schema{Type: "object", Required: []string{"status", "data"}}
	s.Properties.Add("status", &Schema{Type: "string", Const: "success"})
	s.Properties.Add("data", data)
	switch {
	case v.Across:
		s.Properties.Add("meta", b.schema(reflect.TypeFor[api.SearchMeta]()))
	case v.Paged() && v.Envelope == catalog.Pagination:
		s.Properties.Add("pagination", b.schema(reflect.TypeFor[api.Pagination]()))
		s.Required = append(s.Required, "pagination")
		if v.Search {
			s.Properties.Add("meta", b.schema(reflect.TypeFor[api.SearchMeta]()))
		}
	case v.Paged():
		meta := reflect.TypeFor[api.PageMeta]()
		if v.Search {
			meta = reflect.TypeFor[api.FoundMeta]()
		}
		s.Properties.Add("meta", b.schema(meta))
		s.Required = append(s.Required, "meta")
	case v.Shape == catalog.List && v.Search:
		s.Properties.Add("meta", b.schema(reflect.TypeFor[api.SearchMeta]()))
	case v.Shape == catalog.List && v.Cap > 0:
		s.Properties.Add("meta", b.schema(reflect.TypeFor[api.ListMeta]()))
	}
	return s
}
