package views

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strconv"

	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/api"
)

// productRandom picks products at random. Ids are random themselves, so the first live product after a random id is a
// fair pick. It costs one index lookup, whatever the size of the catalogue.
func productRandom(ctx context.Context, s *read.Snapshot, q *query.Query) (*read.Answer, error) {
	p := q.View.Plan()
	amount, err := strconv.ParseUint(q.Path[0], 10, 16)
	if err != nil || amount < 1 || amount > api.MaxLimit {
		return nil, api.Invalid("amount", q.Path[0], "a whole number from 1 to "+strconv.Itoa(api.MaxLimit))
	}
	picks := make([]string, 2*amount) // twice as many, because two may find the same product
	for i := range picks {
		var b [12]byte
		if _, err := rand.Read(b[:]); err != nil {
			return nil, fmt.Errorf("pick at random: %w", err)
		}
		picks[i] = hex.EncodeToString(b[:])
	}
	var ids []string
	if err := s.DB.QueryRow(ctx, `
WITH picked AS (
  SELECT DISTINCT hit.id FROM unnest($3::text[]) AS pick(id) CROSS JOIN LATERAL (
    SELECT p.id FROM product p WHERE p.tenant_id = $1 AND (`+p.Resource.Live+`) AND p.id >= pick.id
    ORDER BY p.tenant_id, p.id LIMIT 1) hit
), topped AS (
  SELECT id, 0 AS late FROM picked
  UNION ALL
  (SELECT p.id, 1 FROM product p
    WHERE p.tenant_id = $1 AND (`+p.Resource.Live+`) AND p.id NOT IN (SELECT id FROM picked)
    ORDER BY p.tenant_id, p.id LIMIT $4)
)
SELECT coalesce(array_agg(id), '{}') FROM (SELECT id FROM topped ORDER BY late, random() LIMIT $4) chosen`,
		s.Tenant, s.Now, picks, int(amount)).Scan(&ids); err != nil {
		return nil, fmt.Errorf("pick at random: %w", err)
	}
	return cards(ctx, s, q, ids, nil)
}
