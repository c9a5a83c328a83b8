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

// openSearch picks the engine: Meilisearch where one is given, else Postgres itself.
func (a *App) openSearch(context.Context) error {
	if a.cfg.MeiliURL == "" {
		a.Engine = pg.New()
		return nil
	}
	a.cfg.Step("search: the Meilisearch of VITRINE_MEILI_URL")
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Key, cfg.Log = a.cfg.MeiliURL, a.cfg.MeiliKey, a.cfg.Log.With("part", "search")
	if a.cfg.Ingest {
		// An index that vanished is built anew from Postgres.
		cfg.Lost = func(ctx context.Context) error { return index.Reindex(ctx, a.Pool, meili.Name, "") }
	}
	e, err := meili.New(cfg)
	if err != nil {
		return fmt.Errorf("open Meilisearch: %w", err)
	}
	a.Engine = e
	return nil
}

// openListing puts lists in memory before the engine, for the gateway alone: ingest has nothing to tell it.
func (a *App) openListing(pool *pgxpool.Pool) (err error) {
	cfg := memory.DefaultConfig()
	cfg.Kinds, cfg.Next, cfg.Pool, cfg.Log = listed(), a.Engine, pool, a.cfg.Log.With("part", "listing")
	if a.cfg.MeiliURL != "" { // it ranks by rules of its own
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
