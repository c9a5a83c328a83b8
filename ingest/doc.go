// Package ingest tells gateways and search what changed, in the order of COMMIT, and never before it can be read.
//
// Postgres keeps the log (see the outbox in internal/schema): each transaction leaves, for each tenant it touched, the tenant's next number
// and the rows it changed. One worker of all that run, the one that holds an advisory lock, follows the log of every tenant and publishes what
// each change touched, as tags, on NATS JetStream. NATS is transport: what it loses is read from the log again, by the worker or
// by whoever missed it (Source).
//
// A change is published at least once, in its tenant's order. The heartbeat stops as soon as something committed has not been
// published for a moment, so whoever hears it may rely on having heard everything.
//
// Files, in the order a change meets them:
//
//	worker.go   Worker: who leads, the session, Start and Stop
//	epoch.go    whether the database is the one whose numbers we know
//	drain.go    the loop: look, publish, move the cursor
//	sleep.go    how it waits: the doorbell, and what to do should it not ring
//	ring.go     what a ring names is read with its change, so that gateways need not
//	source.go   the statements that find and read sealed changes
//	plan.go     changes to tags, tags to messages; lineage.go: the categories that they are in
//	publish.go  the stream, acknowledgements, the heartbeat
//	roster.go   which gateways there are, and what each has applied
//	desk.go     what the drain knows of its changes already, for signals
//	signal.go   what was applied everywhere is written down for those outside; purge.go: and for CDNs
//	outside.go  which of a change's tags they may know: none of a draft
//	webhook.go  the same, posted to whom a shop names; sign.go, dial.go; audience.go: whom
//	entropy.go  an engine outside Postgres, compared with it and repaired
//	read.go     the same changes for gateways that missed them
//	retain.go   how long changes are kept
//	reindex.go  an engine outside Postgres: changes to documents, rebuilds
//	load.go     the documents themselves
//	config.go, stats.go
package ingest
