package catalog

import "iter"

// All lists the modules, in the order of the specification.
var All = []*Resource{
	&Product,
	&Brand,
	&BrandLocation,
	&Merchant,
	&Place,
	&Organization,
	&Campaign,
	&Category,
	&WebPage,
	&Blog,
	&Attribute,
	&Route,
	&FAQ,
	&FAQGroup,
	&Collection,
	&Event,
	&Dictionary,
	&Project,
}

// Views yields every view with a URL: those of all modules, then those of Site.
func Views() iter.Seq[*View] {
	return func(yield func(*View) bool) {
		for _, r := range append(All[:len(All):len(All)], &Site) {
			for i := range r.Views {
				if !yield(&r.Views[i]) {
					return
				}
			}
		}
	}
}

// Searched lists the modules whose list can be searched, in the order of All.
func Searched() (all []*Resource) {
	for _, r := range All {
		if r.found != nil {
			all = append(all, r)
		}
	}
	return all
}

// owners lists the owners of each table's rows. Tenants are not a module, but own their hosts.
var owners = func() map[string][]Owner {
	m := map[string][]Owner{"tenant_host": {{Kind: "tenant", Column: "tenant_id"}}}
	for _, r := range All {
		for _, p := range r.Parts {
			m[p.Table] = append(m[p.Table], Owner{Kind: r.Name, Column: p.Column})
		}
	}
	return m
}()

// byName holds the modules by kind.
var byName = func() map[string]*Resource {
	m := map[string]*Resource{}
	for _, r := range All {
		m[r.Name] = r
	}
	return m
}()

// Named returns the module of a kind, nil if there is none.
func Named(kind string) *Resource { return byName[kind] }
