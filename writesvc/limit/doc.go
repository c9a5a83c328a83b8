// Package limit counts requests. All limits of the write service share the table rate and one algorithm (GCRA), so any
// number of processes count together.
//
//	limit.go   Limit, Limiter: Take, GiveBack, Count
//	memory.go  recent refusals, answered without a query
package limit
