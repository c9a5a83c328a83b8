// Package cache holds finished answers, and decides for each of them whether it is still fresh.
//
// No entry is ever deleted for correctness. An Entry is stamped with the change number of the snapshot that it was
// read in, and holds pointers to the versions of its tags. A change raises the versions of the tags that it
// invalidates. An entry is fresh as long as none of its versions is above its stamp. An invalidation therefore costs
// the same, however many entries it affects. A late, repeated or lost write to a store (ristretto loses, reorders and
// restores entries) cannot bring an old answer back.
//
// Files, in the order a request meets them:
//
//	cache.go     Cache: look up, keep, evict
//	budget.go    the entries of each tenant, and how it makes room
//	entry.go     Entry: one answer, and whether it is fresh
//	slots.go     bytes that are derived from an entry and kept with it
//	tenant.go    Tenant: the applied change number; invalidations, epochs
//	versions.go  tags to their versions
//	bands.go     tags that stand for a range of price bands
//
// The package knows tenants, tags and bytes, but no product, no HTTP and no SQL. Package replica applies the changes.
package cache
