package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// A builder makes one document.
type builder struct {
	api, catalog, write *Comments
	schemas             map[string]*Schema
	named               map[string]reflect.Type
}

// JSON returns the document as JSON. root is the repository's folder; the comments are read from its source.
func JSON(root string) ([]byte, error) {
	doc, err := Build(root)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return nil, fmt.Errorf("write the document: %w", err)
	}
	return b.Bytes(), nil
}

// Build returns the document. root is the repository's folder; the comments are read from its source.
func Build(root string) (*Document, error) {
	b := &builder{schemas: map[string]*Schema{}, named: map[string]reflect.Type{}}
	var err error
	if b.api, err = readComments(filepath.Join(root, "internal", "api")); err != nil {
		return nil, err
	}
	if b.catalog, err = readComments(filepath.Join(root, "internal", "catalog")); err != nil {
		return nil, err
	}
	if b.write, err = readComments(filepath.Join(root, "internal", "writeapi")); err != nil {
		return nil, err
	}
	doc := &Document{OpenAPI: "3.1.0", Info: info, Servers: servers(), Tags: b.tags()}
	for v := range catalog.Views() {
		doc.Paths.Add(v.Path, &PathItem{Get: b.operation(v)})
	}
	b.addWrite(&doc.Paths)
	addWidgets(&doc.Paths)
	b.addOther(&doc.Paths)
	doc.Components.SecuritySchemes.Add("bearer", &SecurityScheme{Type: "http", Scheme: "bearer", BearerFormat: "JWT",
		Description: "The access token of a session of the request's tenant."})
	doc.Components.SecuritySchemes.Add("streamKey", &SecurityScheme{Type: "http", Scheme: "bearer",
		Description: "The tenant's stream key, which its operator makes: vitrine tenant stream-key."})
	addSearchKeys(&doc.Components.SecuritySchemes)
	doc.Components.Responses = b.responses()
	doc.Components.Parameters = shared()
	doc.Components.Headers = headers()
	names := make([]string, 0, len(b.schemas))
	for name := range b.schemas {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		doc.Components.Schemas.Add(name, b.schemas[name])
	}
	return doc, nil
}

var info = Info{
	Title: "Vitrine", Version: "1.0.0",
	Summary: "The catalogue and content of a storefront, never older than the last announced change",
	Description: prose(`
Every request names its tenant: by the header |x-service-client|, by the path |/t/{tenant}/v1/…|,
or by one of the tenant's own host names. Use the path behind a CDN that does not key on headers.

Reads of the catalogue and of content are the same for every client and ignore |Authorization|.
HEAD is answered like GET; OPTIONS answers CORS preflights. |/v1/catalog/…| is an alias of |/v1/…|.

Answers are |{"status":"success","data":…}|. |X-Version| is the tenant's change number at which the answer was read.
Errors have a code, a sentence and the status. With |Accept: application/problem+json| they follow RFC 9457.

Unknown parameters are ignored, and empty ones count as absent. A parameter with a single value may be given once.
Times are ISO 8601 in UTC with Z. Amounts of money are JSON numbers with at most two decimals.
`),
}

// prose joins the lines of each paragraph. A | stands for a backquote.
func prose(text string) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.ReplaceAll(strings.Join(paragraphs, "\n\n"), "|", "`")
}

func servers() []Server {
	s := []Server{
		{URL: "/v1", Description: "The header x-service-client or the host names the tenant"},
		{URL: "/t/{tenant}/v1", Description: "The path names the tenant"},
	}
	s[1].Variables.Add("tenant", &Variable{Default: "demo", Description: "The tenant"})
	return s
}

// group is the first word of a path. It groups operations.
func group(path string) string {
	word, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return word
}

// searchTag groups the views over all modules.
var searchTag = Tag{"search", "Search over all modules at once."}

// tagOf is the group of a view.
func tagOf(v *catalog.View) string {
	if v.Across {
		return searchTag.Name
	}
	return group(v.Path)
}

// tags are the groups of operations, each with the comment of its first module.
func (b *builder) tags() []Tag {
	var tags []Tag
	for _, res := range catalog.All {
		name := group(res.Views[0].Path)
		if !slices.ContainsFunc(tags, func(t Tag) bool { return t.Name == name }) {
			tags = append(tags, Tag{name, b.catalog.Modules[res.Name]})
		}
	}
	tags = append(tags, searchTag)
	tags = append(tags, writeTags...)
	tags = append(tags, widgetTag)
	return append(tags, Tag{"service", "The service itself: no tenant is named."})
}

