// Package gateway answers public reads: from the cache while an answer is valid, otherwise from one Postgres snapshot.
//
// The packages below it do the work, and this one wires them together. In the order a request meets them:
//
//	accept    connections, and the fast path of a hit; everything else reaches fasthttp
//	lookup    the tenant that a request names, and the cache entry under its raw URL
//	respond   the form of an entry or an error in HTTP
//	query     path and parameters as one canonical query, on a miss only
//	read      filling the cache from Postgres or from fragments; read/views: special views
//	parent    filling the cache from a gateway near Postgres, and answering such gateways
//	admit     which fills may begin, which wait and which are refused
//	hottest   answers that are read before the gateway is ready
//	refresh   lists that are read again before a request needs them
//	edges     the caches in front of the gateways that operators have declared
//	stream    the change stream of a tenant
//	upstream  requests for the write service
//	verify    served answers compared with Postgres; why, status and metrics
//	explorer  the page /docs
//
// Files, in the order a request meets them:
//
//	config.go       Config
//	server.go       Server: New, Start, Stop
//	warm.go         records read before a search needs them
//	changes.go      what happens when a change arrives
//	handler.go      requests that are no hit on the fast path
//	refuse.go       reads that are refused before they begin, because too many wait
//	trace.go        spans of requests
//	widgets.go      searches in the forms of search widgets
//	consistency.go  reads that must include the change of a token
//	explain.go      how searches rank, for the admin listener
//	pages.go        the pages of the demo storefront
//	other.go        what is not under /v1: health, metrics, the explorer, pictures
package gateway
