// Package lookup finds the tenant that a request names and the cache entry under its raw URL.
//
// The fast path and the handler share one function for that, Find, which allocates nothing. It finds an answer under
// its canonical URL, or under a spelling that Remember noted a moment ago; everything else is a miss.
//
// Files, in the order a request meets them:
//
//	lookup.go   Config, Lookup, Find
//	tenant.go   the tenant that a request names: by URL, header or host
//	tenants.go  the directory of tenants: loading it, and reloading a tenant that changed
package lookup
