// Package gateway answers public reads: from the cache where an answer is still true, from one Postgres snapshot where it is not.
//
// Files, in the order a request meets them:
//
//	server.go   Config, Server, Start, Stop
//	accept/     connections, the fast path of a hit, and what fasthttp sees of them
//	lookup/     the tenant and the entry that a raw URL names
//	handler.go     the handler: canonical path, tenant, cache, route
//	sighting.go which searches are asked often enough to be kept
//	fill.go     one flight a key: snapshot, rows, stamp
//	snapshot.go the snapshot, and until when it holds
//	compose.go, compose_facets.go  pages put together of lists, records and facets that are known
//	batch.go    single records that several wait for, read together
//	ahead.go    lists that were asked for, read again as soon as a change drops them
//	shown.go    records that come with the change that was about them
//	page.go     how a view's rows become a body
//	render.go   the same past the cache, for those who compare
//	special.go  what is more than a row: tree, filters, similar, random
//	special_event.go, special_facets.go, special_faq.go  the same of events, of facets, of questions
//	query/      path and parameters to one canonical query
//	consistent.go  reads that must be at least as new as a token says
//	check.go    what is served, compared with Postgres while it is served
//	metrics.go, metrics_heard.go, status.go, why.go  for operators: how the gateway fares, and the worker; what it knows of a URL
//	news.go     what is heard beside changes: signals, the roster
//	respond/    the form of an entry in HTTP, errors
//	upstream/   what the write service answers
//	stream/     the change stream of a tenant
//	other.go    what is not under /v1: health, metrics, the document and its explorer (docs.go, explorer/), pictures
package gateway
