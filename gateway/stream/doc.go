// Package stream serves the change stream of a tenant: GET /v1/changes, as server-sent events.
//
// Each announced change is one event with the tags that it invalidates. A change is announced once no gateway serves
// the old answers any more. A client that reconnects with Last-Event-ID misses nothing; one that resumes after the
// retention period, or from another epoch, receives one event that invalidates everything.
//
// Files, in the order a request meets them:
//
//	stream.go   Config, Streams, Serve
//	lease.go    leases of followers: caches that acknowledge changes
//	token.go    stream tokens for browsers
//	time.go     the clock of the times in events
//	client.go   the stream of one client
//	log.go      the announcements of one tenant, read once for all its clients
//	postgres.go reading announcements and stream keys
package stream
