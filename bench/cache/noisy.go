package main

import (
	"context"
	"math/rand/v2"
	"time"

	"vitrine/bench/rig"
	"vitrine/cache"
)

const (
	noisyBytes = 64 << 20
	looks      = 60_000 // of the quiet tenant, in each round
	louder     = 10     // lookups of the noisy tenant for each of the quiet one
)

// noisy reads a tenant whose answers take a quarter of the budget, alone, and beside one with ten times as many
// requests for ten times as much as fits.
func noisy(ctx context.Context, sheet *rig.Sheet, o options) error {
	c, err := cache.New(cache.Config{Bytes: noisyBytes})
	if err != nil {
		return err
	}
	defer c.Close()
	cost := answer("quiet", 0, o.body).Cost()
	quietKeys, noisyKeys := int(noisyBytes/4/cost), int(10*noisyBytes/cost)
	r, z := rand.New(rand.NewPCG(1, 4)), rig.NewZipf(quietKeys, 0.8)
	order := r.Perm(quietKeys)
	look := func(t *cache.Tenant, i int) bool {
		if c.Get(keyOf(t.ID, i), time.Now()) != nil {
			return true
		}
		c.Keep(t, cache.Snapshot{Epoch: epoch}, answer(t.ID, i, o.body))
		return false
	}
	join := func(id string) *cache.Tenant { return c.NewTenant(id, cache.Snapshot{Epoch: epoch}) }
	quiet, other := join("quiet"), join("noisy")
	round := func(noise int) float64 {
		hits := 0
		for k := range looks {
			if look(quiet, order[z.Draw(r)]) {
				hits++
			}
			for range noise {
				look(other, r.IntN(noisyKeys))
			}
			if k%100 == 0 {
				c.Wait() // a real miss takes milliseconds, in which the stores finish
			}
			if ctx.Err() != nil {
				break
			}
		}
		return 100 * float64(hits) / looks
	}
	for i := range quietKeys {
		look(quiet, i)
	}
	round(0)
	alone := round(0)
	round(louder)
	beside := round(louder)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	sheet.Say("noisy: a budget of %d MB; a quiet tenant of %d answers, a quarter of it, by Zipf's law with s = 0.8; "+
		"a noisy one with %d times its lookups, uniform over %d answers",
		noisyBytes>>20, quietKeys, louder, noisyKeys)
	sheet.Say("  hit ratio of the quiet tenant: alone %.2f %%, beside the noisy one %.2f %%; then they hold %d and %d MB",
		alone, beside, quiet.Bytes()>>20, other.Bytes()>>20)
	sheet.Most("loss of hit ratio of the quiet tenant, in points", alone-beside, 2, "")
	return nil
}
