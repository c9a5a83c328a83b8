package boot

import (
	"context"
	"fmt"

	"vitrine/ingest"
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
