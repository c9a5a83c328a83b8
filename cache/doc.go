// Package cache holds finished answers and knows, for each of them, whether it is still true.
//
// Nothing is ever deleted for correctness. An answer is an immutable Entry, stamped with the change number its snapshot showed, and it
// holds pointers to the cells of its tags; a change moves the cells it touches, and an entry whose cell is newer than its stamp is no
// longer served. An invalidation therefore costs the same whatever it touches, and a late, repeated or lost write to the store behind
// (ristretto loses, reorders and resurrects) cannot bring an old answer back.
//
// Files, in the order a request meets them:
//
//	cache.go    Cache: look up, store, byte budget
//	ledger.go   what each tenant holds, and makes room from
//	entry.go    Entry: one answer, and whether it is fresh
//	tenant.go   Tenant: how far it has applied its changes; apply, gaps, epochs
//	cells.go    tags to cells, and the floor that covers tags nobody held
//	rung.go     tags that stand for a span of others
//	verify.go   when the bus is silent: pull from Postgres before a hit is served
//	trust.go    until when a cache may believe itself: the bus was heard, and a report acknowledged
//	report.go   reports of what is applied, which signals wait for
//	listen.go   changes and heartbeats from the bus
//	message.go  what travels on the bus; shown.go: the record that may come with a change
//
// The package knows tenants, tags and bytes. It knows no product, no HTTP and no SQL.
package cache
