package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/bench/pcparts"
)

// edit edits one random product.
func edit(ctx context.Context, pool *pgxpool.Pool, ids []string, r *rand.Rand) error {
	id := ids[r.IntN(len(ids))]
	var sql string
	args := []any{pcparts.Tenant, id}
	switch n := r.IntN(100); {
	case n < 50:
		sql, args = "amount = $3", append(args, float64(r.IntN(100_000))/100)
	case n < 75:
		sql, args = "stock = $3", append(args, r.IntN(1000))
	case n < 90:
		sql, args = "name = split_part(name, ' · ', 1) || ' · ' || $3::text, description = $3", append(args,
			strconv.Itoa(r.IntN(1_000_000)))
	default:
		sql = "status = CASE status WHEN 'PUBLISHED' THEN 'ARCHIVED' ELSE 'PUBLISHED' END"
	}
	_, err := pool.Exec(ctx, "UPDATE product SET "+sql+" WHERE tenant_id = $1 AND id = $2", args...)
	if err != nil {
		return fmt.Errorf("edit: %w", err)
	}
	return nil
}
