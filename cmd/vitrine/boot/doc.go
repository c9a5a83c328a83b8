// Package boot starts the parts of Vitrine in order. It is the only package that names concrete engines.
//
//	boot.go        Config, App: every part of one process, started in order and stopped in reverse
//	faults.go      settings that the configured parts cannot use
//	missing.go     settings that production needs; the mark of production in the database
//	postgres.go    the configured database, or a private one in the data folder; migrations; roles
//	demo.go        the demo tenants
//	nats.go        the configured bus, or a server in this process
//	search.go      the search engine: Meilisearch or Postgres
//	listing.go     the in-memory lists and searches before it; the check of the catalogue
//	writesvc.go    the write service and its senders of messages
//	secret.go      secrets: given, or made in development
//	tokensecret.go the secrets that encrypt stored keys, and their predecessors
//	samesecret.go  secrets that have the same value as another one
//	admin.go       the listener for operators
//	health.go      whether the process accepts work
package boot
