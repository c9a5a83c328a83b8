package history

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// A story is a history of one tenant that is recorded step by step.
type story struct{ *History }

func tell() story { return story{New()} }

// write records a commit of a version of a key.
func (s story) write(key string, version, seq uint64) {
	s.Wrote(Write{Tenant: "t", Key: key, Version: version, Seq: seq, Sent: s.Now()})
}

// read records a read that ends before the next step.
func (s story) read(gateway, key string, version uint64) {
	r := Read{Gateway: gateway, Tenant: "t", Key: key, Start: s.Now(), Version: version, Of: "t/" + key}
	r.End = s.Now()
	s.Saw(r)
}

// during records a read during f.
func (s story) during(gateway, key string, version uint64, f func()) {
	r := Read{Gateway: gateway, Tenant: "t", Key: key, Start: s.Now(), Version: version}
	f()
	r.End = s.Now()
	s.Saw(r)
}

// rules are the rules that the history breaks.
func (s story) rules(t *testing.T) (rules []string) {
	t.Helper()
	err := s.Check()
	var faults Faults
	if err != nil && !errors.As(err, &faults) {
		t.Fatal(err)
	}
	for _, f := range faults {
		rules = append(rules, f.Rule)
	}
	return rules
}

func TestCheckAcceptsValidHistories(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]func(story){
		"nothing": func(story) {},
		"old until announced, new afterwards": func(s story) {
			s.write("a", 1, 1)
			s.read("g", "a", 0)
			s.Announce("t", 1)
			s.read("g", "a", 1)
		},
		"new before it is announced": func(s story) {
			s.write("a", 1, 1)
			s.read("g", "a", 1)
			s.read("h", "a", 0) // another gateway is behind
			s.Announce("t", 1)
		},
		"a read that began before the announcement may return the old version": func(s story) {
			s.write("a", 1, 1)
			s.during("g", "a", 0, func() { s.Announce("t", 1) })
		},
		"concurrent reads may differ": func(s story) {
			s.write("a", 1, 1)
			s.during("g", "a", 0, func() { s.read("g", "a", 1) })
		},
		"another key without a known change": func(s story) {
			s.write("a", 1, 1)
			s.read("g", "a", 1)
			s.write("b", 1, 2)
			s.read("g", "b", 0)
		},
		"a commit with an unknown result that succeeded": func(s story) {
			s.write("a", 1, 0)
			s.read("g", "a", 0)
			s.read("g", "a", 1)
			s.write("a", 2, 5)
			s.Announce("t", 5)
			s.read("g", "a", 2)
		},
		"a change by time": func(s story) {
			w := Write{Tenant: "t", Key: "a", Version: 1, Sent: s.Now()}
			s.read("g", "a", 0)
			w.Due = s.Now()
			s.Wrote(w)
			s.read("g", "a", 1)
		},
		"a change by time with an unannounced schedule": func(s story) {
			s.write("a", 1, 1)
			s.Wrote(Write{Tenant: "t", Key: "a", Version: 2, Sent: s.Now(), Due: s.Now(), By: 1})
			s.read("g", "a", 0)
			s.read("h", "a", 2)
		},
	} {
		s2 := tell()
		s(s2)
		if rules := s2.rules(t); rules != nil {
			t.Errorf("%s: %v", name, rules)
		}
		if err := s2.Linear(time.Minute); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckFindsEachFault(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, rule string
		register   bool // porcupine must detect it too
		tell       func(story)
	}{
		{"old after the announcement", Stale, true, func(s story) {
			s.write("a", 1, 1)
			s.Announce("t", 1)
			s.read("g", "a", 0)
		}},
		{"old after the announcement of a later change", Stale, true, func(s story) {
			s.write("a", 1, 1)
			s.write("b", 1, 2)
			s.Announce("t", 2)
			s.read("g", "b", 1)
			s.read("h", "a", 0)
		}},
		{"one of many versions behind", Stale, true, func(s story) {
			for i := range uint64(50) {
				s.write("a", i+1, i+1)
				s.Announce("t", i+1)
				s.read("g", "a", i+1)
			}
			s.read("h", "a", 49)
		}},
		{"an earlier change announced later", Stale, true, func(s story) {
			s.write("a", 1, 1)
			s.write("a", 2, 2)
			s.Announce("t", 2)
			s.Announce("t", 1)
			s.read("g", "a", 1)
		}},
		{"an older version at the same gateway", Back, true, func(s story) {
			s.write("a", 1, 1)
			s.read("g", "a", 1)
			s.read("g", "a", 0)
		}},
		{"a change without an earlier one", Torn, false, func(s story) {
			s.write("a", 1, 1)
			s.write("b", 1, 2)
			s.read("g", "b", 1)
			s.read("g", "a", 0)
		}},
		{"a version that was not sent yet", Invented, true, func(s story) {
			s.read("g", "a", 1)
			s.write("a", 1, 1)
		}},
		{"a version that was never sent", Invented, true, func(s story) {
			s.write("a", 1, 1)
			s.write("a", 3, 3)
			s.read("g", "a", 2)
		}},
		{"a version of a key without writes", Invented, true, func(s story) { s.read("g", "z", 1) }},
		{"an answer of another tenant", Mixed, false, func(s story) {
			s.write("a", 1, 1)
			s.Saw(Read{Gateway: "g", Tenant: "t", Key: "a", Start: s.Now(), End: s.Now(), Version: 1, Of: "u/a"})
		}},
		{"too late after a change by time", Stale, true, func(s story) {
			s.Wrote(Write{Tenant: "t", Key: "a", Version: 1, Sent: s.Now(), Due: s.Now()})
			s.read("g", "a", 0)
		}},
		{"too late after a change by time with an announced schedule", Stale, true, func(s story) {
			s.write("a", 1, 1)
			s.Announce("t", 1)
			s.Wrote(Write{Tenant: "t", Key: "a", Version: 2, Sent: s.Now(), Due: s.Now(), By: 1})
			s.read("g", "a", 1)
		}},
		{"too early before a change by time", Invented, true, func(s story) {
			s.read("g", "a", 1)
			s.Wrote(Write{Tenant: "t", Key: "a", Version: 1, Sent: s.Now(), Due: s.Now()})
		}},
	} {
		s := tell()
		c.tell(s)
		if rules := s.rules(t); !slices.Equal(rules, []string{c.rule}) {
			t.Errorf("%s: found %q, want %q", c.name, rules, c.rule)
		}
		if err := s.Linear(time.Minute); (err != nil) != c.register {
			t.Errorf("%s: porcupine says %v", c.name, err)
		}
	}
}

