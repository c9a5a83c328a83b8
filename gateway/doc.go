// Package gateway answers public reads: from the cache where an answer is still true, from one Postgres snapshot where it is not.
//
// Files, in the order a request meets them:
//
//	server.go   Config, Server, Start, Stop
//	accept/     connections, the fast path of a hit, and what fasthttp sees of them
//	lookup/     the tenant and the entry that a raw URL names
//	read/       answers that are not in the cache
//	refresh/    lists that are read again before a request
//	handler.go     the handler: canonical path, tenant, cache, route
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
