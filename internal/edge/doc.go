// Package edge describes the caches in front of the gateways that an operator has declared, such as a CDN or a Varnish.
//
// For an undeclared edge every answer forbids shared caches to keep it. A declared edge may keep answers. They carry a
// lifetime in a header that the edge obeys, and the opaque tags by which the ingest worker purges them.
//
// Files:
//
//	kind.go    the kinds of edges: header names, limits, which lifetime header they obey
//	tags.go    the tags of an answer as an edge sees them, coarser ones if a limit is exceeded
//	policy.go  Policy: the header lines of a tenant's answers
package edge
