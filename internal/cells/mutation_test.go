package cells

import (
	"testing"

	"vitrine/internal/history"
	"vitrine/internal/proving"
)

// mutations switch off one guard each. The model must notice each of them.
var mutations = []history.Mutation{
	{Name: "a hit needs no lease", Changes: []string{"reader.go", "!ok || !r.leased(s)", "!ok"}},
	{Name: "the lease is checked after the cells", Changes: []string{
		"reader.go", "!ok || !r.leased(s)", "!ok",
		"reader.go", "return state(s.head[wordState].Load()) == was\n}\n\n// Reached",
		"return state(s.head[wordState].Load()) == was && r.leased(s)\n}\n\n// Reached"}},
	{Name: "the state is loaded once", Changes: []string{
		"reader.go", "return state(s.head[wordState].Load()) == was\n}\n\n// Reached", "return true\n}\n\n// Reached"}},
	{Name: "another epoch", Changes: []string{
		"reader.go", "was.count() == 0 || was.epoch() != n {\n\t\treturn false\n\t}\n\tr.between()",
		"was.count() == 0 || n == 0 {\n\t\treturn false\n\t}\n\tr.between()"}},
	{Name: "no low-water mark", Changes: []string{"reader.go", "seq < s.head[wordFloor].Load() || ", ""}},
	{Name: "cells are ignored", Changes: []string{"reader.go", "!ok || s.cells[i].Load() > seq", "!ok || i < 0"}},
	{Name: "a change is acknowledged before its cells are written", Changes: []string{
		"tenant.go", "defer t.mu.Unlock()\n\tfor _, tag := range tags {",
		"defer t.mu.Unlock()\n\traise(t.head, wordApplied, seq)\n\tt.between()\n\tfor _, tag := range tags {"}},
	{Name: "cells are cleared in place", Changes: []string{
		"tenant.go", "t.head[wordState].Store(uint64(to)) // from here on, no check that has begun succeeds\n", ""}},
	{Name: "a lower number", Changes: []string{"tenant.go", "if w[i].Load() < to {", "if w[i].Load() != to {"}},
	{Name: "a change of everything changes nothing", Changes: []string{
		"core.go", "c.cells.ApplyAll(seq)", "c.cells.Advance(seq)"}},
	{Name: "a stream that begins anew goes on", Changes: []string{
		"core.go", "!c.synced || known != epoch", "known != epoch"}},
	{Name: "the lease counts from later", Changes: []string{
		"core.go", "q.asked = now", "q.asked = now + 500e6"}},
	{Name: "the lease goes on after the follower has left", Changes: []string{
		"tenant.go", "defer t.mu.Unlock()\n\tt.head[wordLease].Store(0)\n}", "defer t.mu.Unlock()\n}"}},
}

func TestEveryMutationApplies(t *testing.T) {
	t.Parallel()
	for _, m := range mutations {
		m.Applies(t)
	}
}

func TestProveHistoryFailsWithoutEachGuard(t *testing.T) {
	if !proving.Long() {
		t.Skip("make prove runs it: it builds the package once for each guard")
	}
	for _, m := range mutations {
		t.Run(m.Name, func(t *testing.T) { m.Try(t, "TestHistoryOf") })
	}
}
