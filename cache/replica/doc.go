// Package replica keeps a cache up to date with Postgres. It applies the changes of every tenant in order and without
// a gap.
//
// Changes arrive on the bus. A gap in their numbers, a missed heartbeat or a new epoch makes the replica read the
// missing changes from Postgres. While the lease has expired, a gateway must call Verify before it serves a hit.
//
// Files, in the order a change meets them:
//
//	replica.go  Replica: configuration, tenants
//	listen.go   Listener: changes and heartbeats from the bus
//	tenant.go   Tenant: changes in order, gaps, epochs, catching up
//	verify.go   catching up with Postgres for all tenants
//	lease.go    until when hits are served without asking Postgres
//	report.go   Reporter: reports of applied changes, which renew the lease
package replica
