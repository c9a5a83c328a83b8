package main

import (
	"math"
	"testing"
)

func TestPlainCountsUnjudgedProductsAndCondensedSkipsThem(t *testing.T) {
	t.Parallel()
	q := &judged{text: "x", ratings: map[string]float64{"best": 3, "good": 1, "bad": 0}}
	for _, c := range []struct {
		ids              []string
		plain, condensed float64
	}{
		{[]string{"best", "good", "bad"}, 1, 1},
		{[]string{"unknown", "best", "good"}, (7/math.Log2(3) + 1/math.Log2(4)) / (7 + 1/math.Log2(3)), 1},
		{[]string{"bad"}, 0, 0},
		{nil, 0, 0},
		{make([]string, 10), 0, 0}, // ten unknown products push the others off the page
	} {
		plain, condensed := ndcg(q, c.ids)
		if math.Abs(plain-c.plain) > 1e-9 || math.Abs(condensed-c.condensed) > 1e-9 {
			t.Errorf("%v: %v plain and %v condensed, want %v and %v", c.ids, plain, condensed, c.plain, c.condensed)
		}
	}
}

func TestIntervalsContainTheMeanAndRepeat(t *testing.T) {
	t.Parallel()
	values := []float64{0, 0.2, 0.4, 0.6, 0.8, 1}
	low, high := interval(values)
	if m := mean(values); low >= m || high <= m || low < 0 || high > 1 {
		t.Errorf("[%v, %v] around %v", low, high, m)
	}
	if l, h := interval(values); l != low || h != high {
		t.Errorf("[%v, %v], then [%v, %v]", low, high, l, h)
	}
}

func TestRankingsFindWhatTheyShould(t *testing.T) {
	t.Parallel()
	all := []product{
		{Title: "Laptop bag", Description: "For laptops."},
		{Title: "Laptop", Description: "A computer."},
		{Title: "Garden chair", Description: "Use it with a laptop."},
	}
	if got := newPostgres(all).rank("lap"); len(got) != 3 || got[2] != 2 {
		t.Errorf("lap: %v", got)
	}
	if got := newPostgres(all).rank("laptop"); len(got) != 3 || got[0] != 1 {
		t.Errorf("laptop: %v", got)
	}
	if got := newBM25(all).rank("chair bag"); len(got) != 2 {
		t.Errorf("chair bag: %v", got)
	}
}
