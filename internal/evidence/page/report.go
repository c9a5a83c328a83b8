package main

import (
	"errors"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"vitrine/internal/evidence"
)

// A report is what the templates show.
type report struct {
	Headline              string
	Date, Commit, Machine string
	Form                  string // long or short
	Promises              []promise
	Findings              []finding
	Guards                []evidence.Guard
	Missed                int    // guards whose absence no test noticed
	Checks                string // the result of switching them off
}

// A promise has the findings of the tests that tried to break it.
type promise struct {
	Text     evidence.Promise
	Tests    int
	Faults   int
	Verdict  string
	Findings []finding
}

type finding struct {
	evidence.Record
	Anchor   string
	Counts   []count
	Pictures []picture
	Repeat   string // a command
}

type count struct{ Name, Value string }

type picture struct {
	File, Title string
	SVG         template.HTML
}

func newReport(records []evidence.Record, guards []evidence.Guard) *report {
	r := &report{Guards: guards, Form: "long"}
	byPromise := map[evidence.Promise][]finding{}
	for i, rec := range records {
		if !rec.Long {
			r.Form = "short"
		}
		if rec.Failed && rec.Faults == 0 {
			rec.Faults = 1 // the test does not count them
		}
		f := finding{Record: rec, Anchor: "f" + strconv.Itoa(i+1), Repeat: repeat(rec)}
		for _, figure := range rec.Figures {
			f.Counts = append(f.Counts, count{figure.Name, grouped(figure.Value)})
		}
		if rec.Course != nil && len(rec.Course.Series) > 0 {
			what := "Requests a second"
			if rec.Course.Gauges {
				what = "Amounts, as shares of the largest"
			}
			f.Pictures = append(f.Pictures, picture{File: f.Anchor + "-course.svg",
				Title: what + "; above, the number of what was done", SVG: drawCourse(*rec.Course, rec.Done)})
		}
		for k, s := range rec.Spreads {
			if len(s.Times) > 0 {
				f.Pictures = append(f.Pictures, picture{File: fmt.Sprintf("%s-times%d.svg", f.Anchor, k+1), Title: s.Name,
					SVG: drawSpread(s)})
			}
		}
		r.Findings = append(r.Findings, f)
		byPromise[rec.Promise] = append(byPromise[rec.Promise], f)
	}
	broken, untried := 0, 0
	for _, text := range evidence.Promises {
		p := promise{Text: text, Verdict: "kept", Findings: byPromise[text]}
		for _, f := range p.Findings {
			p.Tests++
			p.Faults += f.Faults
		}
		switch {
		case p.Faults > 0:
			p.Verdict = "broken"
			broken++
		case p.Tests == 0:
			p.Verdict = "not tried"
			untried++
		}
		r.Promises = append(r.Promises, p)
	}
	for _, g := range guards {
		if g.Fault == "" {
			r.Missed++
		}
	}
	switch {
	case r.Missed > 0:
		r.Checks = "broken"
	case len(guards) == 0:
		r.Checks = "not tried"
		untried++
	default:
		r.Checks = "kept"
	}
	switch {
	case broken == 1:
		r.Headline = "One promise was broken."
	case broken > 1:
		r.Headline = fmt.Sprintf("%d promises were broken.", broken)
	case untried > 0:
		r.Headline = "No promise was broken; not every one was tried."
	default:
		r.Headline = "No promise was broken."
	}
	return r
}

// fault is the reason for which a run fails.
func (r *report) fault() error {
	var all []error
	for _, p := range r.Promises {
		if p.Verdict != "kept" {
			all = append(all, fmt.Errorf("%s: %s", p.Verdict, p.Text))
		}
	}
	if len(r.Guards) == 0 {
		all = append(all, errors.New("no guard was switched off"))
	}
	for _, g := range r.Guards {
		if g.Fault == "" {
			all = append(all, fmt.Errorf("no test of %s noticed that a guard was switched off: %s", g.Package, g.Name))
		}
	}
	return errors.Join(all...)
}

// repeat is the command that runs a test once more with the same random choices.
func repeat(r evidence.Record) string {
	var b strings.Builder
	if r.Seed != 0 {
		fmt.Fprintf(&b, "VITRINE_SEED=%d ", r.Seed)
	}
	if r.Long {
		b.WriteString("VITRINE_PROVE=1 ")
	}
	name, _, _ := strings.Cut(r.Test, "/")
	fmt.Fprintf(&b, "go test -count=1 -timeout=60m -run '^%s$' ./%s", name, r.Package)
	return b.String()
}

// grouped writes a number with commas between thousands.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
