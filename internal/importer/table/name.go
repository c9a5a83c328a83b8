package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"vitrine/internal/edits"
)

// aliases are the names that the API uses for tables with another name.
var aliases = map[string]string{
	"blog": "blog_post", "dictionary": "dictionary_term", "collections": "collection", "tour": "route",
}

// Find finds a table by the KIND of a command. It accepts hyphens, capitals and plurals.
func Find(tables map[string]*Table, kind string) (*Table, error) {
	name := Snake(kind)
	singular := strings.TrimSuffix(name, "s")
	for _, try := range []string{name, aliases[name], singular, strings.TrimSuffix(name, "ies") + "y", aliases[singular]} {
		if t := tables[try]; t != nil {
			return t, nil
		}
	}
	names := slices.Sorted(maps.Keys(tables))
	return nil, fmt.Errorf("unknown KIND %q%s\nThe KINDs are: %s",
		kind, DidYouMean(name, names), strings.Join(names, ", "))
}

// Snake converts a name to the spelling of columns: featuredImage and "Featured Image" become featured_image. An
// asterisk at the end, which marks a required field in templates of spreadsheets, is no part of a name.
func Snake(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range strings.TrimRight(strings.TrimSpace(name), "* ") {
		switch {
		case r >= 'A' && r <= 'Z':
			if lower {
				b.WriteByte('_')
			}
			b.WriteRune(r - 'A' + 'a')
			lower = false
			continue
		case r == ' ', r == '-', r == '.':
			b.WriteByte('_')
			lower = false
			continue
		}
		b.WriteRune(r)
		lower = r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
	}
	return b.String()
}

// DidYouMean suggests the most similar name, as " (did you mean x?)". It returns "" if none is similar.
func DidYouMean(name string, names []string) string {
	best := edits.Similar(name, names)
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// synonyms are the columns that files often give another name. The first one that the table has is taken.
var synonyms = map[string][]string{
	"price": {"amount"}, "cost": {"amount"}, "unit_price": {"amount"}, "stock_amount": {"stock"}, "quantity": {"stock"},
	"qty": {"stock"}, "stock_quantity": {"stock"}, "inventory": {"stock"}, "in_stock": {"stock"},
	"stock_on_hand": {"stock"}, "quantity_on_hand": {"stock"}, "on_hand": {"stock"}, "inventory_quantity": {"stock"},
	"sale": {"sale_price"}, "special_price": {"sale_price"}, "discounted_price": {"sale_price"},
	"discount_price": {"sale_price"}, "offer_price": {"sale_price"},
	"list": {"list_price"}, "old_price": {"list_price"}, "regular_price": {"list_price"},
	"compare_at_price": {"list_price"}, "mrp": {"list_price"}, "rrp": {"list_price"},
	"lowest_price30_days": {"lowest_price_30_days"},
	"image":               {"featured_image", "cover_image"}, "image_url": {"featured_image", "cover_image", "image"},
	"image_urls": {"images", "gallery"}, "image_link": {"featured_image"}, "img": {"featured_image", "cover_image"},
	"photo": {"featured_image", "cover_image"}, "photos": {"images", "gallery"}, "picture": {"featured_image"},
	"pictures": {"images", "gallery"}, "url": {"website"}, "homepage": {"website"},
	"code": {"sku"}, "product_code": {"sku"}, "item_code": {"sku"}, "handle": {"slug"}, "model": {"model_no"},
	"manufacturer": {"brand"}, "vendor": {"brand"}, "brand_name": {"brand"}, "seller": {"merchant"},
	"category_path": {"category"}, "category_name": {"category"}, "product_category": {"category"},
	"product_type": {"category"}, "breadcrumb": {"category"}, "breadcrumbs": {"category"}, "category_tree": {"category"},
	"short_description": {"brief", "summary"}, "description": {"summary", "brief", "answer"},
	"excerpt": {"summary", "brief"},
	"active":  {"published"}, "is_active": {"published"}, "enabled": {"published"}, "is_published": {"published"},
	"address1": {"address"}, "address_1": {"address"}, "street_address": {"address"},
	"latitude": {"lat"}, "longitude": {"lng"}, "lon": {"lng"}, "long": {"lng"},
	"start": {"starts_at", "start_date"}, "start_date": {"starts_at"}, "end": {"ends_at"}, "end_date": {"ends_at"},
	"date": {"starts_at", "published_at"}, "author": {"author_name"},
	"body": {"content", "description", "answer", "definition"}, "html": {"content"},
	"text": {"content", "description", "answer"}, "content": {"answer"}, "response": {"answer"},
	"markdown": {"content", "description", "answer", "definition"},
	"word":     {"term"}, "order": {"position"}, "lang": {"language"},
	"tag": {"tags"}, "keywords": {"tags"}, "header_image": {"cover_image", "featured_image"},
	"hero_image": {"cover_image", "featured_image"}, "cover": {"cover_image"}, "banner_image": {"cover_image"},
	"location": {"place"}, "venue": {"place"}, "organizer": {"organization"}, "organiser": {"organization"},
	"host": {"organization"},
}

// Hints returns the columns that a field of this name probably means. Unlike Synonyms, they are only suggested.
func Hints(name string) []string {
	first, ok := strings.CutSuffix(name, "_price")
	switch {
	case !ok:
	case slices.Contains([]string{"initial", "original", "before", "was", "full", "base"}, first):
		return []string{"list_price"}
	case slices.Contains([]string{"final", "current", "actual", "net", "new", "selling", "retail"}, first):
		return []string{"amount"}
	}
	return nil
}

// labels are the names that files give to the name of a record.
var labels = []string{"name", "title", "product_name", "product_title", "item_name", "full_name"}

// Synonyms returns the columns that a field of this name may mean in a file that was not made for the table.
func (t *Table) Synonyms(name string) []string {
	if slices.Contains(labels, name) || name == "subject" && t.Name == "event" { // calendars call it so
		return []string{t.Label}
	}
	own, foreign := synonyms[name], english[folded(name)]
	if foreign == "" {
		return own
	}
	if slices.Contains(labels, foreign) {
		return append(slices.Clip(own), t.Label)
	}
	return slices.Concat(own, []string{foreign}, synonyms[foreign])
}
