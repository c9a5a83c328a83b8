package main

import (
	"slices"
	"testing"

	"vitrine/internal/env"
)

// Every optimisation that can be switched off is measured, and the code that is counted for it exists.
func TestEveryOptimisationIsMeasuredAndCounted(t *testing.T) {
	t.Parallel()
	if !slices.Equal(optimisations, env.Optimisations) {
		t.Errorf("measured are %q, but those that can be switched off are %q", optimisations, env.Optimisations)
	}
	for _, name := range optimisations {
		if n, err := linesOf("../..", name); err != nil || n < 40 {
			t.Errorf("%s: %d lines, %v", name, n, err)
		} else {
			t.Logf("%s: %d lines", name, n)
		}
	}
	if len(made) != len(optimisations) {
		t.Errorf("code of %d optimisations is counted, want %d", len(made), len(optimisations))
	}
}

func TestLinesOfDeclaration(t *testing.T) {
	t.Parallel()
	const text = `package p

// T is a type.
type T struct {
	a int
}

// M is a method.
// It does nothing.
func (t *T) M() {}

func f() {
}
`
	for name, want := range map[string]int{"T": 4, "T.M": 3, "f": 2, "M": 0, "g": 0} {
		if n, err := linesOfDeclaration([]byte(text), name); n != want || err != nil {
			t.Errorf("%s: %d lines, want %d (%v)", name, n, want, err)
		}
	}
}
