package gateway

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// specials are the answers that are more than rows, by the name their view gives. They belong to Vitrine's exceptions: a view that can
// do without one should.
var specials = map[string]func(*Server, context.Context, *reading, *ask) (*answer, error){
	"tree":    (*Server).categoryTree,
	"filters": (*Server).productFilters,
	"similar": (*Server).productSimilar,
	"random":  (*Server).productRandom,

	"eventFilters": (*Server).eventFilters,
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
func (s *Server) categoryTree(ctx context.Context, r *reading, a *ask) (*answer, error) {
	p := a.view.Plan()
	res, err := s.cfg.Engine.Search(ctx, r.tx, r.query(a))
	if err != nil {
		return nil, err
	}
	rows, err := r.tx.Query(ctx, "SELECT "+a.view.Row.Columns()+"\nFROM "+p.Resource.From+
		"\nWHERE c.tenant_id = $1 AND $2::timestamptz IS NOT NULL AND c.id = ANY($3) ORDER BY "+a.view.Order, r.tenant, r.now, res.IDs)
	if err != nil {
		return nil, fmt.Errorf("read categories: %w", err)
	}
	defer rows.Close()
	var nodes []*catalog.CategoryNode
	for rows.Next() {
		v, err := a.view.Row.Read(rows)
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
	if res.Total > a.view.Cap {
		body = append(body, `,"meta":{"truncated":true}`...)
	}
	return &answer{status: 200, body: append(body, '}'), tags: withTags(r.tenant, p, append(everything(p), p.ListTags(nil, a.use())...))}, nil
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

// unit separates the name of an attribute from its value in a facet: a character that neither may hold.
const unit = "\x1f"

const attributeFrom = " JOIN product_attribute fa ON fa.tenant_id = $1 AND fa.product_id = p.id"

// AttributeFacet counts the values of one attribute, or of all.
func AttributeFacet(name string) search.Facet {
	f := search.Facet{Name: "attributes", Join: attributeFrom, Value: "fa.name || chr(31) || fa.value", Label: "fa.value", Slug: "fa.type",
		Limit: search.MaxFacetLimit}
	if name != "" {
		f.Name += ":" + name
		f.Join += " AND fa.name = ?"
		f.Args = []any{name}
	}
	return f
}

func rangeOf(ranges map[string]search.Range, name string) catalog.FacetRange {
	r, ok := ranges[name]
	if !ok {
		return catalog.FacetRange{}
	}
	return catalog.FacetRange{Min: &r.Min, Max: &r.Max}
}

// shown is the id of a joined record as a facet's value. It says no more than the id does, but in a form that does not let Postgres turn the
// outer join round: where it does not know yet how many brands there are, it would begin with them and read the products once for each.
func shown(id string) string { return "CASE WHEN " + id + " IS NOT NULL THEN " + id + " END" }

// NamedFacet counts the rows of each record of a joined table.
func NamedFacet(name, as string) search.Facet {
	return search.Facet{Name: name, Value: shown(as + ".id"), Label: as + ".name", Slug: as + ".slug", Limit: search.MaxFacetLimit}
}

// CategoryFacet counts the rows of each category. Those of the categories below it count too, as they do for the filter: a reader who
// chooses a category finds as many as it said. of is the row's id, table and column tie it to its categories.
func CategoryFacet(of, table, column string) search.Facet {
	return search.Facet{Name: "category", Value: "fk.id", Label: "fk.name", Slug: "fk.slug", Limit: search.MaxFacetLimit,
		Join: ` JOIN ` + table + ` fc ON fc.tenant_id = $1 AND fc.` + column + ` = ` + of + `
  JOIN (WITH RECURSIVE above AS (
      SELECT c.id AS leaf, c.id, c.parent_id FROM category c WHERE c.tenant_id = $1 AND c.status <> 'DRAFT'
        AND EXISTS (SELECT FROM ` + table + ` used WHERE used.tenant_id = $1 AND used.category_id = c.id)
      UNION SELECT above.leaf, u.id, u.parent_id FROM category u JOIN above ON u.id = above.parent_id WHERE u.tenant_id = $1 AND u.status <> 'DRAFT')
    SELECT leaf, id FROM above) fa ON fa.leaf = fc.category_id
  JOIN category fk ON fk.tenant_id = $1 AND fk.id = fa.id`}
}

// productFilters counts what the products asked for can be narrowed by. Each facet is counted with every filter but its own, so that
// choosing one brand does not hide the others.
func (s *Server) productFilters(ctx context.Context, r *reading, a *ask) (*answer, error) {
	p := a.view.Plan()
	q := r.query(a)
	q.Limit, q.NoTotal = 0, true
	q.Facets = []search.Facet{
		{Name: "price", Value: "p.amount", Range: true},
		NamedFacet("brand", "b"),
		NamedFacet("merchant", "m"),
		CategoryFacet("p.id", "product_category", "product_id"),
		{Name: "year", Value: "p.year"},
		AttributeFacet(""),
	}
	for _, v := range a.values {
		if v.filter.Type != catalog.Pairs {
			continue
		}
		for _, c := range pairConds(v) {
			q.Facets = append(q.Facets, AttributeFacet(strings.TrimPrefix(c.Name, "attributes:")))
		}
	}
	res, err := s.cfg.Engine.Search(ctx, r.tx, q)
	if err != nil {
		return nil, err
	}
	out := catalog.ProductFacets{PriceRange: rangeOf(res.Ranges, "price"), Brands: countsOf(res.Facets["brand"]), Categories: countsOf(res.Facets["category"]),
		Merchants: countsOf(res.Facets["merchant"]), Attributes: attributesOf(res.Facets), Years: yearsOf(res.Facets["year"])}
	data, err := catalog.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("write filters: %w", err)
	}
	body := append(append([]byte(api.Success), data...), '}')
	return &answer{status: 200, body: body, tags: withTags(r.tenant, p, everything(p)), stamp: res.Stamp}, nil
}

func countsOf(counts []search.Count) []catalog.FacetCount {
	out := make([]catalog.FacetCount, len(counts))
	for i, c := range counts {
		out[i] = catalog.FacetCount{ID: c.Value, Name: c.Label, Slug: c.Slug, Count: c.Count}
	}
	return out
}

func yearsOf(counts []search.Count) []catalog.FacetYear {
	out := []catalog.FacetYear{}
	for _, c := range counts {
		if y, err := strconv.Atoi(c.Value); err == nil {
			out = append(out, catalog.FacetYear{Year: y, Count: c.Count})
		}
	}
	return out
}

// attributesOf groups the counted values by attribute, the attribute with the most frequent value first. One that is filtered by shows the
// values it was counted with alone, and keeps its place.
func attributesOf(facets map[string][]search.Count) []catalog.FacetAttribute {
	out := []catalog.FacetAttribute{}
	at := map[string]int{}
	add := func(counts []search.Count, own bool) {
		for _, c := range counts {
			name, value, ok := strings.Cut(c.Value, unit)
			if _, filtered := facets["attributes:"+name]; !ok || filtered != own {
				continue
			}
			i, known := at[name]
			if !known {
				i = len(out)
				at[name] = i
				out = append(out, catalog.FacetAttribute{Name: name, Type: c.Slug})
			}
			same := func(o catalog.FacetOption) bool { return o.Value == value }
			if n := slices.IndexFunc(out[i].Options, same); n >= 0 { // the same value, TEXT here and COLOR there
				out[i].Options[n].Count += c.Count
				continue
			}
			out[i].Options = append(out[i].Options, catalog.FacetOption{Label: value, Value: value, Count: c.Count})
		}
	}
	for name, counts := range facets {
		if name == "attributes" || strings.HasPrefix(name, "attributes:") {
			add(counts, name != "attributes")
		}
	}
	slices.SortFunc(out, func(a, b catalog.FacetAttribute) int {
		return cmp.Or(cmp.Compare(b.Options[0].Count, a.Options[0].Count), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// similarCandidates bounds how many products of a category or brand are weighed against one another.
const similarCandidates = 2000

// productSimilar lists what resembles a product: first what shares most categories, then most attributes, then the brand.
func (s *Server) productSimilar(ctx context.Context, r *reading, a *ask) (*answer, error) {
	p := a.view.Plan()
	var id string
	var brand *string
	rows, err := r.tx.Query(ctx, "SELECT p.id, p.brand_id FROM product p WHERE p.tenant_id = $1 AND ("+p.Resource.Live+") AND p.slug = $3",
		r.tenant, r.now, a.path[0])
	if err != nil {
		return nil, fmt.Errorf("read product: %w", err)
	}
	found := rows.Next()
	if found {
		err = rows.Scan(&id, &brand)
	}
	rows.Close()
	if err == nil {
		err = rows.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("read product: %w", err)
	}
	tags := append(everything(p), catalog.SlugTag("product", a.path[0]))
	if !found {
		return &answer{status: 404, tags: withTags(r.tenant, p, tags)}, nil
	}
	var ids []string
	if err := r.tx.QueryRow(ctx, `
WITH near AS (
  (SELECT o.product_id AS id FROM product_category o WHERE o.tenant_id = $1 AND o.product_id <> $3
    AND o.category_id IN (SELECT own.category_id FROM product_category own WHERE own.tenant_id = $1 AND own.product_id = $3) LIMIT $5)
  UNION
  (SELECT o.id FROM product o WHERE o.tenant_id = $1 AND o.brand_id = $4 AND o.id <> $3 LIMIT $5)
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
		r.tenant, r.now, id, brand, similarCandidates, a.limit).Scan(&ids); err != nil {
		return nil, fmt.Errorf("read similar products: %w", err)
	}
	return s.cards(ctx, r, a, ids, tags)
}

// productRandom picks products at random. Ids are random themselves, so the first live product after a random id is a fair pick, and
// one index look-up whatever the size of the catalogue.
func (s *Server) productRandom(ctx context.Context, r *reading, a *ask) (*answer, error) {
	p := a.view.Plan()
	amount, err := strconv.ParseUint(a.path[0], 10, 16)
	if err != nil || amount < 1 || amount > api.MaxLimit {
		return nil, api.Invalid("amount", a.path[0], "a whole number from 1 to "+strconv.Itoa(api.MaxLimit))
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
func (s *Server) cards(ctx context.Context, r *reading, a *ask, ids, tags []string) (*answer, error) {
	recs, err := r.byID(ctx, a.view, ids)
	if err != nil {
		return nil, err
	}
	bodies := make([][]byte, len(recs))
	for i, rec := range recs {
		bodies[i] = rec.JSON
		tags = append(tags, rec.Tags...)
	}
	body := append(api.AppendArray([]byte(api.Success), bodies), '}')
	return &answer{status: 200, body: body, tags: withTags(r.tenant, a.view.Plan(), tags)}, nil
}
