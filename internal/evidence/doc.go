// Package evidence records what tests found when they tried to break a promise. `make proof` draws a report of it.
//
//	f := evidence.Begin(t, evidence.Finding{
//		Promise: evidence.NotStale,
//		Title:   "Three gateways behind a faulty bus",
//		Done:    []string{"messages are lost", "a gateway is stopped"},
//		Judge:   "each read with the announcements before it",
//	})
//	…
//	f.Count("reads", reads)
//
// Outside `make proof` nothing is recorded. The command in the folder page draws the report.
//
// Files:
//
//	evidence.go  Finding and Guard: what a test records
//	course.go    Recorder: counters over time, beside what was done meanwhile
//	read.go      Read: the records of a run
package evidence
