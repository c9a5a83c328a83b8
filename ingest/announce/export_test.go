package announce

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/ingest/capture"
	"vitrine/internal/wire"
)

// TagsFromPostgres lists the announced tags of a tenant's changes, by number, as they are read from Postgres.
func TagsFromPostgres(ctx context.Context, db *pgxpool.Pool, tenant string) (map[uint64][]string, error) {
	columns, err := readColumns(ctx, db)
	if err != nil {
		return nil, err
	}
	a := New(Config{Pool: db})
	a.columns = columns
	ranges, err := capture.ReadRanges(ctx, db, []capture.Position{{Tenant: tenant}}, 10_000)
	if err != nil || len(ranges) != 1 {
		return nil, fmt.Errorf("%d ranges: %w", len(ranges), err)
	}
	r := &ranges[0]
	tags, err := a.tags(ctx, ranges, map[string]wire.Head{tenant: {Tenant: tenant, Epoch: r.Epoch, Seq: r.Head}})
	if err != nil {
		return nil, err
	}
	announced := map[uint64][]string{}
	for seq, of := range tags[tenant] {
		if len(of) > 0 {
			announced[seq] = publicTags(tenant, of)
		}
	}
	return announced, nil
}
