package catalog

// Price is the price of a record; {} for a record without a price.
type Price struct {
	Sale              *Money `json:"sale,omitempty"`              // the reduced price, if any
	List              *Money `json:"list,omitempty"`              // the regular price
	Amount            *Money `json:"amount,omitempty"`            // the current price
	Discount          *Money `json:"discount,omitempty"`          // the discount in percent
	LowestPrice30Days *Money `json:"lowestPrice30Days,omitempty"` // the lowest price of the last 30 days
	Currency          string `json:"currency,omitempty"`
}

// ProductCard is a product in a list.
type ProductCard struct {
	ID            string  `json:"_id" db:"p.id" dep:"product"`
	Title         string  `json:"title" db:"coalesce(nullif(p.title, ''), p.name)"`
	Name          string  `json:"name" db:"p.name"`
	Slug          string  `json:"slug" db:"p.slug"`
	Status        string  `json:"status" db:"p.status" enum:"PUBLISHED,OUT_OF_STOCK"`
	Price         Price   `json:"price" db:"@price"`
	Amount        *string `json:"-" db:"p.amount::text" band:"amount"`
	Thumbnail     *string `json:"thumbnail,omitempty" db:"p.thumbnail"`
	FeaturedImage *string `json:"featuredImage,omitempty" db:"p.featured_image"`
	// The number in stock; absent if the tenant does not count it.
	StockAmount *int    `json:"stockAmount,omitempty" db:"p.stock"`
	SaleType    *string `json:"saleType,omitempty" db:"p.sale_type"`
	// The product's categories.
	Category    []Ref          `json:"category,omitempty" db:"@category"`
	CategoryIDs []string       `json:"-" db:"@categoryIDs" dep:"category"`
	Brand       *Link          `json:"brand,omitempty" db:"@brand"`
	BrandID     string         `json:"-" db:"coalesce(p.brand_id, '')" dep:"brand"`
	Merchant    *MerchantLink  `json:"merchant,omitempty" db:"@merchant"`
	MerchantID  string         `json:"-" db:"coalesce(p.merchant_id, '')" dep:"merchant"`
	Year        *int           `json:"year,omitempty" db:"p.year"`
	Attributes  []AttributeRef `json:"attributes,omitempty" db:"@attributes"`
	Liked       bool           `json:"liked" db:"false"`
	IsHoliday   bool           `json:"isHolidayActive" db:"coalesce(m.holiday_active, false)"`
	Badges      Items          `json:"badges,omitempty" db:"p.badges"`
}

// ProductDetail is a product on its own page.
type ProductDetail struct {
	ID            string  `json:"id" db:"p.id" dep:"product"`
	Title         string  `json:"title" db:"coalesce(nullif(p.title, ''), p.name)"`
	Name          string  `json:"name" db:"p.name"`
	Slug          string  `json:"slug" db:"p.slug"`
	Status        string  `json:"status" db:"p.status" enum:"PUBLISHED,OUT_OF_STOCK"`
	Liked         bool    `json:"liked" db:"false"`
	Thumbnail     *string `json:"thumbnail,omitempty" db:"p.thumbnail"`
	FeaturedImage *string `json:"featuredImage,omitempty" db:"p.featured_image"`
	// The images. A product without any shows its featured image or thumbnail here.
	Images      []string      `json:"images" db:"@images"`
	Price       Price         `json:"price" db:"@price"`
	Year        *int          `json:"year,omitempty" db:"p.year"`
	Brief       *string       `json:"brief,omitempty" db:"p.brief"`
	Brand       *Link         `json:"brand,omitempty" db:"@brand"`
	BrandID     string        `json:"-" db:"coalesce(p.brand_id, '')" dep:"brand"`
	Merchant    *MerchantLink `json:"merchant,omitempty" db:"@merchant"`
	MerchantID  string        `json:"-" db:"coalesce(p.merchant_id, '')" dep:"merchant"`
	Description *HTML         `json:"description,omitempty" db:"p.description"`
	// Further properties.
	Properties Items `json:"properties,omitempty" db:"p.properties"`
	// The tenant's number of the product.
	SKU *string `json:"sku,omitempty" db:"p.sku"`
	// The maker's number of the product.
	ModelNo *string `json:"modelNo,omitempty" db:"p.model_no"`
	// A further number of the product.
	STN      *string `json:"stn,omitempty" db:"p.stn"`
	SaleType *string `json:"saleType,omitempty" db:"p.sale_type"`
	// The techniques.
	Techniques []string `json:"techniques,omitempty" db:"@techniques"`
	// The materials.
	Materials []string `json:"materials,omitempty" db:"@materials"`
	// The tools.
	Tools []string `json:"tools,omitempty" db:"@tools"`
	// The product's place in a limited run.
	Edition     *Edition       `json:"edition,omitempty" db:"@edition"`
	Category    []Ref          `json:"category,omitempty" db:"@category"`
	CategoryIDs []string       `json:"-" db:"@categoryIDs" dep:"category"`
	Attributes  []AttributeRef `json:"attributes,omitempty" db:"@attributes"`
	Stock       *Stock         `json:"stock,omitempty" db:"@stock"`
	Holiday     *Holiday       `json:"holidayMode,omitempty" db:"@holiday"`
	Badges      Items          `json:"badges,omitempty" db:"p.badges"`
	// The packaging.
	Variants Items `json:"variants,omitempty" db:"p.variants"`
}

