package openapi

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
)

const (
	maxPair = api.MaxPairName + len(":") + api.MaxPairValue
	maxSlug = 200 // as is_slug in the database
)

// Patterns of strings, as regular expressions that mean the same in ECMAScript, Go, Rust and Python.
const (
	anyText   = `^[^\x00]*$`
	someText  = `^[^\x00]*[^\x00\s][^\x00]*$`
	slugText  = `^[^\x00-\x20\x7f/\\?#%;]+$`
	pairText  = `^[^:\x00]{1,100}:[^\x00]{1,500}$`
	fraction  = `(\.[0-9]{1,10})?`
	tokenText = `^[A-Za-z0-9][A-Za-z0-9._-]{0,63}:(0|[1-9][0-9]{0,17})(:[0-9a-f]{8})?$`
	longitude = `-?(180|(1[0-7][0-9]|[1-9]?[0-9])` + fraction + `)`
	latitude  = `-?(90|[1-8]?[0-9]` + fraction + `)`
	boxText   = `^(` + longitude + `,` + latitude + `,` + longitude + `,` + latitude + `)?$`
)

// shared are the parameters that many operations have, by the name of their component.
func shared() Ordered[*Parameter] {
	var all Ordered[*Parameter]
	all.Add("Tenant", &Parameter{Name: "x-service-client", In: "header", Example: "demo",
		Description: "The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; " +
			"if several do, they must agree.",
		Schema: &Schema{Type: "string", Pattern: tenantID}})
	all.Add("IfNoneMatch", &Parameter{Name: "if-none-match", In: "header",
		Description: "The ETag of the client's copy. If the copy is current, the status is 304.",
		Schema:      &Schema{Type: "string"}})
	all.Add("Consistency", &Parameter{Name: "x-consistency", In: "header",
		Description: "The token of a change. The answer is at least that new; the gateway waits for the change " +
			"if necessary. The last part, the epoch, may be left out.",
		Schema: &Schema{Type: "string", Pattern: tokenText}})
	all.Add("Page", query("page", "The page, from 1. A page past the end is empty.",
		&Schema{Type: "integer", Minimum: ptr(1.0), Maximum: ptr(float64(api.MaxPage)), Default: api.DefaultPage}))
	limit := Schema{Type: "integer", Minimum: ptr(1.0), Maximum: ptr(float64(api.MaxLimit)), Default: api.DefaultLimit}
	all.Add("Limit", query("limit", "The maximum number of records.", &limit))
	perPage := limit
	perPage.Default = nil
	all.Add("PerPage", query("perPage", "Alias of limit. Give only one of the two.", &perPage))
	all.Add("Order", query("order",
		"The direction of sort or sortBy. Records without a value come last in both directions.",
		&Schema{Type: "string", Enum: []string{"asc", "desc"}, Default: "asc"}))
	text := Schema{Type: "string", MaxLength: api.MaxText, Pattern: anyText}
	search := query("search",
		"Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.", &text)
	search.Example = "mavi"
	all.Add("Search", search)
	all.Add("Q", query("q", "Alias of search. Give only one of the two.", &text))
	return all
}

func query(name, about string, s *Schema) *Parameter {
	return &Parameter{Name: name, In: "query", Description: about, Schema: s}
}

// refer is a reference to a parameter among the components.
func refer(name string) *Parameter { return &Parameter{Ref: "#/components/parameters/" + name} }

// parameters returns the parameters of a view.
func parameters(v *catalog.View) []*Parameter {
	all := []*Parameter{refer("Tenant")}
	for _, name := range v.Plan().Params {
		all = append(all, pathParameter(name, v.Example))
	}
	if v.Paged() {
		all = append(all, refer("Page"))
	}
	if v.Paged() || v.Top && !v.Across {
		all = append(all, refer("Limit"), refer("PerPage"))
	}
	if v.Across {
		all = append(all, across(v)...)
	}
	if len(v.Sorts) > 0 && (v.Paged() || v.Facets) {
		by := &Schema{Type: "string", Enum: slices.Sorted(maps.Keys(v.Sorts))}
		does := "What to sort by; without it, the order is the shop's own."
		if v.Facets {
			does = "The sort of the list that the counts are for. A search that is sorted leaves out records that lack a " +
				"word if others have all of them; the counts then do so too."
		}
		all = append(all, query("sort", does, by), query("sortBy", "Another name of sort: give one of them.", by),
			refer("Order"))
	}
	if v.Search && !v.Across {
		all = append(all, refer("Search"), refer("Q"))
	}
	if known := v.Fields(); known != nil {
		fields := query("fields", "The fields of the records to send; without it, all. "+
			"Others are missing, even required ones.", nil)
		array(fields, &Schema{Type: "string", Enum: known})
		fields.Example = nil // the explorer would send it
		all = append(all, fields)
	}
	if v.Explains() {
		texts, _ := v.Texts()
		marked := query("highlight", "Fields whose texts are repeated in the member _highlight, as HTML with the matches in "+
			"mark elements. Everything else is escaped. Needs search.", nil)
		array(marked, &Schema{Type: "string", Enum: texts})
		marked.Example = nil
		parts := query("snippet", "Fields of which the part with the most matches is in the member _snippet, in the same "+
			"form. A number of words from 1 to 100 may follow: "+texts[0]+":20. Needs search.", nil)
		array(parts, &Schema{Type: "string", Pattern: `^(` + strings.Join(texts, "|") + `)(:0*([1-9][0-9]?|100))?$`})
		parts.Example = nil
		element := query("highlightTag", "The element around matches in place of mark.", &Schema{Type: "string",
			Enum: []string{"mark", "b", "em", "i", "span", "strong", "u"}, Default: "mark"})
		all = append(all, marked, parts, element)
		explain := query("explain", "While developing only: each record has the member _explain, which says how the search "+
			"found it. Needs search.", &Schema{Type: "boolean", Default: false})
		all = append(all, explain)
	}
	if v.Facets {
		all = append(all, query("facetLimit", "The maximum number of values of each facet and attribute, the most frequent "+
			"first.", &Schema{Type: "integer", Minimum: ptr(1.0), Maximum: ptr(float64(filter.MaxFacetLimit)),
			Default: filter.MaxFacetLimit}))
	}
	for i := range v.Accept {
		all = append(all, filterParameter(&v.Accept[i]))
	}
	if !v.Uncacheable {
		all = append(all, refer("IfNoneMatch"))
	}
	all = append(all, refer("Consistency"))
	return all
}

