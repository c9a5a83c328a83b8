package boot

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/ingest"
	"vitrine/search/listing"
	"vitrine/search/meili"
	"vitrine/search/pg"
)

// openSearch picks the engine: Meilisearch where one is given, else Postgres itself.
func (h *House) openSearch(context.Context) error {
	if h.cfg.MeiliURL == "" {
		h.Engine = pg.New()
		return nil
	}
	h.cfg.Step("search: the Meilisearch of VITRINE_MEILI_URL")
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Key, cfg.Log = h.cfg.MeiliURL, h.cfg.MeiliKey, h.cfg.Log.With("part", "search")
	if h.cfg.Ingest {
		// An index that vanished is built anew from Postgres.
		cfg.Lost = func(ctx context.Context) error { return ingest.Reindex(ctx, h.Pool, meili.Name, "") }
	}
	e, err := meili.New(cfg)
	if err != nil {
		return fmt.Errorf("open Meilisearch: %w", err)
	}
	h.Engine = e
	return nil
}

// openListing puts lists in memory before the engine, for the gateway alone: ingest has nothing to tell it.
func (h *House) openListing(pool *pgxpool.Pool) (err error) {
	cfg := listing.DefaultConfig()
	cfg.Kinds, cfg.Next, cfg.Pool, cfg.Log = listed(), h.Engine, pool, h.cfg.Log.With("part", "listing")
	if h.cfg.MeiliURL != "" { // it ranks by rules of its own
		for i := range cfg.Kinds {
			cfg.Kinds[i].Words = nil
		}
	}
	if h.cfg.ListingRows > 0 {
		cfg.MinRows = h.cfg.ListingRows
	}
	if h.Listing, err = listing.New(cfg); err != nil {
		return fmt.Errorf("open lists in memory: %w", err)
	}
	h.Listing.Start()
	h.onStop(h.Listing.Stop)
	return nil
}
