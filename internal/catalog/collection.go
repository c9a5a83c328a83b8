package catalog

// CollectionCard is a collection in a list.
type CollectionCard struct {
	ID     string  `json:"id" db:"s.id" dep:"collection"`
	Title  string  `json:"title" db:"s.title"`
	Slug   string  `json:"slug" db:"s.slug"`
	Brief  *string `json:"brief,omitempty" db:"s.brief"`
	Image  *string `json:"image,omitempty" db:"s.image"`
	Banner *string `json:"banner" db:"s.banner"`
}

// CollectionProduct is a product of a collection. Its price is null if it has none.
type CollectionProduct struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Price    *Money `json:"price"`
	Currency string `json:"currency,omitempty"`
	Slug     string `json:"slug"`
	Image    string `json:"image,omitempty"`
}

// CollectionDetail is a collection with its products.
type CollectionDetail struct {
	ID          string  `json:"id" db:"s.id" dep:"collection"`
	Title       string  `json:"title" db:"s.title"`
	Slug        string  `json:"slug" db:"s.slug"`
	Brief       *string `json:"brief,omitempty" db:"s.brief"`
	Description *HTML   `json:"description,omitempty" db:"s.description"`
	Image       *string `json:"image,omitempty" db:"s.image"`
	Banner      *string `json:"banner" db:"s.banner"`
	// At most 500 products, in the editor's order.
	Products   []CollectionProduct `json:"products" db:"@products"`
	ProductIDs []string            `json:"-" db:"@productIDs" dep:"product"`
}

var collectionSQL = fragments{
	"products": `(SELECT coalesce(jsonb_agg(x.card ORDER BY x.position, x.id), '[]') FROM (
  SELECT cp.position, p.id, jsonb_strip_nulls(jsonb_build_object(
    'id', p.id, 'name', p.name, 'price', ` + amount("p") + `, 'currency', ` + currency("p") + `,
    'slug', p.slug, 'image', coalesce(p.thumbnail, p.featured_image))) AS card
  FROM collection_product cp JOIN product p ON p.tenant_id = $1 AND p.id = cp.product_id
  WHERE cp.tenant_id = $1 AND cp.collection_id = s.id AND p.status IN ('PUBLISHED', 'OUT_OF_STOCK')
    AND ` + scheduled("p") + `
  ORDER BY cp.position, p.id LIMIT 500) x)`,
	"productIDs": `ARRAY(SELECT cp.product_id FROM collection_product cp
  WHERE cp.tenant_id = $1 AND cp.collection_id = s.id AND cp.product_id IS NOT NULL)`,
}

// Collection is a hand-picked set of products.
var Collection = Resource{
	Name: "collection", As: "s",
	From:      "collection s",
	Live:      "s.status <> 'DRAFT' AND " + scheduled("s"),
	Scheduled: true,
	Text:      []string{"s.search"},
	Words:     []string{"title", "brief", "description"},
	Parts:     []Part{{"collection_product", "collection_id"}},
	Hit:       fragments{"name": "s.title", "image": "s.image", "text": prose("s.brief", "s.description")},
	Views: []View{
		{
			Path: "/collections", Shape: Page, Row: row[CollectionCard](),
			Order: by(asc("s.position"), asc("s.title"), asc("s.id")), Search: true, Accept: []Filter{inLanguage("s")},
			Sorts: map[string]Column{"name": col("s.title"), "createdAt": col("s.created_at")}, Doc: "Collections",
		},
		{
			Path: "/collections/{slug}", Example: "summer-wardrobe", Shape: One, Row: row[CollectionDetail](collectionSQL),
			Where: "s.slug = {slug}", Doc: "One collection with its products, at most 500",
		},
	},
}
