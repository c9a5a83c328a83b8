// Command write measures what change capture costs writers.
//
//	make bench-write
//
// It creates a database with tenants and clones it for each variant, so that the same rows lie in databases of one
// server, which flushes every commit to disk. The variants differ in what is switched on:
//
//   - nothing
//   - the capture triggers without the seal
//   - the seal without a relay
//   - an awake relay, an ingest worker that publishes to NATS with JetStream
//   - a relay marked asleep, so that every commit sends a NOTIFY, with a listener
//   - minimal triggers that only record changed rows and assign numbers in commit order, without and with a relay: a
//     bound for any leaner capture
//   - one tenant alone, without capture and with an awake relay
//
// Clients update the price of random products, one statement per transaction. The databases take turns, round after
// round, so that a slow minute of the machine affects all of them. The result is the median. For comparison, it prints
// the disk's own rate: blocks of 8 KB written to a file in Postgres's folder, each followed by fdatasync.
//
// In reading order: main.go has the run and the report, subject.go the variants, measure.go the writers.
package main
