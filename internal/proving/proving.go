package proving

import (
	"os"
	"strconv"
	"testing"
	"time"
)

// Long reports whether the long forms are wanted: VITRINE_PROVE is set, to whatever it may be.
func Long() bool { return os.Getenv("VITRINE_PROVE") != "" }

// Rounds is how many rounds a proof has: few in make test, many in make prove, hardly any in make race.
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

// Seed is what a random proof begins with: VITRINE_SEED where that is set, else the usual one, and in the long form another every time. It is
// logged, so that what failed can be had again.
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

// Again reports whether VITRINE_SEED asks for what one seed did. A proof of several seeds then has but that one.
func Again() bool { return os.Getenv("VITRINE_SEED") != "" }
