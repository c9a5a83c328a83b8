// Package verify shows operators what a gateway serves, and whether it is right.
//
// The verifier compares served answers with Postgres all the time. Nothing relies on it: it is a second opinion, and
// every difference that it finds is a defect.
//
// Files:
//
//	verifier.go   sampled hits and the hottest answers, compared with Postgres
//	difference.go the first difference between two answers
//	changes.go    the changes between them, from the outbox
//	why.go        what the cache knows of a URL, and which changes made it stale
//	freshness.go  the time from a change to its effects, and the reports of the leading worker
//	status.go     the page /status
//	samples.go    its charts of the last minutes
//	metrics.go    the metrics of the cache, the replica, the leading worker and the search engine
package verify
