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

// owners is All turned round: for each table, the records that show its rows as their own. Tenants are no module, but have hosts.
var owners = func() map[string][]Owner {
	m := map[string][]Owner{"tenant_host": {{Kind: "tenant", Column: "tenant_id"}}}
	for _, r := range All {
		for _, p := range r.Parts {
			m[p.Table] = append(m[p.Table], Owner{Kind: r.Name, Column: p.Column})
		}
	}
	return m
}()

// byName finds a module by its kind.
var byName = func() map[string]*Resource {
	m := map[string]*Resource{}
	for _, r := range All {
		m[r.Name] = r
	}
	return m
}()

// Named returns the module of a kind, nil where there is none.
func Named(kind string) *Resource { return byName[kind] }
