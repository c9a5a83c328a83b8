// Package cells keeps the newest change of each tag in a file that caches on the same host map into their memory: a
// Varnish or an nginx. At each hit, a cache compares the tags of an answer with the change that the answer was valid
// at. So nothing has to be purged, and nothing older than an announced change is served.
//
// A tag has a cell, which holds the number of its last change. Several tags may share a cell. Then an answer may look
// older than it is, and never newer. A follower of the change stream writes the file: it applies each change and
// acknowledges it, and announcements wait for it while it has a lease. Without a lease, every answer counts as old.
//
// Files:
//
//	layout.go      the words of the file
//	tenant.go      Tenant: what the follower writes
//	reader.go      Reader: the check, as the readers in deploy/edge make it
//	file_linux.go  File: the file, its lock, and the clock that all processes of the host share
//	core.go        core: from events and grants to the words
//	follower.go    Follower: the change stream and the leases of one tenant
//	follow.go      Follow: a file and the followers of its tenants
package cells
