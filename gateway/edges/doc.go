// Package edges keeps the policies for declared edges up to date: which edges each tenant has, and whether their purges
// are on time.
//
// The leading ingest worker says so on the bus every second. The gateway believes it for a short time only. An edge of
// which it has not received a message since then gets short lifetimes.
//
// Files:
//
//	follower.go  Follower: from the messages to the policies
//	summary.go   the state of the edges, for /status and metrics
//	urls.go      which cached answers carry some tags, for vitrine edge dry-run
package edges
