package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/ingest/index"
	"vitrine/internal/cli"
	"vitrine/internal/env"
	"vitrine/search/meili"
)

var reindexCommand = cli.Command{
	Name:    "reindex",
	Summary: "Build the Meilisearch index of a tenant, or of all tenants, again",
	About: "The leading ingest worker reads all records from Postgres and indexes them. Until it has finished, gateways " +
		"answer searches without Meilisearch, so no search is wrong meanwhile. The command waits for the end, and shows " +
		"how many tenants are left. Vitrine rebuilds an index that is missing or differs by itself; use the command " +
		"after a repair of Meilisearch, or in doubt.",
	Examples: []string{"reindex", "reindex --tenant demo"},
	Setup: func(f *flag.FlagSet) cli.Run {
		tenant := f.String("tenant", "", "only this `tenant`")
		wait := f.Duration("wait", 10*time.Minute, "longest `time` to wait for the end; 0: do not wait")
		return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, _ []string) error {
			if c.Env.Get(env.MeiliURL) == "" {
				return fmt.Errorf("%s is not set: Postgres searches, and there is no index to build", env.MeiliURL.Name)
			}
			return reindex(ctx, c, pool, *tenant, *wait)
		})
	},
}

func reindex(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, tenant string, wait time.Duration) error {
	var tenants int
	const count = "SELECT count(*) FROM tenant WHERE $1 = '' OR id = $1"
	if err := pool.QueryRow(ctx, count, tenant).Scan(&tenants); err != nil {
		return fmt.Errorf("count the tenants: %w", err)
	}
	if tenants == 0 && tenant != "" {
		return fmt.Errorf("no tenant %q: vitrine tenant list shows the tenants", tenant)
	}
	if err := index.Reindex(ctx, pool, meili.Name, tenant); err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "%d tenant(s) to index\n", tenants)
	for began, last := time.Now(), tenants; wait > 0; {
		var left int
		if err := pool.QueryRow(ctx, `
SELECT count(*) FROM tenant t WHERE ($1 = '' OR id = $1)
  AND NOT EXISTS (SELECT FROM search_cursor c WHERE c.engine = $2 AND c.tenant_id = t.id)`, tenant, meili.Name).
			Scan(&left); err != nil {
			return fmt.Errorf("count the tenants that are left: %w", err)
		}
		if left != last {
			fmt.Fprintf(c.Stdout, "%d left after %v\n", left, time.Since(began).Round(time.Millisecond))
			last = left
		}
		if left == 0 {
			return nil
		}
		if time.Since(began) > wait {
			return cli.PartialError{Err: fmt.Errorf("%d tenant(s) are not indexed after %v: is an ingest worker running "+
				"with VITRINE_MEILI_URL? vitrine doctor checks it", left, wait)}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	return nil
}
