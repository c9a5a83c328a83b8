// Package rig is the common base of the benchmarks: parts of Vitrine in processes of their own, a cheap HTTP client,
// and a sheet that prints each figure beside its bound.
//
//	place.go    Place: a temporary folder with Postgres, a bus and processes, removed at the end
//	process.go  Process: one run of a binary
//	metrics.go  the metrics of a process
//	bus.go      Bus: NATS in a process of its own, which may be killed
//	tenants.go    tenants with products
//	conn.go     Conn: requests over one persistent connection
//	sheet.go    Sheet: figures, bounds and verdicts; quantiles
//	zipf.go     Zipf: random ranks
//	apart_linux.go  Apart: processors of the servers and of the clients; elsewhere apart_other.go
//	machine.go  the machine and its other load; pace.go the speed of its processors; flush.go that of its disk
//	main.go     Main: the main function of a benchmark
package rig
