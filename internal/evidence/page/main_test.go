package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/evidence"
)

// records writes a record for each promise but those that are left out, and one guard.
func records(t *testing.T, change func(*evidence.Record), without ...evidence.Promise) string {
	t.Helper()
	dir := t.TempDir()
	save := func(name string, v any) {
		data, err := json.Marshal(v)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range evidence.Promises {
		if len(without) > 0 && p == without[0] {
			continue
		}
		r := evidence.Record{Test: "TestOf/part", Package: "cache", Long: true, Finding: evidence.Finding{Promise: p,
			Title: fmt.Sprintf("<b>Part %d</b>", i), Done: []string{"changes are lost", "the clock jumps"}, Judge: "a & b",
			Seed: 7, Figures: []evidence.Figure{{Name: "reads", Value: 1234567}},
			Spreads: []evidence.Spread{{Name: "times", Times: []time.Duration{time.Millisecond, 0, 2 * time.Second}}},
			Course: &evidence.Course{Events: []evidence.Event{{Name: "the clock jumps", From: time.Second, To: 2 * time.Second}},
				Series: []evidence.Series{{Name: "answers <a>", Points: []evidence.Point{{At: 0}, {At: time.Second, Value: 900},
					{At: 3 * time.Second, Value: 1900}}}}}}}
		change(&r)
		save(fmt.Sprintf("finding-%d.json", i), r)
	}
	save("guard-1.json", evidence.Guard{Name: "the tenant is not in the key", Package: "gateway", Fault: "2 faults"})
	return dir
}

func TestAReportSaysWhatWasFound(t *testing.T) {
	t.Parallel()
	out, shown := t.TempDir(), &strings.Builder{}
	if err := os.WriteFile(filepath.Join(out, "old.svg"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{records(t, func(*evidence.Record) {}), out}, shown); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(out, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"No promise was broken.", "1,234,567", "&lt;b&gt;Part 0", "the tenant is not in the key",
		"VITRINE_SEED=7 VITRINE_PROVE=1 go test -count=1 -timeout=60m -run &#39;^TestOf$&#39; ./cache"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, unwanted := range []string{"<b>Part", "answers <a>", "<script", "http-equiv", "not tried", "short form"} {
		if strings.Contains(string(page), unwanted) {
			t.Errorf("the page has %s", unwanted)
		}
	}
	pictures, err := filepath.Glob(filepath.Join(out, "*.svg"))
	if err != nil || len(pictures) != 2*len(evidence.Promises) {
		t.Errorf("pictures: %q, %v", pictures, err)
	}
	for _, name := range pictures {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(strings.NewReader(string(text)))
		for err == nil {
			_, err = d.Token()
		}
		if !errors.Is(err, io.EOF) || strings.Contains(string(text), "NaN") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}

// A run fails by a fault, by a test that failed without one, by a guard that no test missed, and by what was not tried.
func TestAReportFails(t *testing.T) {
	t.Parallel()
	f := func(want string, change func(*evidence.Record), without ...evidence.Promise) {
		t.Helper()
		shown := &strings.Builder{}
		err := run([]string{records(t, change, without...), t.TempDir()}, shown)
		if err == nil || !strings.Contains(shown.String()+err.Error(), want) {
			t.Errorf("want %s, got %s%v", want, shown, err)
		}
	}
	soon := func(do func(*evidence.Record)) func(*evidence.Record) {
		return func(r *evidence.Record) {
			if r.Promise == evidence.Soon {
				do(r)
			}
		}
	}
	f("One promise was broken.", soon(func(r *evidence.Record) { r.Faults = 3 }))
	f("One promise was broken.", soon(func(r *evidence.Record) { r.Failed = true }))
	f("not tried: "+string(evidence.Soon), func(*evidence.Record) {}, evidence.Soon)
	f("promises were broken", func(r *evidence.Record) { r.Faults = 1 })

	dir := records(t, func(*evidence.Record) {})
	data, err := json.Marshal(evidence.Guard{Name: "the lease", Package: "gateway"})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "guard-2.json"), data, 0o600)
	}
	if err == nil {
		err = run([]string{dir, t.TempDir()}, io.Discard)
	}
	const want = "no test of gateway noticed that a guard was switched off: the lease"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Error(err)
	}
	if err := run([]string{t.TempDir(), t.TempDir()}, io.Discard); err == nil {
		t.Error("a folder without records makes a report")
	}
}
