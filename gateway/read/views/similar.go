package views

import (
	"context"
	"fmt"

	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/catalog"
)

// maxCandidates bounds how many records of a category, brand or venue are compared. If there are more, the same ones
// are compared each time, whatever order Postgres reads them in.
const maxCandidates = 2000

// productSimilar lists the products that resemble another one: those that share most categories and attributes first,
// then those of its brand.
func productSimilar(ctx context.Context, s *read.Snapshot, q *query.Query) (*read.Answer, error) {
	p := q.View.Plan()
	var id string
	var brand *string
	var categories []string
	tags := []string{catalog.SlugTag("product", q.Path[0])}
	found, err := one(ctx, s, []any{&id, &brand, &categories}, `
SELECT p.id, p.brand_id,
  ARRAY(SELECT category_id FROM product_category own WHERE own.tenant_id = $1 AND own.product_id = p.id
    AND own.category_id IS NOT NULL)
FROM product p WHERE p.tenant_id = $1 AND (`+p.Resource.Live+") AND p.slug = $3", q.Path[0])
	if err != nil {
		return nil, fmt.Errorf("read product: %w", err)
	}
	if !found {
		return notFound(s, q, tags), nil
	}
	// The answer depends on which products are in its categories and of its brand, on how popular they are, and on the
	// attributes that they share.
	tags = append(tags, catalog.RecordTag("product", id), catalog.AnyTag("product_attribute"))
	for _, c := range categories {
		tags = catalog.PartTags(tags, "product", "category", c, "popularity", "brand_id")
	}
	if brand != nil {
		tags = catalog.PartTags(tags, "product", "brand_id", *brand, "popularity")
	}
	var ids []string
	if err := s.DB.QueryRow(ctx, `
WITH near AS (
  (SELECT o.product_id AS id FROM product_category o WHERE o.tenant_id = $1 AND o.product_id <> $3
    AND o.category_id IN (
      SELECT own.category_id FROM product_category own WHERE own.tenant_id = $1 AND own.product_id = $3)
    ORDER BY o.product_id LIMIT $5)
  UNION
  (SELECT o.id FROM product o WHERE o.tenant_id = $1 AND o.brand_id = $4 AND o.id <> $3 ORDER BY o.id LIMIT $5)
), weighed AS (
  SELECT p.id, p.popularity,
    (SELECT count(*) FROM product_category o
      JOIN product_category own ON own.tenant_id = $1 AND own.category_id = o.category_id AND own.product_id = $3
      WHERE o.tenant_id = $1 AND o.product_id = p.id) AS categories,
    (SELECT count(*) FROM product_attribute o
      JOIN product_attribute own ON own.tenant_id = $1 AND own.product_id = $3
        AND own.name = o.name AND own.value = o.value
      WHERE o.tenant_id = $1 AND o.product_id = p.id) AS attributes,
    (p.brand_id = $4) IS TRUE AS brand
  FROM product p JOIN near ON near.id = p.id WHERE p.tenant_id = $1 AND (`+p.Resource.Live+`)
)
SELECT coalesce(array_agg(id), '{}') FROM (
  SELECT id FROM weighed
  ORDER BY categories > 0 DESC, categories + attributes DESC, brand DESC, popularity DESC, id LIMIT $6) best`,
		s.Tenant, s.Now, id, brand, maxCandidates, q.Limit).Scan(&ids); err != nil {
		return nil, fmt.Errorf("read similar products: %w", err)
	}
	return cards(ctx, s, q, ids, tags)
}

// eventSimilar lists events at the same venue or of the same categories. Those with both come first, then upcoming
// events before past ones, the nearest first. Time changes this order only when an event ends: an order that changed at
// every moment could not be kept.
func eventSimilar(ctx context.Context, s *read.Snapshot, q *query.Query) (*read.Answer, error) {
	p := q.View.Plan()
	var id string
	var venue *string
	var ids, categories []string
	tags := []string{catalog.SlugTag("event", q.Path[0])}
	found, err := one(ctx, s, []any{&ids, &id, &venue, &categories}, `
WITH self AS (
  SELECT e.id, e.place_id FROM event e WHERE e.tenant_id = $1 AND (`+p.Resource.Live+`) AND e.slug = $3
), near AS (
  (SELECT ec.event_id AS id FROM event_category ec JOIN self ON ec.event_id <> self.id WHERE ec.tenant_id = $1
    AND ec.category_id IN (
      SELECT own.category_id FROM event_category own JOIN self ON own.event_id = self.id WHERE own.tenant_id = $1)
    ORDER BY ec.event_id LIMIT $5)
  UNION
  (SELECT o.id FROM event o JOIN self ON o.place_id = self.place_id AND o.id <> self.id
    WHERE o.tenant_id = $1 ORDER BY o.id LIMIT $5)
), best AS (
  SELECT e.id, row_number() OVER (ORDER BY (e.place_id = self.place_id) IS TRUE AND EXISTS (
      SELECT FROM event_category ec
      JOIN event_category own ON own.tenant_id = $1 AND own.category_id = ec.category_id AND own.event_id = self.id
      WHERE ec.tenant_id = $1 AND ec.event_id = e.id) DESC,
    e.over_at > $2 DESC, CASE WHEN e.over_at > $2 THEN e.starts_at END, e.starts_at DESC, e.id) AS rank
  FROM event e JOIN near ON near.id = e.id CROSS JOIN self WHERE e.tenant_id = $1 AND (`+p.Resource.Live+`)
)
SELECT ARRAY(SELECT best.id FROM best ORDER BY rank LIMIT $4), self.id, self.place_id,
  ARRAY(SELECT own.category_id FROM event_category own WHERE own.tenant_id = $1 AND own.event_id = self.id
    AND own.category_id IS NOT NULL) FROM self`,
		q.Path[0], q.Limit, maxCandidates)
	if err != nil {
		return nil, fmt.Errorf("read similar events: %w", err)
	}
	if !found {
		return notFound(s, q, tags), nil
	}
	tags = append(tags, catalog.RecordTag("event", id))
	for _, c := range categories {
		tags = catalog.PartTags(tags, "event", "category", c, "starts_at", "over_at", "place_id")
	}
	if venue != nil {
		tags = catalog.PartTags(tags, "event", "place_id", *venue, "starts_at", "over_at")
	}
	return cards(ctx, s, q, ids, tags)
}
