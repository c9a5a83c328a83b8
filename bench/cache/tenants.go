package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/bench/rig"
)

// tenants runs Vitrine over a database with one tenant, and over the same with thousands more.
func tenants(ctx context.Context, sheet *rig.Sheet, o options) (err error) {
	place, err := rig.Open(ctx, "tenants", "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	if err := rig.MakeTenants(ctx, place.URL, 1, 10); err != nil {
		return err
	}
	bus, err := place.StartBus(ctx)
	if err != nil {
		return err
	}
	// The ingest worker is a process of its own, so that only the gateway is measured.
	worker, err := place.Vitrine("ingest", o.vitrine, "ingest", bus.URL)
	if err != nil {
		return err
	}
	if err := worker.Start(ctx); err != nil {
		return err
	}
	few, _, err := gatewayOver(ctx, place, o, bus.URL, "few", 0)
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, place.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	_, err = conn.Exec(ctx, "INSERT INTO tenant (id, name) SELECT 'many-' || i, 'Many ' || i FROM generate_series(1, "+
		"$1::int) i", o.tenants)
	if err = errors.Join(err, conn.Close(ctx)); err != nil {
		return fmt.Errorf("create the tenants: %w", err)
	}
	many, used, err := gatewayOver(ctx, place, o, bus.URL, "many", o.tenants)
	if err != nil {
		return err
	}
	each := func(i int) float64 { return float64(many[i]-few[i]) / float64(o.tenants) / 1024 }
	sheet.Say("tenants: a gateway with one tenant has %d MB resident, with %d more %d MB: %.2f KB each; "+
		"after one list for each, with its answer cached, %d MB: %.2f KB each",
		few[0]>>20, o.tenants, many[0]>>20, each(0), many[1]>>20, each(1))
	sheet.Say("  without requests, with heartbeats and comparisons of change numbers, it uses %.1f %% of a core", used)
	return nil
}

// gatewayOver runs a gateway. It returns its resident memory, when ready and after one list for some tenants, and the
// part of a core that it uses without requests, in percent.
func gatewayOver(ctx context.Context, place *rig.Place, o options, bus, name string, tenants int) (resident [2]int64,
	used float64, err error) {
	g, err := place.Vitrine(name, o.vitrine, "gateway", bus)
	if err != nil {
		return resident, 0, err
	}
	if err := g.Start(ctx); err != nil {
		return resident, 0, err
	}
	defer g.Stop()
	if err := g.Ready(ctx); err != nil {
		return resident, 0, err
	}
	const peace = 10 * time.Second
	before := rig.Spent(g.Pid())
	select {
	case <-ctx.Done():
		return resident, 0, ctx.Err()
	case <-time.After(peace):
	}
	used = 100 * (rig.Spent(g.Pid()) - before) / peace.Seconds()
	resident[0] = rig.Resident(g.Pid())
	c, err := rig.Dial(g.Addr)
	if err != nil {
		return resident, 0, err
	}
	defer c.Close()
	for i := 1; i <= tenants; i++ {
		a, err := c.Ask(rig.Request(fmt.Sprintf("/t/many-%d/v1/product", i), ""))
		if err == nil && a.Status != http.StatusOK {
			err = fmt.Errorf("%d %.200s", a.Status, a.Body)
		}
		if err != nil {
			return resident, 0, fmt.Errorf("request of tenant %d: %w", i, err)
		}
	}
	resident[1] = rig.Resident(g.Pid())
	return resident, used, nil
}
