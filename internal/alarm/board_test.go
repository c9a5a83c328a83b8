package alarm

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

func TestAlarmsBeginAndEnd(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	b := New(slog.New(slog.NewTextHandler(&log, nil)))
	now := time.Unix(1_700_000_000, 0)
	b.now = func() time.Time { return now }
	names := func() string {
		var all []string
		for _, a := range b.All() {
			all = append(all, a.Name+" "+a.Subject)
		}
		return strings.Join(all, ", ")
	}
	b.Replace("shops", []Alarm{{Subject: "b", Message: "x"}, {Subject: "a", Message: "x"}})
	b.Replace("shops", []Alarm{{Subject: "b", Message: "x"}, {Subject: "a", Message: "x"}})
	if got := names(); got != "shops a, shops b" || strings.Count(log.String(), "\n") != 2 {
		t.Errorf("%s\n%s", got, log.String())
	}
	since := b.All()[0].Since
	now = now.Add(time.Minute)
	b.Replace("shops", []Alarm{{Subject: "a", Message: "y"}})
	if got := b.All(); len(got) != 1 || got[0].Since != since || got[0].Message != "y" {
		t.Errorf("%v", got)
	}
	for range 1000 {
		b.Raise("proxy", "", "z")
	}
	if n := strings.Count(log.String(), "name=proxy"); n != 1 {
		t.Errorf("%d lines", n)
	}
	reg := prometheus.NewRegistry()
	reg.MustRegister(b)
	if got := gathered(t, reg); got != "proxy 1, shops 1" {
		t.Errorf("metrics: %s", got)
	}
	now = now.Add(Hold + time.Second)
	b.Replace("shops", nil)
	if got := names(); got != "" || gathered(t, reg) != "proxy 0, shops 0" {
		t.Errorf("after the end: %q, %s", got, gathered(t, reg))
	}
	var none *Board
	none.Raise("a", "b", "c")
	none.Replace("a", nil)
	if none.All() != nil {
		t.Error("a nil board has alarms")
	}
}

func TestABoardIsBounded(t *testing.T) {
	t.Parallel()
	b := New(slog.New(slog.DiscardHandler))
	for i := range 2 * most {
		b.Raise("a", string(rune('a'+i%26))+strings.Repeat("x", i), "m")
	}
	if n := len(b.All()); n > most {
		t.Errorf("%d alarms", n)
	}
}

func gathered(t *testing.T, reg *prometheus.Registry) string {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range families {
		for _, m := range f.Metric {
			all = append(all, m.Label[0].GetValue()+map[float64]string{0: " 0", 1: " 1", 2: " 2"}[m.Gauge.GetValue()])
		}
	}
	return strings.Join(all, ", ")
}

// A board may be used concurrently.
func TestConcurrentUseOfABoard(t *testing.T) {
	t.Parallel()
	b := New(slog.New(slog.DiscardHandler))
	reg := prometheus.NewRegistry()
	reg.MustRegister(b)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 100 {
				b.Raise("a", string(rune('a'+i)), "m")
				b.Replace("b", []Alarm{{Subject: string(rune('a' + i)), Message: "m"}})
				b.All()
				if _, err := reg.Gather(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n := len(b.All()); n != 9 {
		t.Errorf("%d alarms, want 9", n)
	}
}
