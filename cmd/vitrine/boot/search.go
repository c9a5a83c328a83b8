package boot

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/ingest/index"
	"vitrine/search/meili"
	"vitrine/search/memory"
	"vitrine/search/pg"
)

// openSearch selects the engine: Meilisearch if it is configured, else Postgres.
func (a *App) openSearch(context.Context) error {
	if a.cfg.MeiliURL == "" {
		a.Engine = pg.New()
		return nil
	}
	a.cfg.Step("search: using the Meilisearch of VITRINE_MEILI_URL")
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Key, cfg.Log = a.cfg.MeiliURL, a.cfg.MeiliKey, a.cfg.Log.With("part", "search")
	if a.cfg.Ingest {
		// A missing index is rebuilt from Postgres.
		cfg.Lost = func(ctx context.Context) error { return index.Reindex(ctx, a.Pool, meili.Name, "") }
	}
	e, err := meili.New(cfg)
	if err != nil {
		return fmt.Errorf("open Meilisearch: %w", err)
	}
	a.Engine = e
	return nil
}

// openListing puts the in-memory lists before the engine. Only the gateway uses them.
func (a *App) openListing(pool *pgxpool.Pool) (err error) {
	cfg := memory.DefaultConfig()
	cfg.Kinds, cfg.Next, cfg.Pool, cfg.Log = listed(), a.Engine, pool, a.cfg.Log.With("part", "listing")
	if a.cfg.MeiliURL != "" { // Meilisearch ranks texts by its own rules
		for i := range cfg.Kinds {
			cfg.Kinds[i].Words = nil
		}
	}
	if a.cfg.ListingRows > 0 {
		cfg.MinRows = a.cfg.ListingRows
	}
	if a.Listing, err = memory.New(cfg); err != nil {
		return fmt.Errorf("open lists in memory: %w", err)
	}
	a.Listing.Start()
	a.onStop(a.Listing.Stop)
	return nil
}
