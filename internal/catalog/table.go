package catalog

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
