// Package boot puts Vitrine together, by hand and in order, one file a part. It is the only place that names concrete engines.
//
//	boot.go      Config, App: every part of one process, started in order and stopped in reverse
//	postgres.go  the database: one that is given, or a private one in the data folder; migrations; roles
//	nats.go      the bus: one that is given, or a server in this process
//	search.go    the engine: Meilisearch if it is given, else Postgres; listing.go: lists in memory before it
//	writesvc.go  the write service: its secrets, whom it sends mail by
//	demo.go      the demo tenants
//	faults.go    settings that the parts to run cannot use
package boot
