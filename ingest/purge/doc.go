// Package purge drops changed answers from declared edges: CDNs, and caches in front of the gateways.
//
// The announcements in Postgres are the queue. Each edge has a cursor, so nothing is lost when a worker stops, and a
// purge can be repeated. An announcement is written once every gateway has applied its change, so what an edge fetches
// after the purge is new.
//
// A fetch that began before the change may still be stored after its purge. So each announcement is purged twice: at
// once, and again after the longest time that a fetch may take (Declaration.Settle). One step does both, so edits that
// never pause do not hold up the second purge. An edge is stale for no longer than Settle, plus the step under way and
// the next one, while its API works. If the API fails, gateways shorten the lifetimes of answers, and what the edge
// holds already ends with its lifetime.
//
// Purges stay within the budget of the account at the provider, which its edges share and use in turns. If the tags of
// the waiting announcements do not fit into it, the tags of their kinds are purged instead, and if those do not either,
// everything of the tenant. The same holds if calls are so slow that the edge would be late.
//
// Files, in the order a purge meets them:
//
//	config.go       Config
//	declaration.go  Declaration: what an operator declares
//	store.go        Store: edges, cursors and announcements
//	postgres.go     the Store in Postgres
//	purger.go       Purger: finds edges with announcements to purge, and tells gateways which are healthy
//	edge.go         one edge: when to purge it, failures, removal
//	due.go          the announcements that are due for the first and for the second time
//	plan.go         which tags to purge: those of the changes, of their kinds, or of the tenant
//	send.go         the calls of a plan, and the progress after each
//	budget.go       the budget of an account at a provider
//	declare.go      adding and removing edges
package purge
