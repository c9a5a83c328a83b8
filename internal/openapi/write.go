package openapi

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
)

// What the write service is asked and answers.

// writeTags say what the first words of its paths are about.
var writeTags = []Tag{
	{"auth", "Accounts, sessions, and the ways into them."},
	{"basket", "What a customer means to buy."},
	{"order", "What was paid for."},
	{"payment", "Paying: by card with 3-D Secure, here or at the bank's own page, by transfer, or on a chain."},
	{"notification", "What a customer is told."},
	{".well-known", "What others have to know to check our tokens."},
	{"changes", "What a shop changed, for those who keep answers."},
}

// changes is the gateway's own, though it is guarded as operations of the write service are.
var changes = writeapi.Operation{
	Method: http.MethodGet, Path: "/changes", ID: "changes", Summary: "The shop's changes from now on", Tenant: writeapi.Must, Bearer: writeapi.Must,
	Types: []string{"text/event-stream"}, Codes: []string{"TOO_MANY_REQUESTS"},
	About: "Server-sent events with the shop's stream key as the bearer, resumable by Last-Event-ID. Each has `{seq, token, tags}`: answers with one of the opaque tags may be others from this change on; " +
		"no gateway shows the old any more; a read that brings the token as `x-consistency` is at least that new. Drafts are not told of. Whoever comes back too late gets the tag that all answers carry.",
}

// guardCodes are the errors that a request's guards answer with, whatever the operation.
func guardCodes(op writeapi.Operation) []api.Code {
	codes := []api.Code{api.MethodNotAllowed, api.Internal, api.Unavailable, api.InvalidRequest}
	if op.Tenant != writeapi.Never {
		codes = append(codes, api.TenantRequired, api.TenantMismatch, api.TenantUnknown, api.TenantDisabled)
	}
	if op.Bearer != writeapi.Never {
		codes = append(codes, api.Unauthenticated)
	}
	if op.Body != nil || op.Method == http.MethodPost {
		codes = append(codes, api.InvalidParameter, api.PayloadTooLarge, api.UnsupportedMediaType, api.TooManyRequests)
	}
	if op.List || len(op.Query) > 0 {
		codes = append(codes, api.InvalidParameter)
	}
	return codes
}

// addWrite adds the operations of the write service.
func (b *builder) addWrite(paths *Ordered[*PathItem]) {
	for _, w := range append(slices.Clone(writeapi.All), changes) {
		item := paths.Get(w.Path)
		if item == nil {
			item = &PathItem{}
			paths.Add(w.Path, item)
		}
		*item.of(w.Method) = b.written(w)
	}
}

// of is where a path has the operation of a method.
func (p *PathItem) of(method string) **Operation {
	switch method {
	case http.MethodGet:
		return &p.Get
	case http.MethodPost:
		return &p.Post
	case http.MethodPut:
		return &p.Put
	case http.MethodPatch:
		return &p.Patch
	case http.MethodDelete:
		return &p.Delete
	}
	panic("openapi: no place for " + method)
}

// All are the operations at a path.
func (p *PathItem) All() []*Operation {
	return slices.DeleteFunc([]*Operation{p.Get, p.Put, p.Post, p.Delete, p.Patch}, func(op *Operation) bool { return op == nil })
}

