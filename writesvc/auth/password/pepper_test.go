package password

import (
	"strings"
	"testing"
)

func hasher(t *testing.T, current string, older ...string) *Hasher {
	t.Helper()
	cfg := Config{Cost: Cost{Memory: 64, Time: 1, Threads: 1}, Pepper: []byte(strings.Repeat(current, 32)), Slots: 1,
		Queue: 4}
	for _, p := range older {
		cfg.OldPeppers = append(cfg.OldPeppers, []byte(strings.Repeat(p, 32)))
	}
	h, err := NewHasher(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A hash names its pepper, so every check costs one hash, whichever pepper made it. Hashes of earlier versions name
// none, and belong to the oldest pepper.
func TestAHashIsCheckedWithItsPepper(t *testing.T) {
	t.Parallel()
	made, err := hasher(t, "a").Hash(t.Context(), Known, "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	head, tail, ok := strings.Cut(made, ",keyid=")
	if !ok {
		t.Fatalf("the hash names no pepper: %s", made)
	}
	unnamed := head + tail[strings.Index(tail, "$"):]
	for _, test := range []struct {
		name         string
		h            *Hasher
		phc          string
		right, stale bool
	}{
		{"the same pepper", hasher(t, "a"), made, true, false},
		{"an older pepper", hasher(t, "c", "b", "a"), made, true, true},
		{"a pepper that is not given", hasher(t, "c", "b"), made, false, false},
		{"unnamed, of the only pepper", hasher(t, "a"), unnamed, true, true},
		{"unnamed, of the oldest pepper", hasher(t, "c", "b", "a"), unnamed, true, true},
		{"unnamed, of another pepper", hasher(t, "a", "b"), unnamed, false, false},
	} {
		right, stale, err := test.h.Verify(t.Context(), Known, "correct horse", test.phc)
		if err != nil || right != test.right || stale != test.stale || test.h.Made() != 1 {
			t.Errorf("%s: right %v, outdated %v, %d hashes, error %v", test.name, right, stale, test.h.Made(), err)
		}
		if right, _, _ := test.h.Verify(t.Context(), Known, "wrong horse", test.phc); right {
			t.Errorf("%s: a wrong password is right", test.name)
		}
	}
}
