package gateway

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strconv"

	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// specials are the answers that are more than rows, by the name their view gives. They belong to Vitrine's exceptions: a view that can
// do without one should.
var specials = map[string]func(*Server, context.Context, *reading, *query.Query) (*answer, error){
	"tree":    (*Server).categoryTree,
	"filters": (*Server).readFacets,
	"similar": (*Server).productSimilar,
	"random":  (*Server).productRandom,

	"eventFilters": (*Server).readFacets,
	"eventSimilar": (*Server).eventSimilar,
	"eventSEO":     (*Server).eventSEO,
	"faqGroup":     (*Server).faqGroup,
}

// everything lists the tags of an answer that depends on any record of any table its view reads.
func everything(p *catalog.Plan) []string {
	var tags []string
	for _, kind := range p.Kinds() {
		tags = append(tags, catalog.AnyTag(kind))
	}
	return tags
}

// categoryTree nests the categories. One whose parent is not there, not shown or of another type stands at the top; of a cycle, the
// first in order does.
func (s *Server) categoryTree(ctx context.Context, r *reading, a *query.Query) (*answer, error) {
	p := a.View.Plan()
	res, err := s.cfg.Engine.Search(ctx, r.tx, r.query(a))
	if err != nil {
		return nil, err
	}
	rows, err := r.tx.Query(ctx, "SELECT "+a.View.Row.Columns()+"\nFROM "+p.Resource.From+
		"\nWHERE c.tenant_id = $1 AND $2::timestamptz IS NOT NULL AND c.id = ANY($3) ORDER BY "+a.View.Order.SQL(), r.tenant, r.now, res.IDs)
	if err != nil {
		return nil, fmt.Errorf("read categories: %w", err)
	}
	defer rows.Close()
	var nodes []*catalog.CategoryNode
	for rows.Next() {
		v, err := a.View.Row.Read(rows)
		if err != nil {
			return nil, err
		}
		if n, ok := v.(*catalog.CategoryNode); ok {
			nodes = append(nodes, n)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read categories: %w", err)
	}
	tree, err := catalog.Marshal(nest(nodes))
	if err != nil {
		return nil, fmt.Errorf("write the category tree: %w", err)
	}
	body := append([]byte(api.Success), tree...)
	if res.Total > a.View.Cap {
		body = append(body, `,"meta":{"truncated":true}`...)
	}
	return &answer{status: 200, body: append(body, '}'), tags: withTags(r.tenant, p, append(everything(p), p.ListTags(nil, a.Use())...))}, nil
}

// nest puts every node under its parent, in order.
func nest(nodes []*catalog.CategoryNode) []*catalog.CategoryNode {
	byID := make(map[string]*catalog.CategoryNode, len(nodes))
	for _, n := range nodes {
		byID[n.ID] = n
	}
	heads := ringHeads(nodes, byID)
	top := []*catalog.CategoryNode{}
	for _, n := range nodes {
		up := byID[n.ParentID]
		if up == nil || heads[n] {
			top = append(top, n)
			continue
		}
		up.Children = append(up.Children, n)
	}
	return top
}

// ringHeads are the nodes at which cycles are cut: of each, the one with the least id. Every node is walked over twice at most.
func ringHeads(nodes []*catalog.CategoryNode, byID map[string]*catalog.CategoryNode) map[*catalog.CategoryNode]bool {
	heads := map[*catalog.CategoryNode]bool{}
	met := make(map[*catalog.CategoryNode]int, len(nodes)) // by which walk
	for i, n := range nodes {
		walk, at := i+1, n
		for at != nil && met[at] == 0 {
			met[at] = walk
			at = byID[at.ParentID]
		}
		if at == nil || met[at] != walk { // the top, or where another walk has been
			continue
		}
		head := at
		for in := byID[at.ParentID]; in != at; in = byID[in.ParentID] {
			if in.ID < head.ID {
				head = in
			}
		}
		heads[head] = true
	}
	return heads
}

// similarCandidates bounds how many products of a category or brand are weighed against one another.
const similarCandidates = 2000

// productSimilar lists what resembles a product: first what shares most categories, then most attributes, then the brand.
func (s *Server) productSimilar(ctx context.Context, r *reading, a *query.Query) (*answer, error) {
	p := a.View.Plan()
	var id string
	var brand *string
	var categories []string
	rows, err := r.tx.Query(ctx, `
SELECT p.id, p.brand_id, ARRAY(SELECT category_id FROM product_category own WHERE own.tenant_id = $1 AND own.product_id = p.id)
FROM product p WHERE p.tenant_id = $1 AND (`+p.Resource.Live+") AND p.slug = $3", r.tenant, r.now, a.Path[0])
	if err != nil {
		return nil, fmt.Errorf("read product: %w", err)
	}
	found := rows.Next()
	if found {
		err = rows.Scan(&id, &brand, &categories)
	}
	rows.Close()
	if err == nil {
		err = rows.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("read product: %w", err)
	}
	tags := []string{catalog.SlugTag("product", a.Path[0])}
	if !found {
		return &answer{status: 404, tags: withTags(r.tenant, p, tags)}, nil
	}
	// Of too many the same are weighed each time, whatever Postgres would come upon first. What is weighed: who is in its categories and of its brand, how popular they are, and which attributes they share.
	tags = append(tags, catalog.RecordTag("product", id), catalog.AnyTag("product_attribute"))
	for _, c := range categories {
		tags = catalog.PartTags(tags, "product", "category", c, "popularity", "brand_id")
	}
	if brand != nil {
		tags = catalog.PartTags(tags, "product", "brand_id", *brand, "popularity")
	}
	var ids []string
	if err := r.tx.QueryRow(ctx, `
WITH near AS (
  (SELECT o.product_id AS id FROM product_category o WHERE o.tenant_id = $1 AND o.product_id <> $3
    AND o.category_id IN (SELECT own.category_id FROM product_category own WHERE own.tenant_id = $1 AND own.product_id = $3) ORDER BY o.product_id LIMIT $5)
  UNION
  (SELECT o.id FROM product o WHERE o.tenant_id = $1 AND o.brand_id = $4 AND o.id <> $3 ORDER BY o.id LIMIT $5)
), weighed AS (
  SELECT p.id, p.popularity,
    (SELECT count(*) FROM product_category o JOIN product_category own ON own.tenant_id = $1 AND own.category_id = o.category_id AND own.product_id = $3
      WHERE o.tenant_id = $1 AND o.product_id = p.id) AS categories,
    (SELECT count(*) FROM product_attribute o JOIN product_attribute own ON own.tenant_id = $1 AND own.product_id = $3 AND own.name = o.name AND own.value = o.value
      WHERE o.tenant_id = $1 AND o.product_id = p.id) AS attributes,
    (p.brand_id = $4) IS TRUE AS brand
  FROM product p JOIN near ON near.id = p.id WHERE p.tenant_id = $1 AND (`+p.Resource.Live+`)
)
SELECT coalesce(array_agg(id), '{}') FROM (
  SELECT id FROM weighed ORDER BY categories > 0 DESC, categories + attributes DESC, brand DESC, popularity DESC, id LIMIT $6) best`,
		r.tenant, r.now, id, brand, similarCandidates, a.Limit).Scan(&ids); err != nil {
		return nil, fmt.Errorf("read similar products: %w", err)
	}
	return s.cards(ctx, r, a, ids, tags)
}

// productRandom picks products at random. Ids are random themselves, so the first live product after a random id is a fair pick, and
// one index look-up whatever the size of the catalogue.
func (s *Server) productRandom(ctx context.Context, r *reading, a *query.Query) (*answer, error) {
	p := a.View.Plan()
	amount, err := strconv.ParseUint(a.Path[0], 10, 16)
	if err != nil || amount < 1 || amount > api.MaxLimit {
		return nil, api.Invalid("amount", a.Path[0], "a whole number from 1 to "+strconv.Itoa(api.MaxLimit))
	}
	picks := make([]string, 2*amount) // twice as many, for those that meet
	for i := range picks {
		var b [12]byte
		if _, err := rand.Read(b[:]); err != nil {
			return nil, fmt.Errorf("pick at random: %w", err)
		}
		picks[i] = hex.EncodeToString(b[:])
	}
	var ids []string
	if err := r.tx.QueryRow(ctx, `
WITH picked AS (
  SELECT DISTINCT hit.id FROM unnest($3::text[]) AS pick(id) CROSS JOIN LATERAL (
    SELECT p.id FROM product p WHERE p.tenant_id = $1 AND (`+p.Resource.Live+`) AND p.id >= pick.id ORDER BY p.tenant_id, p.id LIMIT 1) hit
), topped AS (
  SELECT id, 0 AS late FROM picked
  UNION ALL
  (SELECT p.id, 1 FROM product p WHERE p.tenant_id = $1 AND (`+p.Resource.Live+`) AND p.id NOT IN (SELECT id FROM picked) ORDER BY p.tenant_id, p.id LIMIT $4)
)
SELECT coalesce(array_agg(id), '{}') FROM (SELECT id FROM topped ORDER BY late, random() LIMIT $4) chosen`,
		r.tenant, r.now, picks, int(amount)).Scan(&ids); err != nil {
		return nil, fmt.Errorf("pick at random: %w", err)
	}
	return s.cards(ctx, r, a, ids, nil)
}

// cards answers with the records of the ids.
func (s *Server) cards(ctx context.Context, r *reading, a *query.Query, ids, tags []string) (*answer, error) {
	recs, err := r.byID(ctx, a.View, ids)
	if err != nil {
		return nil, err
	}
	bodies := make([][]byte, len(recs))
	for i, rec := range recs {
		bodies[i] = rec.JSON
		tags = append(tags, rec.Tags...)
	}
	body := append(api.AppendArray([]byte(api.Success), bodies), '}')
	return &answer{status: 200, body: body, tags: withTags(r.tenant, a.View.Plan(), tags)}, nil
}
