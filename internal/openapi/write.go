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

// writeTags describe the groups of operations of the write service.
var writeTags = []Tag{
	{"auth", "Accounts, sessions and ways to sign in."},
	{"basket", "Baskets."},
	{"order", "Orders and tickets."},
	{"payment", "Payments by card with 3-D Secure, on the bank's page, by transfer, or on a blockchain."},
	{"notification", "Notifications for customers."},
	{".well-known", "Public keys of access tokens."},
	{"changes", "The change stream of a tenant, for caches and pages."},
	{"edge", "Leases of caches that acknowledge changes."},
	{"time", "The clock of the times in change events."},
}

// guardCodes returns the errors that an operation's guards return.
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
	for _, w := range append(slices.Clone(writeapi.All), writeapi.Changes...) {
		item := paths.Get(w.Path)
		if item == nil {
			item = &PathItem{}
			paths.Add(w.Path, item)
		}
		*item.of(w.Method) = b.written(w)
	}
}

// of returns the field for the operation of a method.
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
	panic("openapi: no field for the method " + method)
}

// All returns the operations of a path.
func (p *PathItem) All() []*Operation {
	all := []*Operation{p.Get, p.Put, p.Post, p.Delete, p.Patch}
	return slices.DeleteFunc(all, func(op *Operation) bool { return op == nil })
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
		op.Parameters = append(op.Parameters, &Parameter{
			Name: "Idempotency-Key", In: "header", Schema: &Schema{Type: "string"},
			Description: "Requests with the same key get the same answer for 24 hours."})
	}
	if w.Device {
		op.Parameters = append(op.Parameters, &Parameter{
			Name: "X-Device-Token", In: "header", Schema: &Schema{Type: "string"},
			Description: "The device token of an earlier sign-in, or up to 5 joined by dots. It keeps the limits for " +
				"strangers from this device. Browsers send the cookie `vitrine-device` instead. An invalid token is ignored."})
	}
	if w.Body != nil {
		op.RequestBody = &RequestBody{Required: !w.BodyMay}
		contentType := "application/json"
		if w.Form {
			contentType = "application/x-www-form-urlencoded"
		}
		op.RequestBody.Content.Add(contentType, &MediaType{Schema: b.schema(w.Body)})
	}
	switch w.Bearer {
	case writeapi.Must:
		op.Security = []map[string][]string{{"bearer": {}}}
		if w.StreamKey {
			op.Security = []map[string][]string{{"streamKey": {}}}
		}
	case writeapi.May:
		op.Security = []map[string][]string{{}, {"bearer": {}}}
	}
	b.answersOf(op, w)
	return op
}

// writtenEnvelope returns the envelope of an operation's data.
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

// answersOf adds the responses of an operation: success, then the errors by status.
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
	about[http.StatusRequestHeaderFieldsTooLarge] = []string{
		"- `INVALID_REQUEST`: the request line and the headers together exceed 16 KB",
	}
	statuses := make([]int, 0, len(about))
	for status := range about {
		statuses = append(statuses, status)
	}
	slices.Sort(statuses)
	for _, status := range statuses {
		r := &Response{Description: http.StatusText(status) + ".\n\n" + strings.Join(about[status], "\n"),
			Headers: with("X-Request-Id", "Cache-Control")}
		switch status {
		case http.StatusUnauthorized:
			r.Headers.Add("WWW-Authenticate", &Header{Required: true, Schema: &Schema{Type: "string"},
				Description: "The authentication scheme."})
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
