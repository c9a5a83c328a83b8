package proving

import (
	"fmt"
	"testing"
)

// said records the log of a test.
type said struct {
	testing.TB
	lines []string
}

func (s *said) Helper()                      {}
func (s *said) Logf(format string, a ...any) { s.lines = append(s.lines, fmt.Sprintf(format, a...)) }
func (s *said) Fatalf(format string, a ...any) {
	s.Logf(format, a...)
	panic(s) // a real test ends its goroutine
}

func TestEachSwitchTurnsTheLongFormsOn(t *testing.T) {
	f := func(prove string, long bool, rounds int) {
		t.Helper()
		t.Setenv("VITRINE_PROVE", prove)
		if Long() != long || Rounds(10, 1000) != rounds {
			t.Errorf("VITRINE_PROVE=%q: long %v, %d rounds; want %v, %d", prove, Long(), Rounds(10, 1000), long, rounds)
		}
	}
	few := 10
	if testing.Short() {
		few = 2
	}
	f("", false, few)
	f("1", true, 1000)
	f("yes", true, 1000)
}

func TestASeedIsSaidAndHadAgain(t *testing.T) {
	f := func(prove, seed string, usual, want uint64) {
		t.Helper()
		t.Setenv("VITRINE_PROVE", prove)
		t.Setenv("VITRINE_SEED", seed)
		s := &said{TB: t}
		got := Seed(s, usual)
		if got != want && want != 0 || len(s.lines) != 1 || s.lines[0] != fmt.Sprintf("VITRINE_SEED=%d", got) ||
			Again() != (seed != "") {
			t.Errorf("VITRINE_PROVE=%q VITRINE_SEED=%q: %d, want %d; it says %q", prove, seed, got, want, s.lines)
		}
		if want == 0 && got == usual {
			t.Errorf("VITRINE_PROVE=%q: the usual seed", prove)
		}
	}
	f("", "", 7, 7)
	f("", "12", 7, 12)
	f("1", "12", 7, 12)
	f("1", "", 7, 0)

	t.Setenv("VITRINE_SEED", "seven")
	s := &said{TB: t}
	defer func() {
		if recover() != s || len(s.lines) != 1 {
			t.Errorf("a seed that is no number: %q", s.lines)
		}
	}()
	Seed(s, 7)
}
