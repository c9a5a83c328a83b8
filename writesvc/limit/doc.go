// Package limit counts requests. All limits of the write service share the table rate and one algorithm (GCRA), so any
// number of processes count together.
//
// A limit fails closed. If Postgres does not answer, or the table has MaxRows rows, a request that must be counted is
// refused with 503. Charges marked Sure are counted even in a full table: there are only as many of them as there are
// genuine devices and sessions. The clients of one network, and those of one tenant, cannot fill the table for others.
//
//	limit.go    Limit, Charge, Limiter: Take, GiveBack
//	network.go  charges by network address: Networks, Request
//	kind.go     Kind: every limit of the write service, with what it counts
//	memory.go   recent refusals, answered without a query
//	sweep.go    expired rows; room for new ones
//	tally.go    the size of the table, and the shares of networks and tenants
package limit
