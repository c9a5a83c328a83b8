package openapi

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

const (
	maxPair = api.MaxPairName + len(":") + api.MaxPairValue
	maxSlug = 200 // as the schema's is_slug has it
)

// What strings may hold, as regular expressions that ECMAScript, Go, Rust and Python understand alike.
const (
	anyText   = `^[^\x00]*$`
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
		Description: "The shop. Needed unless the URL (/t/{tenant}/v1) or the host names it; where several do, they must agree.",
		Schema:      &Schema{Type: "string", Pattern: tenantID}})
	all.Add("IfNoneMatch", &Parameter{Name: "if-none-match", In: "header",
		Description: "The ETag of the answer the reader has: where it still holds, the answer is 304.",
		Schema:      &Schema{Type: "string"}})
	all.Add("Consistency", &Parameter{Name: "x-consistency", In: "header",
		Description: "A token, as changes and edits carry it: the answer is at least that new. It waits for the change if need be. The last part, the life of the numbers, may be left out.",
		Schema:      &Schema{Type: "string", Pattern: tokenText}})
	all.Add("Page", query("page", "Which page, from 1. One past the end is an empty list.",
		&Schema{Type: "integer", Minimum: ptr(1.0), Maximum: ptr(float64(api.MaxPage)), Default: api.DefaultPage}))
	limit := Schema{Type: "integer", Minimum: ptr(1.0), Maximum: ptr(float64(api.MaxLimit)), Default: api.DefaultLimit}
	all.Add("Limit", query("limit", "How many records.", &limit))
	perPage := limit
	perPage.Default = nil
	all.Add("PerPage", query("perPage", "Another name of limit: give one of them.", &perPage))
	all.Add("Order", query("order", "Which way to sort: with sort or sortBy. Records without the field come last either way.",
		&Schema{Type: "string", Enum: []string{"asc", "desc"}, Default: "asc"}))
	text := Schema{Type: "string", MaxLength: api.MaxText, Pattern: anyText}
	search := query("search", "Words to be found, each of them, by their beginnings and with small typing errors.", &text)
	search.Example = "mavi"
	all.Add("Search", search)
	all.Add("Q", query("q", "Another name of search: give one of them.", &text))
	return all
}

func query(name, about string, s *Schema) *Parameter {
	return &Parameter{Name: name, In: "query", Description: about, Schema: s}
}

// refer is a parameter that is one of the components.
func refer(name string) *Parameter { return &Parameter{Ref: "#/components/parameters/" + name} }

// parameters are what a view can be asked with.
func parameters(v *catalog.View) []*Parameter {
	all := []*Parameter{refer("Tenant")}
	for _, name := range v.Plan().Params {
		all = append(all, pathParameter(name, v.Example))
	}
	if v.Paged() {
		all = append(all, refer("Page"))
	}
	if v.Paged() || v.Top {
		all = append(all, refer("Limit"), refer("PerPage"))
	}
	if v.Paged() && len(v.Sorts) > 0 {
		by := &Schema{Type: "string", Enum: slices.Sorted(maps.Keys(v.Sorts))}
		all = append(all, query("sort", "What to sort by; without it, the order is the shop's own.", by),
			query("sortBy", "Another name of sort: give one of them.", by), refer("Order"))
	}
	if v.Search {
		all = append(all, refer("Search"), refer("Q"))
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

// pathParameter is a part of the path. What it is follows from its name, as everywhere in the specification.
func pathParameter(name, example string) *Parameter {
	p := &Parameter{Name: name, In: "path", Required: true, Example: example}
	switch name {
	case "slug":
		p.Description, p.Schema = "The record's slug.", &Schema{Type: "string", MinLength: 1, MaxLength: maxSlug, Pattern: slugText}
	case "id", "_id":
		p.Description, p.Schema = "The record's id.", &Schema{Type: "string", Pattern: objectID}
	case "orderId", "paymentId":
		p.Description, p.Schema = "The id of the "+strings.TrimSuffix(name, "Id")+".", &Schema{Type: "string", Pattern: objectID}
	case "shop":
		p.Description, p.Schema, p.Example = "The tenant's id.", &Schema{Type: "string", Pattern: tenantID}, "demo"
	case "amount":
		p.Description = "How many."
		p.Schema = &Schema{Type: "integer", Minimum: ptr(1.0), Maximum: ptr(float64(api.MaxLimit))}
		p.Example = number(example)
	default:
		panic(fmt.Sprintf("openapi: a path parameter called %s", name))
	}
	return p
}

// filterParameter is a filter as it is asked for.
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
		p.Description += " Of at most 20 characters, without an exponent."
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
	case catalog.Box: // a string, for most clients write an array in their own way
		p.Schema = &Schema{Type: "string", Pattern: boxText}
	default:
		panic(fmt.Sprintf("openapi: filter %s has no type", f.Name))
	}
	return p
}

// array makes p take several values.
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

// number is an example that is a number.
func number(example string) any {
	f, err := strconv.ParseFloat(example, 64)
	if err != nil {
		panic(fmt.Sprintf("openapi: the example %q is no number", example))
	}
	return f
}
