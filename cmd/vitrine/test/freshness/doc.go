// Package freshness tests that readers see every committed edit, and that nothing else is dropped from the cache.
//
//	freshness_test.go, freshness_kinds_test.go  edits of each kind, and the answers they change
//	prove_test.go        the times from commit to visible
//	differential_test.go random edits: cached answers against fresh ones
//	refresh_test.go      random edits: the answers that each invalidates, and those that it need not have
//	random_edit_test.go   the random edits; random_url_test.go: the random requests
//	bus_test.go, outage_test.go  without NATS, with messages lost, without Postgres
//	nemesis_test.go      all faults at once, with processes that are killed (child_test.go)
//	changes_test.go      the change stream; changes_stream_test.go: its client, and a slow gateway
//	consistency_test.go  x-consistency tokens, the verifier, the status page
//	tenants_test.go      tenants that come, go and must not see each other
package freshness
