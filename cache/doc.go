// Package cache holds finished answers and knows, for each of them, whether it is still fresh.
//
// Nothing is ever deleted for correctness. An answer is an immutable Entry, stamped with the change number its snapshot showed. It holds
// pointers to the versions of its tags. A change raises the versions of its tags, and an entry with a tag version above its stamp is no
// longer served. An invalidation therefore costs the same whatever it touches. A late, repeated or lost write to the store behind
// (ristretto loses, reorders and resurrects) cannot bring an old answer back.
//
// Files, in the order a request meets them:
//
//	cache.go   Cache: look up, keep, byte budget
//	ledger.go  what each tenant holds, and makes room from
//	entry.go   Entry: one answer, and whether it is fresh
//	tenant.go  Tenant: how far its changes are applied; invalidate, epochs
//	cells.go   tags to their versions
//	rung.go    tags that stand for a span of others
//
// The package knows tenants, tags and bytes, but no product and no SQL. Package replica applies the changes.
package cache