// AttributeRef is one attribute of a product.
type AttributeRef struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Type  string `json:"type"` // the type of the value: TEXT, COLOR or a type of the tenant's own
}

// MerchantLink is the seller of a product or the host of an event.
type MerchantLink struct {
	ID    string `json:"_id"`
	Name  string `json:"name"`
	Slug  string `json:"slug"`
	Image string `json:"image,omitempty"`
}

// Edition is the product's place in a limited run.
type Edition struct {
	Number *int `json:"number,omitempty"` // the number of this copy
	Amount *int `json:"amount,omitempty"` // the size of the run
}

// Stock is the stock of a product; absent if the tenant does not count it.
type Stock struct {
	Amount *int `json:"amount,omitempty"` // the number in stock; absent if the tenant does not count it
	Min    *int `json:"min,omitempty"`    // the number below which the tenant reorders
}

// Holiday is a merchant's pause. Orders wait until it ends.
type Holiday struct {
	Active  bool   `json:"active"`            // whether the merchant pauses now
	Message string `json:"message,omitempty"` // the merchant's notice
}

var productFilters = []Filter{
	ofCategory("p.id", "product_category", "product_id", "bags"),
	ofRecord("brand", "p.brand_id", "Products of these brands", "velturna"),
	ofRecord("merchant", "p.merchant_id", "Products of these merchants", "3441a98160ee679b66cab85e"),
	{
		Name: "minPrice", Type: Number, Cond: atLeast("p.amount"), Group: "price",
		Doc: "Products that cost at least this much", Example: "100",
	},
	{
		Name: "maxPrice", Type: Number, Cond: atMost("p.amount"), Group: "price", Doc: "Products that cost at most this much",
		Example: "2500",
	},
	{Name: "year", Type: Integer, Cond: eqInt("p.year"), Doc: "Products of this year", Example: "2025"},
	inLanguage("p"),
	{
		Name: "attributes", Type: Pairs, Cond: hasPair("p.id", "product_attribute", "product_id"),
		Doc: "Products with this attribute, as name:value. Several names must all match; of several values of one name, " +
			"one must match. In the name, \\: stands for a colon",
		Example: "Renk:Mavi",
	},
	{
		Name: "discard", Type: IDs, Cond: notIn("p.id"), Doc: "Products to leave out, by id",
		Example: "7c9b2400567a0a74562748af",
	},
}

var productSorts = map[string]Column{
	"price": col("p.amount"), "name": col("p.name"), "year": col("p.year"),
	"createdAt": col("p.created_at"), "popularity": col("p.popularity"),
}

// Cards use json, not jsonb, because Postgres writes long lists of them faster.
var productCardSQL = fragments{
	"price":       asJSON(price("p")),
	"category":    asJSON(categories("p.id", "product_category", "product_id")),
	"categoryIDs": categoryIDs("p.id", "product_category", "product_id"),
	"brand": `CASE WHEN b.id IS NOT NULL THEN json_strip_nulls(json_build_object(
  'name', b.name, 'slug', b.slug, 'image', coalesce(b.image, b.logo))) END`,
	"merchant":   asJSON(productMerchant),
	"attributes": asJSON(productAttributes),
}

var productSQL = fragments{
	"images": images("p.images", "p.featured_image", "p.thumbnail"),
	"price":  price("p"),
	"brand": `CASE WHEN b.id IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
  'name', b.name, 'slug', b.slug, 'description', b.description, 'image', coalesce(b.image, b.logo))) END`,
	"merchant":   productMerchant,
	"techniques": listOf("p.techniques"),
	"materials":  listOf("p.materials"),
	"tools":      listOf("p.tools"),
	"edition": `CASE WHEN p.edition_number IS NOT NULL OR p.edition_amount IS NOT NULL THEN jsonb_strip_nulls(
  jsonb_build_object('number', p.edition_number, 'amount', p.edition_amount)) END`,
	"category":    categories("p.id", "product_category", "product_id"),
	"categoryIDs": categoryIDs("p.id", "product_category", "product_id"),
	"attributes":  productAttributes,
	"stock": `CASE WHEN p.stock IS NOT NULL THEN jsonb_build_object('amount', p.stock, 'min', p.stock_min)
  WHEN p.stock_min > 0 THEN jsonb_build_object('min', p.stock_min) END`,
	"holiday": "CASE WHEN m.id IS NOT NULL THEN " + merchantHoliday + " END",
}

