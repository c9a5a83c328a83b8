// Package rig is what benches stand on: the parts of Vitrine in processes of their own, a client that costs little, and a sheet on which
// each figure stands beside its bound.
//
//	place.go    Place: a temporary folder with a Postgres, a bus and processes, all gone at the end
//	process.go  Process: one run of a binary
//	metrics.go  what a process counts
//	bus.go      Bus: NATS in a process of its own, which may be killed
//	shops.go    the shops that are asked for
//	conn.go     Conn: requests over one connection that is kept
//	sheet.go    Sheet: figures, bounds and verdicts; quantiles
//	zipf.go     Zipf: what is asked for often, and what seldom
//	machine.go  the machine, and what else it is doing meanwhile; pace.go: how fast its processors are
//	main.go     Main: a bench from its first line to its exit code
package rig
