package meilisearch

import (
	"net/url"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// A Route is a path: searches in several indexes, in one, or for the values of a facet of one.
type Route struct {
	Index  string // "" for several
	Values bool   // for the values of a facet
}

// Match reads a path without the tenant's prefix. ok is false if it is none of this shape.
func Match(path string) (r Route, ok bool) {
	if path == "/multi-search" {
		return r, true
	}
	rest, ok := strings.CutPrefix(path, "/indexes/")
	if !ok {
		return r, false
	}
	name, action, ok := strings.Cut(rest, "/")
	index, err := url.PathUnescape(name)
	if !ok || err != nil || index == "" {
		return r, false
	}
	switch action {
	case "search":
		return Route{Index: index}, true
	case "facet-search":
		return Route{Index: index, Values: true}, true
	}
	return r, false
}

// Error is the body of an error, as the clients show it.
func Error(e *api.Error) []byte {
	code, kind := "invalid_search_request", "invalid_request"
	switch {
	case e.Status >= 500:
		code, kind = "internal", "internal"
	case e.Status == 429:
		code, kind = "too_many_search_requests", "system"
	case e.Status == 413:
		code = "payload_too_large"
	case e.Status == 415:
		code = "invalid_content_type"
	case e.Status == 405:
		code = "method_not_allowed"
	case e.Code == api.Unauthenticated:
		code, kind = "invalid_api_key", "auth"
	case e.Code == api.TenantRequired, e.Code == api.TenantMismatch, e.Code == api.TenantUnknown:
		code, kind = "invalid_tenant", "auth"
	case e.Status == 404:
		code = "index_not_found"
	case e.Code == api.InvalidRequest:
		code = "malformed_payload"
	case len(e.Fields) > 0:
		code = "invalid_search_" + e.Fields[0].Field
	}
	b, err := catalog.Marshal(map[string]any{"message": e.Message, "code": code, "type": kind,
		"link": "https://docs.meilisearch.com/errors#" + code})
	if err != nil {
		return []byte(`{"message":"Internal error.","code":"internal","type":"internal","link":""}`)
	}
	return b
}

// noIndex is the error for an index that does not exist.
func noIndex(name string) error {
	if r := []rune(name); len(r) > 100 {
		name = string(r[:100]) + "…"
	}
	return api.Errorf(404, api.NotFound, "Index `%s` not found.", name)
}

// invalid is the error for a member of the wrong form.
func invalid(member, expected string) error {
	m := "Invalid value for `" + member + "`: expected " + expected + "."
	return &api.Error{Status: 400, Code: api.InvalidParameter, Message: m,
		Fields: []api.Field{{Field: snake(member), Code: "INVALID", Message: m}}}
}

// snake is the name of a member as codes of errors have it: attributesToCrop is attributes_to_crop.
func snake(name string) string {
	var b strings.Builder
	for _, c := range name {
		if c >= 'A' && c <= 'Z' {
			b.WriteByte('_')
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return b.String()
}
