package doctor

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/ingest/purge"
)

// checkEdges reports declared edges whose purges are late or fail. Without an edge there is no finding.
func checkEdges(ctx context.Context, pool *pgxpool.Pool) (all []Finding) {
	edges, err := purge.List(ctx, pool, "")
	if err != nil {
		return []Finding{wrong("edges", err.Error(), "see the log of the ingest worker")}
	}
	for i := range edges {
		e := &edges[i]
		name := "edge " + e.Name + " of " + e.Tenant
		if e.Healthy() && e.Attempts == 0 {
			all = append(all, good(name, e.Status()))
			continue
		}
		all = append(all, wrong(name, e.Status(), "check that an ingest worker leads, and its credential: vitrine edge test "+
			e.Tenant+" "+e.Name))
	}
	return all
}
