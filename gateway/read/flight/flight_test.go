package flight_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/gateway/read/flight"
)

func TestCallsForOneKeyShareOneResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g flight.Group[int]
		var calls atomic.Int32
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				got, err := g.Do(t.Context(), "a", func() (int, error) {
					time.Sleep(time.Second)
					return int(calls.Add(1)), nil
				})
				if got != 1 || err != nil {
					t.Errorf("got %d, %v", got, err)
				}
			})
			all.Go(func() {
				if got, err := g.Do(t.Context(), "b", func() (int, error) { return 2, nil }); got != 2 || err != nil {
					t.Errorf("another key: got %d, %v", got, err)
				}
			})
		}
		all.Wait()
		got, err := g.Do(t.Context(), "a", func() (int, error) { return int(calls.Add(1)), nil })
		if got != 2 || err != nil {
			t.Errorf("after the call has ended: got %d, %v, want a new call", got, err)
		}
	})
}

func TestAWaitEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g flight.Group[int]
		slow := func() (int, error) {
			time.Sleep(time.Minute)
			return 1, nil
		}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var all sync.WaitGroup
		all.Go(func() {
			if got, err := g.Do(t.Context(), "a", slow); got != 1 || err != nil {
				t.Errorf("a long wait: got %d, %v", got, err)
			}
		})
		all.Go(func() {
			start := time.Now()
			if _, err := g.Do(short, "a", slow); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
				t.Errorf("a short wait ended after %v: %v", time.Since(start), err)
			}
		})
		all.Wait()
	})
}

func TestAPanicIsTheErrorOfTheCall(t *testing.T) {
	var g flight.Group[int]
	for name, f := range map[string]func() (int, error){
		"panic: kaput":            func() (int, error) { panic("kaput") },
		"has ended its goroutine": func() (int, error) { runtime.Goexit(); return 1, nil },
	} {
		if _, err := g.Do(t.Context(), "a", f); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %q", err, name)
		}
	}
	if got, err := g.Do(t.Context(), "a", func() (int, error) { return 3, nil }); got != 3 || err != nil {
		t.Errorf("afterwards: got %d, %v", got, err)
	}
}
