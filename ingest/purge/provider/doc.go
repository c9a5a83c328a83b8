// Package provider purges answers from caches by their tags: one file for each kind of edge.
//
// A Provider makes one call to the API of its edge. It checks the answer, and reports what the caller may do about an
// error. When to call, and with which tags, is decided in package purge.
//
// Files:
//
//	provider.go    Provider, Limits, Error, and the table of kinds
//	settings.go    Settings: what an operator declares, and the secrets that it names
//	client.go      HTTP: addresses that may be reached, one request and its answer
//	fastly.go cloudflare.go akamai.go cloudfront.go bunny.go varnish.go
//	edgegrid.go    signatures of Akamai
package provider
