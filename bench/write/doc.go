// Command write measures what capturing changes costs those who write.
//
//	make bench-write
//
// It makes a database with shops and clones it, so that the same rows lie in one database of the same server for each that is measured, which flushes every commit to the disk.
// They differ in what is switched on: nothing; the triggers without the seal; the seal without a drain; the drain awake, which publishes to a
// NATS with JetStream in this process; a drain that is marked asleep, so that every commit rings, with a listener; and the seal for one shop
// alone. Three more have the least triggers that note each record and take numbers in commit order, and make sure of nothing: what a leaner
// capture could come near, and the same written where a drain reads it, with one. Clients change the price of products picked at random, one
// statement a transaction. The databases take turns, round after round, so that a slow minute of the machine meets them all, and the median of
// each counts.
//
// Beside the commits of one shop, which queue for the flush, stands what the disk does: blocks of 8 KB written to a file in Postgres's own
// folder, each followed by fdatasync.
package main
