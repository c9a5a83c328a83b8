package clock

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
	"vitrine/internal/testkit"
)

// fakePostgres has a clock that is ahead of the machine's. A reading takes the times of takes in turn: on the way
// there, and on the way back.
type fakePostgres struct {
	postgres.Queryer // nil: the clock reads one row only
	ahead            time.Duration
	takes            [][2]time.Duration
	fails            error
	hangs            bool // a reading waits until its context is done

	mu   sync.Mutex
	read int
}

func (p *fakePostgres) QueryRow(ctx context.Context, _ string, _ ...any) pgx.Row {
	return rowFunc(func(dest ...any) error {
		p.mu.Lock()
		var takes [2]time.Duration
		if len(p.takes) > 0 {
			takes = p.takes[p.read%len(p.takes)]
		}
		p.read++
		ahead, fails, hangs := p.ahead, p.fails, p.hangs
		p.mu.Unlock()
		if hangs {
			<-ctx.Done()
			return ctx.Err()
		}
		time.Sleep(takes[0])
		*dest[0].(*time.Time) = time.Now().Add(ahead)
		time.Sleep(takes[1])
		return fails
	})
}

func (p *fakePostgres) set(ahead time.Duration, fails error, hangs bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ahead, p.fails, p.hangs = ahead, fails, hangs
}

type rowFunc func(dest ...any) error

func (f rowFunc) Scan(dest ...any) error { return f(dest...) }

func TestTheFastestReadingDecides(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for name, takes := range map[string][][2]time.Duration{
		"first":  {{4 * ms, 4 * ms}, {0, 900 * ms}, {300 * ms, 0}, {0, 900 * ms}, {300 * ms, 0}},
		"middle": {{0, 900 * ms}, {300 * ms, 0}, {4 * ms, 4 * ms}, {0, 900 * ms}, {300 * ms, 0}},
		"last":   {{0, 900 * ms}, {300 * ms, 0}, {0, 900 * ms}, {300 * ms, 0}, {4 * ms, 4 * ms}},
	} {
		for _, ahead := range []time.Duration{0, time.Hour, -time.Hour} {
			synctest.Test(t, func(t *testing.T) {
				p := &fakePostgres{ahead: ahead, takes: takes}
				got, err := Offset(t.Context(), p, time.Now)
				if err != nil || got != ahead {
					t.Errorf("the %s reading is the fastest: offset %v, %v; want %v", name, got, err, ahead)
				}
			})
		}
	}
}

func TestAClockIsTheMachinesUntilItIsCorrected(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := New(nil, nil)
		earlier := c.Machine()
		time.Sleep(time.Minute)
		if got := time.Until(c.Now()); got != 0 {
			t.Errorf("before the first correction it is %v ahead", got)
		}
		if err := c.Correct(t.Context(), &fakePostgres{ahead: 3 * time.Second}); err != nil {
			t.Fatal(err)
		}
		if got := time.Until(c.Now()); got != 3*time.Second {
			t.Errorf("after the correction it is %v ahead, want 3 s", got)
		}
		if got := c.Now().Sub(c.At(earlier)); got != time.Minute {
			t.Errorf("a time of one minute ago is %v ago", got)
		}
		if got := c.Machine().Sub(earlier); got != time.Minute {
			t.Errorf("the machine's clock went on by %v, want 1 min", got)
		}
	})
}

// A step of the machine's system time moves the clock nowhere.
func TestAStepOfTheSystemTimeMovesNoClock(t *testing.T) {
	t.Parallel()
	c := New(nil, nil)
	if err := c.Correct(t.Context(), &fakePostgres{ahead: 3 * time.Second}); err != nil {
		t.Fatal(err)
	}
	machine := time.Now()
	want := c.At(machine)
	for _, step := range []time.Duration{-time.Hour, time.Hour} {
		if got := c.At(testkit.Stepped(t, machine, step)); !got.Equal(want) {
			t.Errorf("after a step by %v it shows %v, want %v", step, got, want)
		}
	}
}

func TestAReadingThatFailsChangesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := New(nil, nil)
		if err := c.Correct(t.Context(), &fakePostgres{ahead: time.Hour}); err != nil {
			t.Fatal(err)
		}
		gone := errors.New("no route")
		if err := c.Correct(t.Context(), &fakePostgres{fails: gone}); !errors.Is(err, gone) {
			t.Errorf("the error is %v, want one that wraps %v", err, gone)
		}
		if got := time.Until(c.Now()); got != time.Hour {
			t.Errorf("after the failed reading the clock is %v ahead, want 1 h", got)
		}
	})
}

func TestAFixedClockIsNotCorrected(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC)
	c := New(func() time.Time { return noon }, nil)
	if err := c.Correct(t.Context(), &fakePostgres{ahead: time.Hour}); err != nil {
		t.Fatal(err)
	}
	if got := c.Now(); !got.Equal(noon) {
		t.Errorf("it shows %v, want %v", got, noon)
	}
}

// A lockedBuffer may be written and read concurrently.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestRunCorrectsTheClockEvery10Seconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var corrections []time.Duration
		var log lockedBuffer
		c := New(nil, func(d time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			corrections = append(corrections, d)
		})
		p := &fakePostgres{ahead: 2 * time.Second}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			c.Run(ctx, p, slog.New(slog.NewTextHandler(&log, nil)))
		}()
		at := func(after, ahead time.Duration, warnings int, want ...time.Duration) {
			t.Helper()
			time.Sleep(after)
			synctest.Wait()
			if got := time.Until(c.Now()); got != ahead {
				t.Errorf("the clock is %v ahead, want %v", got, ahead)
			}
			if n := strings.Count(log.String(), "clock not corrected"); n != warnings {
				t.Errorf("%d warnings, want %d", n, warnings)
			}
			mu.Lock()
			defer mu.Unlock()
			if !slices.Equal(corrections, want) {
				t.Errorf("corrections %v, want %v", corrections, want)
			}
		}
		at(9999*time.Millisecond, 0, 0)
		at(2*time.Millisecond, 2*time.Second, 0, 2*time.Second)
		p.set(-time.Second, nil, false)
		at(10*time.Second, -time.Second, 0, 2*time.Second, -3*time.Second)
		p.set(time.Hour, errors.New("no route"), false)
		at(10*time.Second, -time.Second, 1, 2*time.Second, -3*time.Second)
		p.set(time.Hour, nil, true) // a reading without an answer ends after 1 s
		at(11*time.Second, -time.Second, 2, 2*time.Second, -3*time.Second)
		p.set(time.Minute, nil, false)
		at(10*time.Second, time.Minute, 2, 2*time.Second, -3*time.Second, 61*time.Second)
		cancel()
		<-done
	})
}

// The clock is corrected while all requests read it.
func TestAClockIsReadWhileItIsCorrected(t *testing.T) {
	t.Parallel()
	c := New(nil, nil)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 1000 {
				if d := time.Until(c.Now()); d > 2*time.Hour || d < -time.Hour {
					t.Errorf("the clock is %v ahead, want 0 or 1 h", d)
					return
				}
			}
		})
	}
	for range 100 {
		if err := c.Correct(t.Context(), &fakePostgres{ahead: time.Hour}); err != nil {
			t.Fatal(err)
		}
	}
	all.Wait()
}
