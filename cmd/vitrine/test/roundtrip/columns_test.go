package roundtrip

import (
	"regexp"
	"strings"

	"vitrine/internal/catalog"
)

// plainTag matches the db tag of a field that shows a column as it is.
var plainTag = regexp.MustCompile(`^(?:coalesce\()?([a-z]+)\.([a-z_0-9]+)(?:::text)?(?:, '[^']*'\))?$`)

// shown returns the paths of the fields that show the columns of a kind in a view.
func shown(r *catalog.Resource, v *catalog.View) map[string]string {
	paths := map[string]string{}
	for i := range v.Row.Type.NumField() {
		f := v.Row.Type.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if column, ok := strings.CutPrefix(f.Tag.Get("db"), "@"); ok { // a list of texts
			paths[column] = name
		}
		m := plainTag.FindStringSubmatch(f.Tag.Get("db"))
		if m != nil && m[1] == r.As && name != "-" {
			paths[m[2]] = name
		}
	}
	for column, path := range within[r.Name] {
		paths[column] = path
	}
	if _, ok := v.Row.Type.FieldByName("Price"); ok && v.Row.Type.Name() != "CollectionProduct" {
		for column, path := range map[string]string{"amount": "price.amount", "currency": "price.currency"} {
			paths[column] = path
		}
	}
	if !strings.Contains(v.Row.Columns(), "'list', ") {
		delete(paths, "list_price")
	}
	return paths
}

// within are columns that a field shows as a part, by kind.
var within = map[string]map[string]string{
	"product": {"images": "images", "list_price": "price.list", "sale_price": "price.sale", "discount": "price.discount",
		"lowest_price_30_days": "price.lowestPrice30Days", "stock": "stock.amount", "stock_min": "stock.min",
		"edition_number": "edition.number", "edition_amount": "edition.amount", "brand": "brand.name",
		"merchant": "merchant.name", "category": "category.0.label", "attribute:Colour": "attributes.0.value"},
	"merchant": {"lat": "location.lat", "lng": "location.lng",
		"holiday_active": "holidayMode.active", "holiday_message": "holidayMode.message", "category": "category.0.label"},
	"place":          {"lat": "location.lat", "lng": "location.lng", "images": "images"},
	"brand_location": {"lat": "location.lat", "lng": "location.lng", "address": "location.address", "brand": "brand.name"},
	"project":        {"gallery": "gallery", "organization": "organization.name", "category": "category.0.label"},
	"page":           {"meta_title": "seo.metaTitle", "meta_description": "seo.metaDescription"},
	"blog_post": {"author_name": "author.name", "author_title": "author.title", "author_image": "author.image",
		"author_bio": "author.bio", "meta_title": "seo.metaTitle", "meta_description": "seo.metaDescription",
		"category": "category.0.label"},
	"route":    {"images": "images", "stops": "stops"},
	"faq":      {"group": "group.title"},
	"category": {"parent": "parent.name"},
	"event": {"images": "images", "starts_at": "date.start", "ends_at": "date.end", "capacity_min": "capacity.min",
		"capacity_max": "capacity.max", "cancelation": "capacity.cancelation", "place": "place.name",
		"merchant": "merchant.name", "list_price": "price.list", "sale_price": "price.sale", "discount": "price.discount",
		"lowest_price_30_days": "price.lowestPrice30Days"},
	"attribute": {"options": "options"},
}

// unseen are columns that no field of the record's own page shows, and why. A name without a kind is a column of any.
var unseen = map[string]string{
	"position": "the order of lists", "language": "a filter of lists", "created_at": "an order of lists",
	"publish_at": "the time from which the record is shown", "unpublish_at": "the time until which it is shown",
	"status":     "drafts are not shown; the kinds with more states show it",
	"list_price": "lists show it", "product.thumbnail": "lists show it",
	"product.title":          "lists show it in place of the name",
	"product.featured_image": "lists show it", "product.sold": "the order of /product/popular",
	"product.visits": "the order of /product/popular", "event.abstract": "lists show it",
	"event.featured_image": "lists show it", "event.attendees": "lists show it",
	"event.meta_title": "/event/:slug/seo shows it", "event.meta_description": "/event/:slug/seo shows it",
	"event.meta_image": "/event/:slug/seo shows it", "event.organization_id": "/event/:slug/seo shows it",
	"page.brief": "the default of metaDescription", "page.image": "a picture for editors, as in the specification",
	"attribute.slug":      "a name for editors; the address has the id",
	"faq_group.parent_id": "/faq/:slug of the parent shows it as a child",
	"brand_location.city": "the address has it", "brand_location.country": "the address has it",
	"merchant.status":  "published or not",
	"product.brand_id": "brand", "product.merchant_id": "merchant", "event.place_id": "place",
	"event.merchant_id":       "merchant",
	"brand_location.brand_id": "brand", "project.organization_id": "organization", "faq.group_id": "group",
	"category.parent_id": "parent",
}

// whyUnseen returns why a column is on no page, "" without a reason.
func whyUnseen(kind, column string) string {
	if why := unseen[kind+"."+column]; why != "" {
		return why
	}
	return unseen[column]
}

// page returns the view that shows one record of a kind, and the view that lists them.
func page(r *catalog.Resource) (one, list *catalog.View) {
	for i := range r.Views {
		v := &r.Views[i]
		switch {
		case v.Shape == catalog.One && one == nil && v.Shows == nil && strings.Contains(v.Path, "{"):
			one = v
		case v.Shape != catalog.One && list == nil && v.Special == "" && !strings.Contains(v.Path, "{"):
			list = v
		}
	}
	return one, list
}

// at follows a path such as "category.0.label" into a decoded value.
func at(v any, path string) any {
	for part := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[part]
		case []any:
			if part != "0" || len(x) == 0 {
				return nil
			}
			v = x[0]
		default:
			return nil
		}
	}
	return v
}
