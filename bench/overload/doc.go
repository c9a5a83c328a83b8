// Command overload measures what readers get while more is read than Vitrine can answer, with admission and without.
//
//	make bench-overload
//
// It starts Postgres, NATS, `vitrine serve` and one more `vitrine gateway`, each in a process of its own. Every list
// has another lowest price, so each read of one is a miss that Postgres answers. First 32 connections read lists
// without a pause: the answers a second are the capacity. Then lists are requested by a schedule, at 1, 2, 5 and 10
// times the capacity, whatever the answers are. A client closes its connection if it has no answer after two seconds.
//
// Goodput is the answers with 200 within that time, a second. Each load is offered in parts of 13 seconds, in turn with
// the other loads, because the speed of a machine changes. The first six seconds of a part are not counted: the queue
// fills, and a gateway lets reads wait for longer at first. Answers that arrive after the end of a part are not counted
// either. The table shows goodput as a part of the largest one, or of what was offered if that is less. Beside the
// lists, cached pages are read at a fixed rate, and each is timed from its scheduled start. The same is measured with
// VITRINE_WITHOUT=admission.
//
// The load generator has processors of its own: a quarter of all, and at least one. So a refusal costs the servers only
// what it costs the gateway. With -apart postgres, Postgres has these processors, as on a machine of its own, and the
// load generator shares the rest with the gateway.
//
// The cost of a refusal is an estimate: what the last load costs the gateway beyond its answers, divided by its
// refusals. An answer, with the hits beside it, is taken to cost what it costs in the first load.
//
// Files: main.go has the runs, load.go the requests.
package main
