package main

import (
	"strings"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/cli"
	"vitrine/internal/env"
	"vitrine/internal/memory"
)

func TestOptimisationsAreSwitchedOffByName(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"event-loop", "refresh-ahead,price-bands"} {
		r := env.Map(map[string]string{"VITRINE_WITHOUT": value})
		got := strings.Join(settings(&cli.Call{Env: r}).Without, ",")
		if got != value || r.Wrong(env.Without) != nil {
			t.Errorf("VITRINE_WITHOUT=%s: off are %q, %v", value, got, r.Wrong(env.Without))
		}
	}
	if env.Map(map[string]string{"VITRINE_WITHOUT": "event-loop,no"}).Wrong(env.Without) == nil {
		t.Error("an unknown optimisation is accepted")
	}
}

func TestTheDemoStorefrontIsOffInProductionUnlessItIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ mode, value, want string }{
		{"development", "", "demo"},
		{"development", "off", ""},
		{"development", "atelier", "atelier"},
		{"production", "", ""},
		{"production", "off", ""},
		{"production", "atelier", "atelier"},
	} {
		r := env.Map(map[string]string{"VITRINE_ENV": c.mode, "VITRINE_STOREFRONT": c.value})
		if got := settings(&cli.Call{Env: r}).Shop; got != c.want {
			t.Errorf("%s, VITRINE_STOREFRONT=%q: the storefront is of %q, want %q", c.mode, c.value, got, c.want)
		}
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
		sizeMemory(t.Context(), &cfg, memory.Group)()
		if cfg.CacheBytes < c.least || cfg.CacheBytes > c.most {
			t.Errorf("gateway %t, CacheBytes %d: got %d", c.gateway, c.bytes, cfg.CacheBytes)
		}
	}
}
