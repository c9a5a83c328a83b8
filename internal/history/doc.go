// Package history records what writers committed, what was announced and what readers saw, and judges it: test support for whoever claims
// that readers are never shown the old value after a change was announced.
//
// All that is recorded lies on one clock that never shows the same moment twice, so before and after are exact. A test ticks it: before it
// sends a commit and after the answer, before it asks a gateway and after that has answered, and after every gateway reported a change as
// applied.
//
//	h := history.New()
//	w := history.Write{Tenant: "demo", Key: "shirt", Version: 7, Sent: h.Now()}
//	w.Seq = commit()
//	h.Wrote(w)
//	…
//	if err := h.Check(); err != nil { t.Fatal(err) }
//
// Files: history.go (what is recorded), check.go (the rules, exactly, in O(n log n)), linear.go (the same keys as registers, for porcupine to judge), mutation.go
// (a package with one guard switched off, which the rules must notice).
package history
