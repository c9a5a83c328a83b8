package views

import (
	"context"
	"fmt"
	"net/url"

	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/catalog"
)

// eventSEO describes an event for search engines and social networks: titles, a canonical address, schema.org JSON-LD.
// Addresses are on the tenant's first host of its own; without one they are paths.
func eventSEO(ctx context.Context, s *read.Snapshot, q *query.Query) (*read.Answer, error) {
	tags := []string{catalog.SlugTag("event", q.Path[0])}
	sql := "SELECT " + q.View.Row.Columns() + q.View.Plan().Rows()
	events, err := rowsOf[catalog.EventMeta](ctx, s, q.View.Row, sql, catalog.Args(s.Tenant, s.Now, q.Path)[2:]...)
	if err != nil {
		return nil, err
	}
	if len(events) == 0 {
		return notFound(s, q, tags), nil
	}
	e := events[0]
	_, deps := q.View.Row.Deps(e)
	tags = append(tags, deps...)
	var host *string
	err = s.DB.QueryRow(ctx, "SELECT min(host) FROM tenant_host WHERE tenant_id = $1", s.Tenant).Scan(&host)
	if err != nil {
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
		Twitter: catalog.TwitterCard{
			Card: "summary_large_image", Title: e.Title, Description: e.Description, Image: image},
		JSONLD: catalog.Object(ld)})
	if err != nil {
		return nil, fmt.Errorf("write seo: %w", err)
	}
	return ok(s, q, data, tags), nil
}

// eventStatus maps an event's status to the terms of schema.org.
var eventStatus = map[string]string{"CANCELLED": "https://schema.org/EventCancelled"}

// eventLD is an event in the vocabulary of schema.org.
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
		}
		if e.Place.Address != "" {
			place["address"] = e.Place.Address
		}
		ld["location"] = place
	}
	if e.Organizer != "" {
		ld["organizer"] = map[string]any{"@type": "Organization", "name": e.Organizer}
	}
	if e.Amount != nil {
		availability := "https://schema.org/InStock"
		if e.Status == "SOLD_OUT" {
			availability = "https://schema.org/SoldOut"
		}
		ld["offers"] = map[string]any{"@type": "Offer", "price": catalog.Money(*e.Amount), "priceCurrency": e.Currency,
			"availability": availability, "url": at}
	}
	return ld
}
