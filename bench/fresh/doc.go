// Command fresh measures how long it takes from a COMMIT until every gateway shows it, and whether any reader sees the old after that.
//
//	make bench-fresh
//
// It starts a Postgres, a NATS in a process of its own, `vitrine serve` and two more `vitrine gateway`, with fifty shops. An edit is an UPDATE of a
// product's name by a plain SQL connection; the name says which version it is, and a version counts as visible on a gateway once an answer of
// it, begun after the COMMIT returned or not, has it. A version that was seen on all three gateways is announced: whoever begins a read after that and
// gets an older one has read something stale. That is counted exactly, of every product in every answer.
//
//	idle     single edits; each gateway is asked without a break, from before the COMMIT on, over a connection that is kept
//	loaded   edits at a rate over all shops, readers at half of what was measured before as the most that they keep, by a schedule, beside all of
//	         them, each timed from when it was due; again, where the machine was not as fast as when the most was measured
//	no bus   the same while NATS is killed, with its edits and reads, until it is back and believed again
//
// Under load one edit in a few is watched: to watch is to ask all gateways for what has just been made, which costs each of them a look at
// Postgres. The others are edits all the same.
//
// Files: main.go (the phases), edit.go (writers and what they watch), read.go (readers, and what is stale).
package main
