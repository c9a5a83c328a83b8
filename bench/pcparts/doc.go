// Package pcparts fills the large tenant of several benchmarks: the 66,778 products of products_pcparts, with
// a tree of categories, brands, years and sales, which the file lacks.
//
//	tenant.go    the tenant
//	requests.go  Requests: what its readers request, by Zipf's law
package pcparts
