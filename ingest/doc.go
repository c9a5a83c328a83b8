// Package ingest publishes what changed in Postgres, in the order of COMMIT, and never before it can be read.
//
// Postgres keeps the log of changes (see the outbox in internal/schema). Each transaction leaves, for each tenant that
// it updated, the tenant's next change number and the rows that it changed. Any number of workers may run on a
// database. The one that holds an advisory lock leads: it relays the log to the gateways, announces changes to
// subscribers, and keeps an index outside Postgres up to date. NATS is only transport: a message that it loses is read
// from the log again.
//
// Packages, in the order a change meets them:
//
//	capture   reads the log, plans which tags each change invalidates, and publishes it to the gateways
//	announce  waits until every gateway has applied a change, then announces it to streams, webhooks and CDNs
//	index     updates an engine outside Postgres
//
// Files:
//
//	config.go  Config
//	worker.go  Worker: the lead, the session, Start and Stop
//	retain.go  how long changes are kept
//	stats.go   Stats
package ingest