// operation describes a view.
func (b *builder) operation(v *catalog.View) *Operation {
	op := &Operation{OperationID: operationID(v), Tags: []string{tagOf(v)}, Summary: v.Doc,
		Parameters: parameters(v), Responses: b.answers(v)}
	var more []string
	switch {
	case v.Paged() && v.Envelope == catalog.Pagination:
		more = append(more, "Paginated; `pagination` describes the page.")
	case v.Paged():
		more = append(more, "Paginated; `meta` describes the page.")
	case v.Shape == catalog.List && v.Cap > 0:
		more = append(more,
			fmt.Sprintf("Not paginated. At most %d records; if there are more, `meta.truncated` is true.", v.Cap))
	case v.Across:
		more = append(more, "Not paginated.")
	case v.Top:
		more = append(more, "Not paginated; `limit` is the maximum number of records.")
	}
	if v.Uncacheable {
		more = append(more, "Never cached.")
	}
	op.Description = strings.Join(more, " ")
	return op
}

// operationID derives an operation's name from its path: product/{slug}/similar is productSimilar, a list alone is
// productList, brand/id/{_id} is brandById.
func operationID(v *catalog.View) string {
	var id string
	parts := strings.Split(strings.Trim(v.Path, "/"), "/")
	words := 0
	for i, p := range parts {
		switch {
		case strings.HasPrefix(p, "{"):
			continue
		case i == 0:
			id = p
		case p == "id":
			id += "ById"
		default:
			id += strings.ToUpper(p[:1]) + p[1:]
		}
		words++
	}
	if words == 1 && len(parts) == 1 && v.Shape != catalog.One {
		id += "List"
	}
	return id
}

// readiness is the schema of health.Report.
func readiness() *Schema {
	object := func(required ...string) *Schema { return &Schema{Type: "object", Required: required} }
	reason := object("part", "message")
	reason.Properties.Add("part", &Schema{Type: "string", Description: "The part of the process."})
	reason.Properties.Add("message", &Schema{Type: "string", Description: "Its condition."})
	report := object("ready", "reasons", "degraded")
	report.Properties.Add("ready", &Schema{Type: "boolean"})
	report.Properties.Add("reasons", &Schema{Type: "array", Items: reason, Description: "Why it is not ready."})
	report.Properties.Add("degraded", &Schema{Type: "array", Items: reason, Description: "What makes it slower."})
	return report
}

// addOther adds the paths outside /v1.
func (b *builder) addOther(paths *Ordered[*PathItem]) {
	root := []Server{{URL: "/"}}
	kind, schema := "text/plain", &Schema{Type: "string"}
	add := func(path, id, summary string, statuses ...string) *Operation {
		op := &Operation{OperationID: id, Tags: []string{"service"}, Summary: summary}
		for _, status := range statuses {
			r := &Response{Description: summary + ".", Headers: with("Cache-Control")}
			r.Content.Add(kind, &MediaType{Schema: schema})
			op.Responses.Add(status, r)
		}
		for _, f := range failures {
			if f.status == 405 || f.status == 413 || f.status == 431 {
				op.Responses.Add(strconv.Itoa(f.status), &Response{Ref: "#/components/responses/" + f.name})
			}
		}
		paths.Add(path, &PathItem{Servers: root, Get: op})
		return op
	}
	add("/healthz", "healthz", "Whether the process is alive", "200")
	kind, schema = "application/json", readiness()
	add("/readyz", "readyz", "Whether the gateway accepts requests: 200 if it does, 503 while it starts or stops",
		"200", "503")
	kind, schema = "text/plain", &Schema{Type: "string"}
	doc := add("/openapi.json", "openapi", "This document", "200")
	doc.Parameters = []*Parameter{refer("IfNoneMatch")}
	ok := &Response{Description: "This document.", Headers: with("ETag", "Cache-Control")}
	ok.Content.Add("application/json", &MediaType{Schema: &Schema{Type: "object", AdditionalProperties: ptr(true)}})
	doc.Responses.Add("200", ok)
	doc.Responses.Add("304",
		&Response{Description: "The client's copy is current.", Headers: with("ETag", "Cache-Control")})
}
