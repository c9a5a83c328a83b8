// Package gateway answers public reads: from the cache where an answer is still true, from one Postgres snapshot where it is not.
//
// Files, in the order a request meets them:
//
//	server.go   Config, Server, Start, Stop
//	conns.go    the connections that are open, and which of them are closed when there are too many
//	poller_linux.go, socket_linux.go  (poller_other.go elsewhere) the loop that watches connections, answers hits and gives the rest to fasthttp
//	lane.go, lane_request.go, lane_conn.go  a hit before fasthttp sees it: what is answered so, and what fasthttp has of a connection
//	handler.go     the handler: canonical path, tenant, cache, route
//	sighting.go which searches are asked often enough to be kept
//	shops.go    which tenants there are, kept like any other change
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
//	hit.go      the answer to what is in the cache, without a look at anything else
//	query/      path and parameters to one canonical query
//	consistent.go  reads that must be at least as new as a token says
//	changes.go, feed.go  the stream of a shop's changes
//	check.go    what is served, compared with Postgres while it is served
//	metrics.go, metrics_heard.go, status.go, why.go  for operators: how the gateway fares, and the worker; what it knows of a URL
//	news.go     what is heard beside changes: signals, the roster
//	respond/    the form of an entry in HTTP, errors
//	proxy.go    what the write service answers: passed on untouched and uncached; told.go: who was told to come back
//	other.go    what is not under /v1: health, metrics, the document and its explorer (docs.go, explorer/), pictures
package gateway
