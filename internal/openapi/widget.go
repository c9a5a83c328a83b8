package openapi

import (
	"encoding/json"
	"strconv"
)

// widgetTag groups the paths that search widgets post to.
var widgetTag = Tag{"widgets", "Searches of search widgets, in the forms of their own clients."}

// addSearchKeys adds the ways in which clients send the search key of a tenant.
func addSearchKeys(all *Ordered[*SecurityScheme]) {
	all.Add("searchKey", &SecurityScheme{Type: "apiKey", In: "header", Name: "x-algolia-api-key",
		Description: "The tenant's public search key: vitrine tenant search-key. Browsers send it as a query parameter " +
			"of the same name."})
	all.Add("searchKeyBearer", &SecurityScheme{Type: "http", Scheme: "bearer",
		Description: "The tenant's public search key, as the clients of Meilisearch send it."})
	all.Add("application", &SecurityScheme{Type: "apiKey", In: "header", Name: "x-algolia-application-id",
		Description: "The tenant. Browsers send it as a query parameter of the same name."})
}

// widgetErrors are the errors of all searches of widgets, by status.
var widgetErrors = map[int]string{
	400: "The search is not valid, or the request names two tenants.",
	403: "The key is not the tenant's search key, or the tenant is disabled.",
	404: "The tenant or the index does not exist.",
	405: "The path accepts POST and OPTIONS only.",
	413: "The body is too large.",
	415: "The body has a Content-Encoding.",
	429: "Too many searches at once. Retry after Retry-After.",
	500: "An internal error.",
	503: "The tenant cannot be read at the moment.",
}

// addWidgets adds the paths of Algolia's and of Meilisearch's clients.
func addWidgets(paths *Ordered[*PathItem]) {
	addAlgolia(paths)
	addMeilisearch(paths)
}

// addMeilisearch adds the paths of Meilisearch's clients.
func addMeilisearch(paths *Ordered[*PathItem]) {
	const limits = "At most 50 searches, 1,000 records and 64 KB in one call, and 100 facets in one search. Unknown " +
		"members are ignored. The path is also found under `/t/{tenant}`."
	index := &Parameter{Name: "uid", In: "path", Required: true, Schema: text(),
		Description: "A module, such as products or posts", Example: "products"}
	add := func(path, id, summary, example string, ok *Schema, parameters ...*Parameter) {
		op := &Operation{OperationID: id, Summary: summary, Description: limits, Parameters: parameters}
		addWidget(paths, path, meiliErrors(), op, example, ok)
		op.Security = []map[string][]string{{"searchKeyBearer": {}}}
	}
	add("/multi-search", "meilisearchSearch", "Several searches, in the form of Meilisearch's clients",
		`{"queries":[{"indexUid":"products","q":"keten","filter":"brand = Velturna","facets":["brand"]}]}`,
		object("results"))
	add("/indexes/{uid}/search", "meilisearchSearchIndex", "One search, in the form of Meilisearch's clients",
		`{"q":"keten","limit":2}`, object("hits", "query"), index)
	add("/indexes/{uid}/facet-search", "meilisearchSearchFacet",
		"The values of a facet by a text, in the form of Meilisearch's clients",
		`{"facetName":"brand","facetQuery":"vel"}`, object("facetHits"), index)
}

// meiliErrors is the form of errors of Meilisearch's clients.
func meiliErrors() *Schema {
	s := object("message", "code", "type", "link")
	for _, name := range s.Required {
		s.Properties.Add(name, text())
	}
	return s
}

// addAlgolia adds the paths of Algolia's clients.
func addAlgolia(paths *Ordered[*PathItem]) {
	const limits = "At most 50 searches, 1,000 records and 64 KB in one call, and 100 facets in one search. Unknown " +
		"parameters are ignored. The path is also found under `/t/{tenant}`."
	index := &Parameter{Name: "index", In: "path", Required: true, Schema: text(),
		Description: "A module in one order: products, products_price_asc, products_newest, posts", Example: "products"}
	facet := &Parameter{Name: "facet", In: "path", Required: true, Schema: text(), Description: "The attribute",
		Example: "brand"}
	addWidget(paths, "/1/indexes/*/queries", algoliaErrors(), &Operation{
		OperationID: "algoliaSearch", Summary: "Several searches, in the form of Algolia's clients",
		Description: "For algoliasearch 4 and 5, InstantSearch, autocomplete-js and Searchkit. " + limits,
	}, `{"requests":[{"indexName":"products","query":"keten","facets":["brand"],"facetFilters":[["brand:Velturna"]]}]}`,
		object("results"))
	addWidget(paths, "/1/indexes/{index}/query", algoliaErrors(), &Operation{
		OperationID: "algoliaSearchIndex", Summary: "One search, in the form of Algolia's clients", Description: limits,
		Parameters: []*Parameter{index},
	}, `{"params":"query=keten&hitsPerPage=2"}`, object("hits", "nbHits", "page", "nbPages", "hitsPerPage", "facets"))
	addWidget(paths, "/1/indexes/{index}/facets/{facet}/query", algoliaErrors(), &Operation{
		OperationID: "algoliaSearchFacet", Summary: "The values of a facet by a text, in the form of Algolia's clients",
		Description: limits, Parameters: []*Parameter{index, facet},
	}, `{"facetQuery":"vel"}`, object("facetHits", "exhaustiveFacetsCount"))
}

// addWidget adds a path that is posted to.
func addWidget(paths *Ordered[*PathItem], path string, failed *Schema, op *Operation, example string, ok *Schema) {
	op.Tags = []string{widgetTag.Name}
	op.Security = []map[string][]string{{"searchKey": {}, "application": {}}}
	op.RequestBody = &RequestBody{Required: true}
	body := &MediaType{Schema: &Schema{AnyOf: []*Schema{
		{Type: "object", AdditionalProperties: ptr(true)}, {Type: "array", Items: &Schema{Type: "object"}},
	}}, Example: json.RawMessage(example)}
	op.RequestBody.Content.Add("application/json", body)
	r := &Response{Description: "The results.", Headers: with("X-Version", "Cache-Control", "Cache-Status", "X-Stale")}
	r.Content.Add("application/json", &MediaType{Schema: ok})
	op.Responses.Add("200", r)
	for _, status := range []int{400, 403, 404, 405, 413, 415, 429, 500, 503} {
		r := &Response{Description: widgetErrors[status], Headers: with("X-Request-Id", "Cache-Control")}
		switch status {
		case 405:
			r.Headers = with("X-Request-Id", "Cache-Control", "Allow")
		case 429, 503:
			r.Headers = with("X-Request-Id", "Cache-Control", "Retry-After")
		}
		r.Content.Add("application/json", &MediaType{Schema: failed})
		op.Responses.Add(strconv.Itoa(status), r)
	}
	paths.Add(path, &PathItem{Servers: []Server{{URL: "/"}}, Post: op})
}

// algoliaErrors is the form of errors of Algolia's clients.
func algoliaErrors() *Schema {
	s := object("message", "status")
	s.Properties.Add("message", &Schema{Type: "string", Description: "the error in a sentence for people"})
	s.Properties.Add("status", &Schema{Type: "integer", Description: "the HTTP status"})
	return s
}

func text() *Schema { return &Schema{Type: "string"} }

// object is an object with at least some members.
func object(members ...string) *Schema {
	return &Schema{Type: "object", Required: members, AdditionalProperties: ptr(true)}
}
