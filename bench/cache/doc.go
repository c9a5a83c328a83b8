// Command cache measures what a cache costs its machine, and what its tenants cost one another.
//
//	make bench-cache
//
// Each part is a process of its own, so that its memory is its own:
//
//	memory   a million answers of 1 KB: resident memory beside the byte budget; then look-ups by Zipf's law while answers are replaced and the
//	         garbage is collected: how long look-ups take, what collecting costs
//	tenants  `vitrine serve` over a database with one shop, and over one with 10,000 more: what each shop more costs in memory
//	noisy    the hit ratio of a quiet tenant, alone and beside one that asks ten times as much for keys that do not fit
//
// The benchmarks of package cache (BenchmarkInvalidate, BenchmarkGet) are run by the same target.
package main
