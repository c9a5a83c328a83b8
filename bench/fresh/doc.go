// Command fresh measures the time from a COMMIT until every gateway shows the change, and counts stale reads after it.
//
//	make bench-fresh
//
// It starts Postgres, NATS in a process of its own, vitrine serve and two more vitrine gateway, with fifty tenants. An
// edit is an UPDATE of a product's name on a plain SQL connection; the name contains a version. A version is visible on
// a gateway once an answer contains it. A version that is visible on all three gateways is announced. A read that
// begins after that and returns an older version is stale. The bench checks every product in every answer.
//
//	idle     single edits; each gateway is polled over one connection, from before the COMMIT on
//	loaded   edits over all tenants at a fixed rate; readers at half of the highest rate that was measured before, each
//	         read timed from its scheduled start; repeated if the machine was slower than in that measurement
//	no bus   the same while NATS is killed, until it is back and the gateways use it again
//
// Each load also has the processors of each part, what edits wait for, and how often the disk can flush.
//
// Under load only some edits are watched, because watching polls all gateways for a fresh record, which costs each of
// them a query. The others are ordinary edits.
//
// In reading order: main.go has the phases, edit.go the writers and watchers, waits.go what they wait for, read.go the
// readers and the check for stale reads, metrics.go the gateways' own measurements.
package main
