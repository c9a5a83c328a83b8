package catalog

import "reflect"

// FacetCount is one brand, category, place or merchant that a list can be narrowed to, and how many records it would show then.
type FacetCount struct {
	ID    string `json:"_id"`
	Name  string `json:"name"`
	Slug  string `json:"slug"`
	Count int    `json:"count"`
}

// FacetRange is between which values the prices lie; {} where there is none.
type FacetRange struct {
	Min *float64 `json:"min,omitempty"` // the lowest price
	Max *float64 `json:"max,omitempty"` // the highest price
}

// FacetYear is one year that a list can be narrowed to.
type FacetYear struct {
	Year  int `json:"year"`
	Count int `json:"count"`
}

// FacetOption is one value of an attribute.
type FacetOption struct {
	Label string `json:"label"`
	Value string `json:"value"`
	Count int    `json:"count"`
}

// FacetAttribute is one attribute with the values that products can be narrowed to.
type FacetAttribute struct {
	Name    string        `json:"name"`
	Type    string        `json:"type"`    // what the values are: TEXT, COLOR or a word of the shop's own
	Options []FacetOption `json:"options"` // its values, the most frequent first
}

// ProductFacets is what products can be narrowed by. Each facet is counted with every filter but its own.
type ProductFacets struct {
	PriceRange FacetRange       `json:"priceRange"` // between which the prices lie
	Brands     []FacetCount     `json:"brands"`     // the most frequent first
	Categories []FacetCount     `json:"categories"` // a record counts for the categories above its own too
	Attributes []FacetAttribute `json:"attributes"` // the one with the most frequent value first
	Merchants  []FacetCount     `json:"merchants"`  // the most frequent first
	Years      []FacetYear      `json:"years"`      // the most frequent first
}

// EventFacets is what events can be narrowed by. Each facet is counted with every filter but its own.
type EventFacets struct {
	PriceRange FacetRange   `json:"priceRange"` // between which the prices lie
	Categories []FacetCount `json:"categories"` // a record counts for the categories above its own too
	Places     []FacetCount `json:"places"`     // the most frequent first
	Merchants  []FacetCount `json:"merchants"`  // the most frequent first
	Years      []FacetYear  `json:"years"`      // the most frequent first
}

// shows is the type of an answer that is more than its row.
func shows[T any]() reflect.Type { return reflect.TypeFor[T]() }