func (b *builder) written(w writeapi.Operation) *Operation {
	op := &Operation{OperationID: w.ID, Tags: []string{group(w.Path)}, Summary: w.Summary, Description: w.About}
	if w.Tenant != writeapi.Never {
		op.Parameters = append(op.Parameters, refer("Tenant"))
	}
	for part := range strings.SplitSeq(w.Path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			op.Parameters = append(op.Parameters, pathParameter(strings.TrimSuffix(name, "}"), "0123456789abcdef01234567"))
		}
	}
	for _, p := range w.Query {
		q := query(p.Name, p.About, &Schema{Type: "string"})
		q.Required = p.Needed
		op.Parameters = append(op.Parameters, q)
	}
	if w.List {
		op.Parameters = append(op.Parameters, refer("Page"), refer("Limit"), refer("PerPage"))
	}
	if w.Once {
		op.Parameters = append(op.Parameters, &Parameter{Name: "Idempotency-Key", In: "header", Schema: &Schema{Type: "string"},
			Description: "Makes a repetition of the request the same request: it gets the same answer, for a day."})
	}
	if w.Body != nil {
		op.RequestBody = &RequestBody{Required: true}
		contentType := "application/json"
		if w.Form {
			contentType = "application/x-www-form-urlencoded"
		}
		op.RequestBody.Content.Add(contentType, &MediaType{Schema: b.schema(w.Body)})
	}
	switch w.Bearer {
	case writeapi.Must:
		op.Security = []map[string][]string{{"bearer": {}}}
		if w.ID == changes.ID {
			op.Security = []map[string][]string{{"streamKey": {}}}
		}
	case writeapi.May:
		op.Security = []map[string][]string{{}, {"bearer": {}}}
	}
	b.answersOf(op, w)
	return op
}

// writtenEnvelope is what an operation's data comes in.
func (b *builder) writtenEnvelope(w writeapi.Operation) *Schema {
	data := b.schema(w.Data)
	if w.List {
		data = &Schema{Type: "array", Items: data}
	}
	body := &Schema{Type: "object", Required: []string{"status", "data"}}
	body.Properties.Add("status", &Schema{Type: "string", Const: "success"})
	body.Properties.Add("data", data)
	if w.List {
		meta := reflect.TypeFor[api.PageMeta]()
		if w.Unread {
			meta = reflect.TypeFor[api.UnreadMeta]()
		}
		body.Properties.Add("meta", b.schema(meta))
		body.Required = append(body.Required, "meta")
	}
	return body
}

// answersOf adds what an operation is answered with: what it is for, then its errors by status.
func (b *builder) answersOf(op *Operation, w writeapi.Operation) {
	ok := &Response{Description: w.Summary + ".", Headers: with("X-Request-Id", "Cache-Control")}
	switch {
	case w.Bare:
		ok.Content.Add("application/jwk-set+json", &MediaType{Schema: b.schema(w.Data)})
	case w.Data != nil:
		ok.Content.Add("application/json", &MediaType{Schema: b.writtenEnvelope(w)})
	}
	for _, t := range w.Types {
		ok.Content.Add(t, &MediaType{Schema: &Schema{Type: "string"}})
	}
	op.Responses.Add(strconv.Itoa(max(w.Status, http.StatusOK)), ok)

	codes := guardCodes(w)
	for _, c := range w.Codes {
		codes = append(codes, api.Code(c))
	}
	about := map[int][]string{}
	for _, c := range b.api.Codes {
		if slices.Contains(codes, api.Code(c.Code)) {
			about[c.Status] = append(about[c.Status], fmt.Sprintf("- `%s`: %s", c.Code, c.About))
		}
	}
	about[http.StatusRequestHeaderFieldsTooLarge] = []string{"- `INVALID_REQUEST`: the request's address and headers together are above 16 KB"}
	statuses := make([]int, 0, len(about))
	for status := range about {
		statuses = append(statuses, status)
	}
	slices.Sort(statuses)
	for _, status := range statuses {
		r := &Response{Description: http.StatusText(status) + ".\n\n" + strings.Join(about[status], "\n"), Headers: with("X-Request-Id", "Cache-Control")}
		switch status {
		case http.StatusUnauthorized:
			r.Headers.Add("WWW-Authenticate", &Header{Description: "How to prove who asks.", Required: true, Schema: &Schema{Type: "string"}})
		case http.StatusMethodNotAllowed:
			r.Headers.Add("Allow", &Header{Ref: "#/components/headers/Allow"})
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			r.Headers.Add("Retry-After", &Header{Ref: "#/components/headers/Retry-After"})
		}
		r.Content.Add("application/json", &MediaType{Schema: b.schema(reflect.TypeFor[api.ErrorBody]())})
		r.Content.Add("application/problem+json", &MediaType{Schema: b.schema(reflect.TypeFor[api.Problem]())})
		op.Responses.Add(strconv.Itoa(status), r)
	}
}
