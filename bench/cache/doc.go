// Command cache measures what the cache costs in memory and garbage collection, and what tenants cost each other.
//
//	make bench-cache
//
// Each part runs in a process of its own, so that its memory is its own:
//
//	memory   a million answers of 1 KB: resident memory against the byte budget, then the latency of lookups by Zipf's
//	         law while answers are replaced and garbage is collected, and the cost of the collections
//	tenants  vitrine serve over a database with one tenant, and with 10,000 more: memory for each further tenant
//	noisy    the hit ratio of a quiet tenant, alone and beside one that requests ten times as many keys, which do not fit
//
// The same make target runs the benchmarks of package cache (BenchmarkInvalidate, BenchmarkGet).
package main