const (
	productMerchant = `CASE WHEN m.id IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
  '_id', m.id, 'name', m.name, 'slug', m.slug, 'image', coalesce(m.image, m.logo))) END`
	productAttributes = `(SELECT jsonb_agg(jsonb_build_object('name', a.name, 'value', a.value, 'type', a.type)
    ORDER BY a.position, a.id)
  FROM product_attribute a WHERE a.tenant_id = $1 AND a.product_id = p.id)`
)

// Product is a product of the tenant. OUT_OF_STOCK products are visible, DRAFT ones are not. Popularity counts sales
// and visits; a sale counts as twenty visits.
var Product = Resource{
	Name: "product", As: "p",
	From: `product p
  LEFT JOIN brand b ON b.tenant_id = $1 AND b.id = p.brand_id AND b.status <> 'DRAFT'
  LEFT JOIN merchant m ON m.tenant_id = $1 AND m.id = p.merchant_id AND m.status <> 'DRAFT'`,
	Live: `p.status IN ('PUBLISHED', 'OUT_OF_STOCK')
  AND (p.publish_at IS NULL OR p.publish_at <= $2) AND (p.unpublish_at IS NULL OR p.unpublish_at > $2)`,
	Scheduled: true,
	Banded:    []string{"amount"},
	Text:      []string{"p.search", "b.search"},
	Related:   []Related{{As: "b", Kind: "brand", Key: "p.brand_id"}},
	Words:     []string{"name", "title", "sku", "model_no", "brief", "description"},
	Matched: []string{"product.language", "product_attribute.product_id", "product_attribute.name",
		"product_attribute.value", "product_category.product_id", "product_category.category_id", "category.name",
		"category.parent_id"},
	Popular: "p.popularity",
	Parts:   []Part{{"product_category", "product_id"}, {"product_attribute", "product_id"}},
	Hit: fragments{"name": "p.name", "image": "coalesce(nullif(p.thumbnail, ''), p.featured_image)",
		"price": asJSON(price("p")), "text": prose("p.brief", "p.description")},
	Views: []View{
		{
			Path: "/product", Shape: Page, Envelope: Pagination, Row: row[ProductCard](productCardSQL),
			Order: by(asc("p.position"), asc("p.id")), Accept: productFilters, Sorts: productSorts, Search: true,
			Doc: "Products, filtered and sorted",
		},
		{
			Path: "/product/new", Shape: Page, Envelope: Pagination, Row: row[ProductCard](productCardSQL),
			Order: by(desc("p.created_at"), asc("p.id")), Accept: productFilters, Sorts: productSorts, Search: true,
			Fixed: true, Doc: "The newest products",
		},
		{
			Path: "/product/popular", Shape: Page, Envelope: Pagination, Row: row[ProductCard](productCardSQL),
			Order: by(desc("p.popularity"), asc("p.id")), Accept: productFilters, Sorts: productSorts, Search: true,
			Fixed: true, Doc: "Best-selling and most visited products",
		},
		{
			Path: "/product/random/{amount}", Example: "4", Shape: List, Row: row[ProductCard](productCardSQL),
			Order: by(asc("p.id")), Special: "random", Uncacheable: true, Doc: "Products at random, different on every request",
		},
		{
			Path: "/product/filters", Shape: One, Row: row[ProductCard](productCardSQL), Accept: productFilters, Search: true,
			Facets: true, Special: "filters", Shows: shows[ProductFacets](), Sorts: productSorts,
			Doc: "The filters of the matching products, with counts",
		},
		{
			Path: "/product/{slug}/similar", Example: "mavi-keten-gomlek", Shape: List, Top: true,
			Row: row[ProductCard](productCardSQL), Order: by(desc("p.popularity"), asc("p.id")), Special: "similar",
			Doc: "Products with the same categories and attributes, then of the same brand",
		},
		{
			Path: "/product/{slug}", Example: "mavi-keten-gomlek", Shape: One, Row: row[ProductDetail](productSQL),
			Where: "p.slug = {slug}", Doc: "One product",
		},
	},
}