// across returns the parameters of a view over all modules.
func across(v *catalog.View) []*Parameter {
	q := query("q", "Words to search for. Every word must be found; the last one may be a beginning.",
		&Schema{Type: "string", MinLength: 1, MaxLength: api.MaxText, Pattern: someText})
	q.Required, q.Example = true, "keten"
	var known []string
	for _, r := range catalog.Searched() {
		known = append(known, r.Module())
	}
	modules := query("modules", "The modules to search; without it, all.", nil)
	modules.Example = "product"
	array(modules, &Schema{Type: "string", Enum: known})
	few, most := v.Limits()
	limit := Schema{Type: "integer", Minimum: ptr(1.0), Maximum: ptr(float64(most)), Default: few}
	alias := limit
	alias.Default = nil
	return []*Parameter{q, modules, query("limit", v.LimitDoc, &limit),
		query("perPage", "Alias of limit. Give only one of the two.", &alias)}
}

// pathParameter returns a parameter of the path. Its name determines its type, as in the specification.
func pathParameter(name, example string) *Parameter {
	p := &Parameter{Name: name, In: "path", Required: true, Example: example}
	switch name {
	case "slug":
		p.Description = "The record's slug."
		p.Schema = &Schema{Type: "string", MinLength: 1, MaxLength: maxSlug, Pattern: slugText}
	case "id", "_id":
		p.Description, p.Schema = "The record's id.", &Schema{Type: "string", Pattern: objectID}
	case "orderId", "paymentId":
		p.Description = "The id of the " + strings.TrimSuffix(name, "Id") + "."
		p.Schema = &Schema{Type: "string", Pattern: objectID}
	case "shop":
		p.Description, p.Schema, p.Example = "The tenant's id.", &Schema{Type: "string", Pattern: tenantID}, "demo"
	case "amount":
		p.Description = "The number of records."
		p.Schema = &Schema{Type: "integer", Minimum: ptr(1.0), Maximum: ptr(float64(api.MaxLimit))}
		p.Example = number(example)
	default:
		panic(fmt.Sprintf("openapi: unknown path parameter %s", name))
	}
	return p
}

// filterParameter returns the parameter of a filter.
func filterParameter(f *catalog.Filter) *Parameter {
	p := query(f.Name, f.Doc+".", nil)
	p.Example = f.Example
	switch f.Type {
	case catalog.Text:
		p.Schema = &Schema{Type: "string", MaxLength: api.MaxText, Pattern: anyText}
	case catalog.Letter:
		p.Schema = &Schema{Type: "string", MaxLength: 1}
	case catalog.Number:
		p.Schema = &Schema{Type: "number", Minimum: ptr(0.0)}
		p.Description += " At most 20 characters, without an exponent."
		p.Example = number(f.Example)
	case catalog.Integer:
		p.Schema = &Schema{Type: "integer", Minimum: ptr(-2_147_483_648.0), Maximum: ptr(2_147_483_647.0)}
		p.Example = number(f.Example)
	case catalog.Texts:
		array(p, &Schema{Type: "string", MaxLength: api.MaxText, Pattern: anyText})
	case catalog.IDs:
		array(p, &Schema{Type: "string", Pattern: objectID})
	case catalog.Pairs:
		array(p, &Schema{Type: "string", Pattern: pairText, MaxLength: maxPair})
	case catalog.Box: // a string, because clients write arrays in different ways
		p.Schema = &Schema{Type: "string", Pattern: boxText}
	default:
		panic(fmt.Sprintf("openapi: filter %s has no type", f.Name))
	}
	return p
}

// array lets p take several values.
func array(p *Parameter, items *Schema) {
	p.Style, p.Explode = "form", ptr(true)
	p.Schema = &Schema{Type: "array", Items: items, MaxItems: catalog.MaxIDs}
	p.Example = []any{p.Example}
	p.Description += " Repeated, or as " + p.Name + "[]"
	if items.MaxLength != maxPair {
		p.Description += ", or separated by commas"
	}
	p.Description += "; at most " + strconv.Itoa(catalog.MaxIDs) + "."
}

// number parses an example that is a number.
func number(example string) any {
	f, err := strconv.ParseFloat(example, 64)
	if err != nil {
		panic(fmt.Sprintf("openapi: the example %q is not a number", example))
	}
	return f
}
