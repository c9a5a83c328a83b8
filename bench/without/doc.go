// Command without measures what each optimisation buys, by running one workload with it on and with it off.
//
//	make bench-without
//
// It starts Postgres, NATS, `vitrine serve` and one more `vitrine gateway`, each in a process of its own, with twenty
// tenants of 1,000 products. A round runs the workload with everything on, then without each optimisation
// (VITRINE_WITHOUT). Every figure is divided by the figure of the same round with everything on. The table shows the
// median of these ratios and their range over the rounds.
//
// The workload has six phases against the second gateway. One of them also polls the others:
//
//	cold     32 connections read 8,000 product pages once, in random order: every read is a miss
//	mixed    16 connections read pages, lists and filters by a schedule, beside 100 edits a second
//	idle     single edits: the time from the COMMIT's return until three gateways have shown the edit
//	burst    500 edits a second without readers: what an edit costs the worker and Postgres
//	hits     16 connections read twenty pages without a pause; then 1,000 connections wait
//	restart  the gateway is stopped and started; 16 connections read as in mixed, without edits, for two seconds
//
// The table also has the lines of code that each optimisation costs. The benchmark therefore runs in the repository.
//
// Files: main.go (rounds and processes), phases.go (the workload), table.go (ratios and the table), lines.go (which
// code belongs to which optimisation).
package main
