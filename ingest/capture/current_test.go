package capture

import (
	"testing"
	"time"

	"vitrine/internal/testkit"
)

// Whether every change is published is judged by the monotonic clock. A step back of the system time once let the
// heartbeats of a relay go on that no longer polled, for as long as the step.
func TestARelayIsCurrentByTheMonotonicClock(t *testing.T) {
	t.Parallel()
	began := time.Now()
	const asleep = 250 * time.Millisecond
	newRelay := func() *Relay { return NewRelay(Config{Stats: &Stats{}, Began: began, Asleep: asleep}) }
	for _, step := range []time.Duration{-time.Hour, 0, time.Hour} {
		is := func(what string, r *Relay, after time.Duration, want bool) {
			t.Helper()
			if got := r.Current(testkit.Stepped(t, began.Add(after), step)); got != want {
				t.Errorf("%s, after %v and a step by %v: %v, want %v", what, after, step, got, want)
			}
		}
		r := newRelay()
		is("before the first poll", r, time.Millisecond, false)
		r.polled.Store(r.since(began.Add(time.Second)))
		is("a poll", r, time.Second+asleep, true)
		is("no poll since", r, time.Minute, false)
		r.behindSince.Store(r.since(began.Add(time.Second)))
		is("behind for a moment", r, time.Second+asleep, true)
		r.polled.Store(r.since(began.Add(time.Minute)))
		is("behind for long", r, time.Minute, false)
	}
	r := newRelay()
	r.behind = map[string]bool{"acme": true}
	r.noteBehind()
	since := r.behindSince.Load()
	r.noteBehind()
	if since == 0 || r.behindSince.Load() != since {
		t.Errorf("behind since %d, then since %d", since, r.behindSince.Load())
	}
}
