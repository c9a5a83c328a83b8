package boot

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/ingest/index"
	"vitrine/internal/catalog"
	"vitrine/search"
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
	cfg := a.cfg.Meili()
	if a.cfg.Ingest {
		// A missing index is rebuilt from Postgres.
		cfg.Lost = func(ctx context.Context) error { return index.Reindex(ctx, a.Pool, meili.Name, "") }
	}
	cfg.Pool = a.Pool
	e, err := meili.New(cfg)
	if err != nil {
		return fmt.Errorf("open Meilisearch: %w", err)
	}
	a.Engine, a.Meili = e, e
	a.onStop(e.Stop)
	return nil
}

// Meili is the configuration of the engine for the Meilisearch of c.
func (c Config) Meili() meili.Config {
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Key = c.MeiliURL, c.MeiliKey
	if c.Log != nil { // doctor logs nothing
		cfg.Log = c.Log.With("part", "search")
	}
	if c.MeiliPrefix != "" {
		cfg.Prefix = c.MeiliPrefix
	}
	if c.MeiliTimeout > 0 {
		cfg.Timeout = c.MeiliTimeout
	}
	if c.MeiliTaskTimeout > 0 {
		cfg.TaskTimeout = c.MeiliTaskTimeout
	}
	for _, kind := range listed() {
		d := documents()[kind.Name]
		k := meili.Kind{Kind: kind, Order: catalog.Named(kind.Name).Views[0].Plan().Ties,
			Texts: append(slices.Clone(d.Words), "status")}
		for _, j := range d.Joined {
			k.Related, k.Texts = j.Kind, append(k.Texts, j.Key)
		}
		cfg.Kinds = append(cfg.Kinds, k)
	}
	return cfg
}

// documents are the documents of the catalogue, with what lists that are kept in memory filter, sort and count by.
func documents() map[string]index.Documents {
	all := index.CatalogDocuments()
	for _, kind := range listed() {
		d := all[kind.Name]
		d.Kind = &kind
		all[kind.Name] = d
	}
	return all
}

// openListing opens the in-memory lists and loads them. Only the gateway uses them. Beside Meilisearch they answer what
// it cannot. A gateway starts without them if they cannot be loaded.
func (a *App) openListing(ctx context.Context, pool *pgxpool.Pool) (err error) {
	cfg := memory.DefaultConfig()
	cfg.Kinds, cfg.Next, cfg.Pool = append(listed(), searched()...), pg.New(), pool
	cfg.Log = a.cfg.Log.With("part", "listing")
	if a.cfg.ListingRows > 0 {
		cfg.MinRows = a.cfg.ListingRows
	}
	if a.Listing, err = memory.New(cfg); err != nil {
		return fmt.Errorf("open lists in memory: %w", err)
	}
	if err := a.Listing.Load(ctx); err != nil && ctx.Err() == nil {
		cfg.Log.Warn("lists not loaded into memory; Postgres answers until they are", "err", err)
	}
	a.Listing.Start()
	a.onStop(a.Listing.Stop)
	return nil
}

// search is the engine of the gateway: Meilisearch before the lists in memory, or these alone.
func (a *App) search() search.Engine {
	if a.Meili == nil {
		return a.Listing
	}
	return a.Meili.Before(a.Listing)
}