func TestCheckRejectsAnInconsistentRecord(t *testing.T) {
	t.Parallel()
	twice, down := tell(), tell()
	twice.write("a", 1, 1)
	twice.write("a", 1, 2)
	down.write("a", 1, 2)
	down.write("a", 2, 1)
	for _, s := range []story{twice, down} {
		if err := s.Check(); err == nil || !strings.HasPrefix(err.Error(), "the record of t/a") {
			t.Errorf("%v", err)
		}
	}
}

// plainRule applies the rules literally, to all pairs of reads and writes. It is slow and shares no code with Check.
func plainRule(h *History, r Read) string {
	var newest, stale, back, torn uint64
	known := r.Version == 0
	seqs := map[[3]string]map[uint64]uint64{}
	for _, w := range h.writes {
		at := [3]string{w.Tenant, w.Key}
		if seqs[at] == nil {
			seqs[at] = map[uint64]uint64{}
		}
		seqs[at][w.Version] = w.Seq
	}
	for _, w := range h.writes {
		if w.Tenant != r.Tenant || w.Key != r.Key {
			continue
		}
		known = known || w.Version == r.Version
		if w.Sent < r.End {
			newest = max(newest, w.Version)
		}
		for _, a := range h.announced[w.Tenant] {
			if a.at < r.Start && a.seq >= w.Seq {
				stale = max(stale, w.Version)
			}
		}
		for _, o := range h.reads {
			if o.Gateway == r.Gateway && o.Tenant == r.Tenant && o.End < r.Start &&
				seqs[[3]string{o.Tenant, o.Key}][o.Version] >= w.Seq {
				torn = max(torn, w.Version)
			}
		}
	}
	for _, o := range h.reads {
		if o.Gateway == r.Gateway && o.Tenant == r.Tenant && o.Key == r.Key && o.End < r.Start {
			back = max(back, o.Version)
		}
	}
	switch {
	case r.Version > newest || !known:
		return Invented
	case r.Version < stale:
		return Stale
	case r.Version < back:
		return Back
	case r.Version < torn:
		return Torn
	}
	return ""
}

func TestPropertyCheckAgreesWithThePlainRules(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 4))
	found := map[string]int{}
	for range 2000 {
		s := tell()
		versions, seq := map[string]uint64{}, uint64(0)
		var open []Read
		for range 5 + r.IntN(40) {
			key := string(rune('a' + r.IntN(3)))
			switch r.IntN(5) {
			case 0:
				versions[key] += 1 + uint64(r.IntN(2))
				seq++
				s.write(key, versions[key], seq)
			case 1:
				s.Announce("t", uint64(r.Int64N(int64(seq)+1)))
			case 2:
				open = append(open, Read{Gateway: string(rune('g' + r.IntN(2))), Tenant: "t", Key: key, Start: s.Now()})
			case 3:
				s.read("g", key, uint64(max(0, int64(versions[key])-r.Int64N(3))))
			default:
				if len(open) > 0 {
					o := open[0]
					open = open[1:]
					o.End, o.Version = s.Now(), uint64(max(0, int64(versions[o.Key])-r.Int64N(2)))
					s.Saw(o)
				}
			}
		}
		var want []string
		for _, rd := range s.reads {
			if rule := plainRule(s.History, rd); rule != "" {
				want = append(want, rule)
				found[rule]++
			}
		}
		if got := s.rules(t); !slices.Equal(got, want) {
			t.Fatalf("found %q, want %q in\n%+v\n%+v\n%+v", got, want, s.writes, s.announced, s.reads)
		}
		if err := s.Linear(time.Minute); len(want) == 0 && err != nil {
			t.Fatalf("the history is valid, and porcupine reports: %v", err)
		}
	}
	for _, rule := range []string{Stale, Back, Torn, Invented} {
		if found[rule] < 20 {
			t.Errorf("%q was found %d times; want at least 20", rule, found[rule])
		}
	}
}

func TestATruncatedRegisterIsStillValid(t *testing.T) {
	t.Parallel()
	s := tell()
	for i := range uint64(2 * longest) {
		s.write("a", i+1, i+1)
		if i%2 == 0 {
			s.Announce("t", i+1)
		}
		s.read("g", "a", i+1)
	}
	if err := s.Linear(5 * time.Minute); err != nil {
		t.Error(err)
	}
	if rules := s.rules(t); rules != nil {
		t.Error(rules)
	}
}
