package main

import (
	"testing"

	"vitrine/cmd/vitrine/boot"
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

func TestAGatewaysCacheHasASize(t *testing.T) { //nolint:paralleltest // it is the whole process that gets room
	for _, c := range []struct {
		gateway     bool
		said        int64
		least, most int64
	}{
		{true, 0, cacheLeast, 1 << 50},
		{true, 1 << 20, 1 << 20, 1 << 20},
		{false, 0, 0, 0},
	} {
		cfg := boot.Config{Gateway: c.gateway, CacheBytes: c.said}
		room(t.Context(), &cfg)()
		if cfg.CacheBytes < c.least || cfg.CacheBytes > c.most {
			t.Errorf("a gateway %t, told %d: %d", c.gateway, c.said, cfg.CacheBytes)
		}
	}
}
