package api

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// rest makes from the imported data the records that no file of real data contains: attribute sets, a route through
// football grounds, collections of much visited products, campaigns. Existing rows stay, so a second run changes
// nothing.
var rest = []string{
	`INSERT INTO attribute (tenant_id, slug, name, type)
	 SELECT $1, 'real-' || replace(name, '_', '-'), name, min(type) FROM product_attribute WHERE tenant_id = $1
	 GROUP BY name ORDER BY count(*) DESC, name LIMIT 12
	 ON CONFLICT DO NOTHING`,
	`INSERT INTO attribute_option (tenant_id, attribute_id, label, value, position)
	 SELECT $1, a.id, o.value, o.value, o.n FROM attribute a
	 CROSS JOIN LATERAL (SELECT value, row_number() OVER (ORDER BY count(*) DESC, value) AS n FROM product_attribute p
	   WHERE p.tenant_id = $1 AND p.name = a.name AND length(value) <= 100 GROUP BY value LIMIT 10) o
	 WHERE a.tenant_id = $1 AND a.slug LIKE 'real-%' ON CONFLICT DO NOTHING`,
	`INSERT INTO collection (tenant_id, slug, title, brief, status)
	 VALUES ($1, 'real-most-visited', 'Most visited', 'What everybody looks at', 'PUBLISHED'), ($1, 'real-bargains',
	 'For little money', NULL, 'PUBLISHED')
	 ON CONFLICT DO NOTHING`,
	`INSERT INTO collection_product (tenant_id, collection_id, product_id, position)
	 SELECT $1, c.id, p.id, p.n FROM collection c CROSS JOIN LATERAL (
	   SELECT id, row_number() OVER () AS n FROM (
	     (SELECT id FROM product WHERE tenant_id = $1 AND c.slug = 'real-most-visited' ORDER BY popularity DESC, id
	     LIMIT 12)
	     UNION ALL (SELECT id FROM product WHERE tenant_id = $1 AND c.slug = 'real-bargains' AND amount > 1
	     ORDER BY amount, id LIMIT 12)) x) p
	 WHERE c.tenant_id = $1 AND c.slug IN ('real-most-visited', 'real-bargains') ON CONFLICT DO NOTHING`,
	`INSERT INTO campaign (tenant_id, slug, title, brief, starts_at, ends_at, status) VALUES
	 ($1, 'real-open-house', 'Open house', 'From the first to the last day', '2020-01-01', '2099-12-31', 'PUBLISHED'),
	 ($1, 'real-first-snow', 'First snow', 'It has melted', '2019-12-01', '2020-01-01', 'PUBLISHED'),
	 ($1, 'real-next-century', 'Next century', NULL, '2099-12-31', NULL, 'PUBLISHED')
	 ON CONFLICT DO NOTHING`,
	`INSERT INTO route (tenant_id, slug, title, brief, duration_days, status)
	 SELECT $1, 'real-grounds-of-' || lower(country), 'Football grounds of ' || country, count(*) || ' grounds,
	 the largest five of them on foot', 5, 'PUBLISHED'
	 FROM place WHERE tenant_id = $1 AND capacity > 0 GROUP BY country ORDER BY country
	 ON CONFLICT DO NOTHING`,
	`INSERT INTO route_stop (tenant_id, route_id, day, position, title, description, place_id)
	 SELECT $1, r.id, p.n, p.n, p.name, p.capacity || ' seats', p.id FROM route r CROSS JOIN LATERAL (
	   SELECT id, name, capacity, row_number() OVER (ORDER BY capacity DESC, id) AS n FROM place
	   WHERE tenant_id = $1 AND capacity > 0 AND r.slug = 'real-grounds-of-' || lower(country) ORDER BY capacity DESC, id
	   LIMIT 5) p
	 WHERE r.tenant_id = $1 AND r.slug LIKE 'real-grounds-of-%' AND NOT EXISTS (SELECT FROM route_stop s
	 WHERE s.tenant_id = $1 AND s.route_id = r.id)`,
}

func writeRest(ctx context.Context, pool *pgxpool.Pool, tenant string) error {
	for i, sql := range rest {
		if _, err := pool.Exec(ctx, sql, tenant); err != nil {
			return fmt.Errorf("the statement %d of the rest: %w", i, err)
		}
	}
	return nil
}
