package announce

import (
	"slices"
	"testing"

	"vitrine/ingest/capture"
	"vitrine/internal/catalog"
)

func TestSubscribersLearnOfAPriceByTheTagOfItsColumn(t *testing.T) {
	t.Parallel()
	c := capture.Row{Kind: "product", ID: "1", Op: capture.Updated, Changed: []string{"amount"},
		Before: capture.Dims{"status": "PUBLISHED", "amount": "5", "brand_id": "2"}, After: capture.Dims{"amount": ""}}
	tags := c.AppendTags(nil, "acme", &capture.Categories{})
	bands := 0
	for _, tag := range tags {
		if catalog.Banded(tag) {
			bands++
		}
	}
	j := &visibilityRule{columns: map[string]map[string]bool{"product": {"status": true}}}
	out := j.tags("acme", []capture.Row{c}, &capture.Categories{})
	if bands != 4 || slices.ContainsFunc(out, catalog.Banded) || len(out) != len(tags)-bands {
		t.Errorf("subscribers see %v, gateways %v", out, tags)
	}
}
