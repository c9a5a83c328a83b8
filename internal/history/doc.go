// Package history records commits, announcements and reads of a test, and checks that no read returned an old version
// after a change was announced.
//
// All times come from one logical clock, which never returns the same time twice. A test ticks it before and after each
// commit, and before and after each request to a gateway. It also ticks it once every gateway has reported a change as
// applied.
//
//	h := history.New()
//	w := history.Write{Tenant: "demo", Key: "shirt", Version: 7, Sent: h.Now()}
//	w.Seq = commit()
//	h.Wrote(w)
//	…
//	if err := h.Check(); err != nil { t.Fatal(err) }
//
// Files:
//
//	history.go   History: recording
//	check.go     Check: the rules, exactly, in O(n log n)
//	linear.go    Linear: the same history as registers, checked by porcupine
//	mutation.go  Mutation: a package with one guard switched off, which the rules must detect
package history
