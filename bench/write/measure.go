package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"vitrine/bench/rig"
)

// measure writes to every subject in turn, round after round, and measures flushes of the disk.
func measure(ctx context.Context, place *rig.Place, o options, all []*subject) (flushes []float64, err error) {
	for round := range o.rounds + 1 {
		for _, s := range all {
			span := o.span
			if round == 0 {
				span = min(span, time.Second) // the first round fills caches and is not counted
			}
			rate, err := s.write(ctx, o, span, o.seed+uint64(round))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			if round > 0 {
				s.rates = append(s.rates, rate)
			}
		}
		if round > 0 {
			rate, err := rig.Flushes(place.Home(), min(o.span, 2*time.Second))
			if err != nil {
				return nil, err
			}
			flushes = append(flushes, rate)
		}
	}
	return flushes, nil
}

// write runs the clients on a subject for a while and returns the commits per second.
func (s *subject) write(ctx context.Context, o options, span time.Duration, seed uint64) (float64, error) {
	var done atomic.Int64
	tenants := o.tenants
	if s.alone {
		tenants = 1
	}
	began := time.Now()
	g, gctx := errgroup.WithContext(ctx)
	for i, conn := range s.conns {
		g.Go(func() error {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			for time.Since(began) < span {
				const sql = "UPDATE product SET amount = $3 WHERE tenant_id = $1 AND slug = $2"
				tenant, item, amount := rig.TenantID(r.IntN(tenants)), rig.Item(r.IntN(o.products)), float64(r.IntN(1_000_000))/100
				tag, err := conn.Exec(gctx, sql, tenant, item, amount)
				if err != nil {
					return fmt.Errorf("write: %w", err)
				}
				if tag.RowsAffected() != 1 {
					return errors.New("the product does not exist")
				}
				done.Add(1)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return 0, err
	}
	return float64(done.Load()) / time.Since(began).Seconds(), nil
}
