package gateway

import (
	"context"
	"fmt"
	"net/url"

	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
)

// eventFacets are the facets of event/filters.
var eventFacets = []facet{
	amounts("e.amount"),
	{field: "categories", name: "category", tables: []string{"event_category", "category"},
		asks: just(catalog.CategoryFacet("e.id", "event_category", "event_id")), write: counts("category")},
	named("places", "place", catalog.NamedFacet("place", "v", filter.DefaultFacetLimit), "place_id"),
	named("merchants", "merchant", catalog.NamedFacet("merchant", "m", filter.DefaultFacetLimit), "merchant_id"),
	years("e.year"),
}

// eventSimilar lists events at the same venue or of the same categories: both before one, those to come before those that passed, the
// nearest first. Nothing but an event's end changes the order: what time alone changed at any moment could not be kept.
func (s *Server) eventSimilar(ctx context.Context, r *reading, a *query.Query) (*answer, error) {
	p := a.View.Plan()
	rows, err := r.tx.Query(ctx, `
WITH self AS (
  SELECT e.id, e.place_id FROM event e WHERE e.tenant_id = $1 AND (`+p.Resource.Live+`) AND e.slug = $3
), near AS (
  (SELECT ec.event_id AS id FROM event_category ec JOIN self ON ec.event_id <> self.id WHERE ec.tenant_id = $1
    AND ec.category_id IN (SELECT own.category_id FROM event_category own JOIN self ON own.event_id = self.id WHERE own.tenant_id = $1) ORDER BY ec.event_id LIMIT $5)
  UNION
  (SELECT o.id FROM event o JOIN self ON o.place_id = self.place_id AND o.id <> self.id WHERE o.tenant_id = $1 ORDER BY o.id LIMIT $5)
), best AS (
  SELECT e.id, row_number() OVER (ORDER BY (e.place_id = self.place_id) IS TRUE AND EXISTS (
      SELECT FROM event_category ec JOIN event_category own ON own.tenant_id = $1 AND own.category_id = ec.category_id AND own.event_id = self.id
      WHERE ec.tenant_id = $1 AND ec.event_id = e.id) DESC,
    e.over_at > $2 DESC, CASE WHEN e.over_at > $2 THEN e.starts_at END, e.starts_at DESC, e.id) AS rank
  FROM event e JOIN near ON near.id = e.id CROSS JOIN self WHERE e.tenant_id = $1 AND (`+p.Resource.Live+`)
)
SELECT ARRAY(SELECT best.id FROM best ORDER BY rank LIMIT $4), self.id, self.place_id,
  ARRAY(SELECT own.category_id FROM event_category own WHERE own.tenant_id = $1 AND own.event_id = self.id) FROM self`,
		r.tenant, r.now, a.Path[0], a.Limit, similarCandidates)
	if err != nil {
		return nil, fmt.Errorf("read similar events: %w", err)
	}
	defer rows.Close()
	tags := []string{catalog.SlugTag("event", a.Path[0])}
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return nil, fmt.Errorf("read similar events: %w", err)
		}
		return &answer{status: 404, tags: withTags(r.tenant, p, tags)}, nil
	}
	var id string
	var venue *string
	var ids, categories []string
	if err := rows.Scan(&ids, &id, &venue, &categories); err != nil {
		return nil, fmt.Errorf("read similar events: %w", err)
	}
	rows.Close()
	tags = append(tags, catalog.RecordTag("event", id))
	for _, c := range categories {
		tags = catalog.PartTags(tags, "event", "category", c, "starts_at", "over_at", "place_id")
	}
	if venue != nil {
		tags = catalog.PartTags(tags, "event", "place_id", *venue, "starts_at", "over_at")
	}
	return s.cards(ctx, r, a, ids, tags)
}

