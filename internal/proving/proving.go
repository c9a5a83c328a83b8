package proving

import (
	"os"
	"strconv"
	"testing"
	"time"
)

// Long reports whether the long forms run: VITRINE_PROVE is set, to any value.
func Long() bool { return os.Getenv("VITRINE_PROVE") != "" }

// Rounds returns the number of rounds of a test: short in make test, long in make prove, a fraction of short in make
// race.
func Rounds(few, many int) int {
	switch {
	case Long():
		return many
	case testing.Short():
		return max(1, few/5)
	default:
		return few
	}
}

// Seed returns the seed of a random test: VITRINE_SEED if it is set, else the usual one, and in the long form a random
// one. It is logged, so that a failure can be repeated.
func Seed(t testing.TB, usual uint64) uint64 {
	t.Helper()
	seed := usual
	switch given := os.Getenv("VITRINE_SEED"); {
	case given != "":
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatalf("VITRINE_SEED=%q is no number", given)
		}
	case Long():
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("VITRINE_SEED=%d", seed)
	return seed
}

// Again reports whether VITRINE_SEED repeats one seed. A test of several seeds then runs only that one.
func Again() bool { return os.Getenv("VITRINE_SEED") != "" }
