// Command fleet measures what each further gateway costs Postgres, NATS and the leading ingest worker.
//
//	make bench-fleet
//
// It starts Postgres, NATS in a process of its own and vitrine ingest. This process is the gateways: for each, it runs
// the parts of a gateway that follow changes, with a connection to NATS of its own. They receive all messages, compare
// themselves with Postgres each second and report what they have applied, as real gateways do. They serve nothing.
//
// An editor commits at a fixed rate. For each number of gateways, the table has the time from the seal of a change to
// its announcement, which waits for all gateways, the processor time of each part, and what NATS delivers.
//
// In reading order: main.go has the phases, gateway.go a simulated gateway, measure.go the figures.
package main