// eventSEO tells search engines and social networks what an event is: titles, a canonical address, schema.org JSON-LD. Addresses are on the
// tenant's first own host; without one they are paths.
func (s *Server) eventSEO(ctx context.Context, r *reading, a *query.Query) (*answer, error) {
	p := a.View.Plan()
	rows, err := r.tx.Query(ctx, "SELECT "+a.View.Row.Columns()+p.Rows(), catalog.Args(r.tenant, r.now, a.Path)...)
	if err != nil {
		return nil, fmt.Errorf("read event: %w", err)
	}
	defer rows.Close()
	tags := []string{catalog.SlugTag("event", a.Path[0])}
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return nil, fmt.Errorf("read event: %w", err)
		}
		return &answer{status: 404, tags: withTags(r.tenant, p, tags)}, nil
	}
	v, err := a.View.Row.Read(rows)
	if err != nil {
		return nil, err
	}
	e, ok := v.(*catalog.EventMeta)
	if !ok {
		return nil, fmt.Errorf("event/seo reads %T", v)
	}
	rows.Close()
	_, shown := a.View.Row.Deps(e)
	tags = append(tags, shown...)
	var host *string
	if err := r.tx.QueryRow(ctx, "SELECT min(host) FROM tenant_host WHERE tenant_id = $1", r.tenant).Scan(&host); err != nil {
		return nil, fmt.Errorf("read the tenant's host: %w", err)
	}
	base := ""
	if host != nil {
		base = "https://" + *host
	}
	at := base + "/event/" + url.PathEscape(e.Slug)
	image := e.Image
	if len(image) > 0 && image[0] == '/' {
		image = base + image
	}
	ld, err := catalog.Marshal(eventLD(e, at, image))
	if err != nil {
		return nil, fmt.Errorf("write JSON-LD: %w", err)
	}
	data, err := catalog.Marshal(catalog.EventSEO{
		Title: e.Title, Description: e.Description, Image: image, Canonical: at,
		OpenGraph: catalog.OpenGraph{Type: "event", Title: e.Title, Description: e.Description, Image: image, URL: at},
		Twitter:   catalog.TwitterCard{Card: "summary_large_image", Title: e.Title, Description: e.Description, Image: image}, JSONLD: catalog.Object(ld)})
	if err != nil {
		return nil, fmt.Errorf("write seo: %w", err)
	}
	return &answer{status: 200, body: append(append([]byte(api.Success), data...), '}'), tags: withTags(r.tenant, p, tags)}, nil
}

// eventStatus says an event's status in schema.org's words.
var eventStatus = map[string]string{"CANCELLED": "https://schema.org/EventCancelled"}

// eventLD is an event as schema.org describes it.
func eventLD(e *catalog.EventMeta, at, image string) map[string]any {
	ld := map[string]any{
		"@context": "https://schema.org", "@type": "Event", "name": e.Name, "url": at,
		"startDate": e.Date.Start, "endDate": e.Date.End, "eventStatus": "https://schema.org/EventScheduled",
	}
	if word := eventStatus[e.Status]; word != "" {
		ld["eventStatus"] = word
	}
	if e.Description != "" {
		ld["description"] = e.Description
	}
	if image != "" {
		ld["image"] = []string{image}
	}
	if e.Place.ID != "" {
		place := map[string]any{"@type": "Place", "name": e.Place.Name}
		if l := e.Place.Location; l != nil {
			place["geo"] = map[string]any{"@type": "GeoCoordinates", "latitude": l.Lat, "longitude": l.Lng}
			if l.Address != "" {
				place["address"] = l.Address
			}
		}
		ld["location"] = place
	}
	if e.Organizer != "" {
		ld["organizer"] = map[string]any{"@type": "Organization", "name": e.Organizer}
	}
	if e.Amount != nil {
		there := "https://schema.org/InStock"
		if e.Status == "SOLD_OUT" {
			there = "https://schema.org/SoldOut"
		}
		ld["offers"] = map[string]any{"@type": "Offer", "price": catalog.Money(*e.Amount), "priceCurrency": e.Currency, "availability": there, "url": at}
	}
	return ld
}
