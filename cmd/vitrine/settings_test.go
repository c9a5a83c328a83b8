package main

import (
	"testing"

	"vitrine/internal/env"
)

func TestListsAreReadAheadUnlessSaidOtherwise(t *testing.T) {
	t.Parallel()
	for value, off := range map[string]bool{"": false, "on": false, "off": true} {
		r := env.Map(map[string]string{"VITRINE_READ_AHEAD": value})
		if got := settings(&call{env: r}).NoReadAhead; got != off || r.Wrong(env.ReadAhead) != nil {
			t.Errorf("VITRINE_READ_AHEAD=%q: not read ahead %v, %v", value, got, r.Wrong(env.ReadAhead))
		}
	}
	if env.Map(map[string]string{"VITRINE_READ_AHEAD": "no"}).Wrong(env.ReadAhead) == nil {
		t.Error("a word that means nothing is taken")
	}
}
