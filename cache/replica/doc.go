// Package replica keeps a cache up to date with Postgres: it applies every tenant's changes in order, without a gap.
//
// Changes come from the bus. A gap in their numbers, a missed heartbeat or a new epoch makes the replica read what it missed from Postgres. While its lease
// has expired, a gateway must call Verify before it serves a hit.
//
// Files, in the order a change meets them:
//
//	replica.go  Replica: configuration, tenants
//	listen.go   Listener: changes and heartbeats from the bus
//	tenant.go   Tenant: apply a change, gaps, epochs, catch up
//	lease.go    until when hits are served without asking Postgres
//	verify.go   reading what all tenants missed
//	report.go   Reporter: tells the leading worker what is applied, and renews the lease
package replica
