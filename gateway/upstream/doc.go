// Package upstream passes requests on to the write service: unchanged, never from the cache and never into it.
//
// The write service knows its addresses and what each of them requires. This package knows only which addresses are
// its own, and protects it: it bounds the requests in flight, delays 429s, and answers repeated attempts itself.
//
// Files, in the order a request meets them:
//
//	proxy.go    Config, Proxy, Pass
//	forward.go  the request that the write service receives, and its answer
//	permit.go   how many requests of all, of a network and of a tenant are in flight; the tarpit
//	kind.go     kinds of requests, which have permits of their own
//	retry.go    429s that are repeated from memory
package upstream
