package main

import (
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/cli"
	"vitrine/internal/env"
)

func TestRefreshAheadIsOnByDefault(t *testing.T) {
	t.Parallel()
	for value, off := range map[string]bool{"": false, "on": false, "off": true} {
		r := env.Map(map[string]string{"VITRINE_READ_AHEAD": value})
		if got := settings(&cli.Call{Env: r}).NoReadAhead; got != off || r.Wrong(env.ReadAhead) != nil {
			t.Errorf("VITRINE_READ_AHEAD=%q: NoReadAhead %v, %v", value, got, r.Wrong(env.ReadAhead))
		}
	}
	if env.Map(map[string]string{"VITRINE_READ_AHEAD": "no"}).Wrong(env.ReadAhead) == nil {
		t.Error("an unknown word is accepted")
	}
}

func TestCacheHasASize(t *testing.T) { //nolint:paralleltest // it changes the garbage collector of the process
	for _, c := range []struct {
		gateway     bool
		bytes       int64
		least, most int64
	}{
		{true, 0, cacheMin, 1 << 50},
		{true, 1 << 20, 1 << 20, 1 << 20},
		{false, 0, 0, 0},
	} {
		cfg := boot.Config{Gateway: c.gateway, CacheBytes: c.bytes}
		sizeMemory(t.Context(), &cfg)()
		if cfg.CacheBytes < c.least || cfg.CacheBytes > c.most {
			t.Errorf("gateway %t, CacheBytes %d: got %d", c.gateway, c.bytes, cfg.CacheBytes)
		}
	}
}
