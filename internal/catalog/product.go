package catalog

// Price is what a product costs; a product without a price has {}.
type Price struct {
	Sale              *Money `json:"sale,omitempty"`              // the reduced price, where there is one
	List              *Money `json:"list,omitempty"`              // the price before
	Amount            *Money `json:"amount,omitempty"`            // what it costs now
	Discount          *Money `json:"discount,omitempty"`          // how much less that is, in percent
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
	Price         Price   `json:"price" db:"CASE WHEN p.amount IS NULL THEN '{}' ELSE json_strip_nulls(json_build_object('sale', p.sale_price, 'list', p.list_price, 'amount', p.amount, 'discount', p.discount, 'lowestPrice30Days', p.lowest_price_30_days, 'currency', coalesce(p.currency, (SELECT t.currency FROM tenant t WHERE t.id = $1)))) END"`
	Amount        *string `json:"-" db:"p.amount::text" band:"amount"`
	Thumbnail     *string `json:"thumbnail,omitempty" db:"p.thumbnail"`
	FeaturedImage *string `json:"featuredImage,omitempty" db:"p.featured_image"`
	// How many are there.
	StockAmount int     `json:"stockAmount" db:"p.stock"`
	SaleType    *string `json:"saleType,omitempty" db:"p.sale_type"`
	// The categories it is in.
	Category    []Ref          `json:"category,omitempty" db:"(SELECT json_agg(json_build_object('value', c.id, 'label', c.name) ORDER BY pc.position, c.id) FROM product_category pc JOIN category c ON c.tenant_id = $1 AND c.id = pc.category_id AND c.status <> 'DRAFT' WHERE pc.tenant_id = $1 AND pc.product_id = p.id)"`
	CategoryIDs []string       `json:"-" db:"ARRAY(SELECT pc.category_id FROM product_category pc WHERE pc.tenant_id = $1 AND pc.product_id = p.id)" dep:"category"`
	Brand       *Link          `json:"brand,omitempty" db:"CASE WHEN b.id IS NOT NULL THEN json_strip_nulls(json_build_object('name', b.name, 'slug', b.slug, 'image', coalesce(b.image, b.logo))) END"`
	BrandID     string         `json:"-" db:"coalesce(p.brand_id, '')" dep:"brand"`
	Merchant    *MerchantLink  `json:"merchant,omitempty" db:"CASE WHEN m.id IS NOT NULL THEN json_strip_nulls(json_build_object('_id', m.id, 'name', m.name, 'slug', m.slug, 'image', coalesce(m.image, m.logo))) END"`
	MerchantID  string         `json:"-" db:"coalesce(p.merchant_id, '')" dep:"merchant"`
	Year        *int           `json:"year,omitempty" db:"p.year"`
	Attributes  []AttributeRef `json:"attributes,omitempty" db:"(SELECT json_agg(json_build_object('name', a.name, 'value', a.value, 'type', a.type) ORDER BY a.position, a.id) FROM product_attribute a WHERE a.tenant_id = $1 AND a.product_id = p.id)"`
	Liked       bool           `json:"liked" db:"false"`
	IsHoliday   bool           `json:"isHolidayActive" db:"coalesce(m.holiday_active, false)"`
	Badges      Items          `json:"badges,omitempty" db:"p.badges"`
}

// ProductDetail is a product on its own page.
type ProductDetail struct {
	ID          string        `json:"id" db:"p.id" dep:"product"`
	Name        string        `json:"name" db:"p.name"`
	Slug        string        `json:"slug" db:"p.slug"`
	Status      string        `json:"status" db:"p.status" enum:"PUBLISHED,OUT_OF_STOCK"`
	Liked       bool          `json:"liked" db:"false"`
	Images      []string      `json:"images" db:"ARRAY(SELECT x #>> '{}' FROM jsonb_array_elements(p.images) AS x WHERE jsonb_typeof(x) = 'string')"`
	Price       Price         `json:"price" db:"CASE WHEN p.amount IS NULL THEN '{}' ELSE jsonb_strip_nulls(jsonb_build_object('sale', p.sale_price, 'amount', p.amount, 'discount', p.discount, 'lowestPrice30Days', p.lowest_price_30_days, 'currency', coalesce(p.currency, (SELECT t.currency FROM tenant t WHERE t.id = $1)))) END"`
	Year        *int          `json:"year,omitempty" db:"p.year"`
	Brief       *string       `json:"brief,omitempty" db:"p.brief"`
	Brand       *Link         `json:"brand,omitempty" db:"CASE WHEN b.id IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object('name', b.name, 'slug', b.slug, 'description', b.description, 'image', coalesce(b.image, b.logo))) END"`
	BrandID     string        `json:"-" db:"coalesce(p.brand_id, '')" dep:"brand"`
	Merchant    *MerchantLink `json:"merchant,omitempty" db:"CASE WHEN m.id IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object('_id', m.id, 'name', m.name, 'slug', m.slug, 'image', coalesce(m.image, m.logo))) END"`
	MerchantID  string        `json:"-" db:"coalesce(p.merchant_id, '')" dep:"merchant"`
	Description *HTML         `json:"description,omitempty" db:"p.description"`
	// Further properties.
	Properties Items `json:"properties,omitempty" db:"p.properties"`
	// The shop's own number.
	SKU *string `json:"sku,omitempty" db:"p.sku"`
	// The maker's own number.
	ModelNo *string `json:"modelNo,omitempty" db:"p.model_no"`
	// A further number, as the shop gives it.
	STN      *string `json:"stn,omitempty" db:"p.stn"`
	SaleType *string `json:"saleType,omitempty" db:"p.sale_type"`
	// How it was made.
	Techniques []string `json:"techniques,omitempty" db:"p.techniques"`
	// What it was made of.
	Materials []string `json:"materials,omitempty" db:"p.materials"`
	// What it was made with.
	Tools []string `json:"tools,omitempty" db:"p.tools"`
	// Which of a limited run it is.
	Edition     *Edition       `json:"edition,omitempty" db:"CASE WHEN p.edition_number IS NOT NULL OR p.edition_amount IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object('number', p.edition_number, 'amount', p.edition_amount)) END"`
	Category    []Ref          `json:"category,omitempty" db:"(SELECT jsonb_agg(jsonb_build_object('value', c.id, 'label', c.name) ORDER BY pc.position, c.id) FROM product_category pc JOIN category c ON c.tenant_id = $1 AND c.id = pc.category_id AND c.status <> 'DRAFT' WHERE pc.tenant_id = $1 AND pc.product_id = p.id)"`
	CategoryIDs []string       `json:"-" db:"ARRAY(SELECT pc.category_id FROM product_category pc WHERE pc.tenant_id = $1 AND pc.product_id = p.id)" dep:"category"`
	Attributes  []AttributeRef `json:"attributes,omitempty" db:"(SELECT jsonb_agg(jsonb_build_object('name', a.name, 'value', a.value, 'type', a.type) ORDER BY a.position, a.id) FROM product_attribute a WHERE a.tenant_id = $1 AND a.product_id = p.id)"`
	Stock       Stock          `json:"stock" db:"jsonb_build_object('amount', p.stock, 'min', p.stock_min)"`
	Holiday     *Holiday       `json:"holidayMode,omitempty" db:"CASE WHEN m.id IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object('active', m.holiday_active, 'message', m.holiday_message)) END"`
	Badges      Items          `json:"badges,omitempty" db:"p.badges"`
	// What it comes in.
	Variants Items `json:"variants,omitempty" db:"p.variants"`
}

// AttributeRef is one attribute of a product: its name, its value and whether the value is a COLOR or TEXT.
type AttributeRef struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Type  string `json:"type"` // what the value is: TEXT, COLOR or a word of the shop's own
}

// MerchantLink is how a product or an event shows who sells it.
type MerchantLink struct {
	ID    string `json:"_id"`
	Name  string `json:"name"`
	Slug  string `json:"slug"`
	Image string `json:"image,omitempty"`
}

// Edition is a limited run: this is number Number of Amount.
type Edition struct {
	Number *int `json:"number,omitempty"` // which one this is
	Amount *int `json:"amount,omitempty"` // how many were made
}

// Stock is how many are there, and below how many the shop reorders.
type Stock struct {
	Amount int `json:"amount"` // how many are there
	Min    int `json:"min"`    // below how many the shop reorders
}

// Holiday is a merchant's pause: orders wait until it ends.
type Holiday struct {
	Active  bool   `json:"active"`            // whether it pauses now
	Message string `json:"message,omitempty"` // what it says meanwhile
}

var productFilters = []Filter{
	ofCategory("p.id", "product_category", "product_id", "bags"),
	{Name: "brand", Type: Texts, Cond: in("p.brand_id"), Doc: "Products of these brands, by id", Example: "8d0a26767e0a85feb0b8bd1b"},
	{Name: "merchant", Type: Texts, Cond: in("p.merchant_id"), Doc: "Products of these merchants, by id", Example: "3441a98160ee679b66cab85e"},
	{Name: "minPrice", Type: Number, Cond: atLeast("p.amount"), Group: "price", Doc: "Products that cost at least this much", Example: "100"},
	{Name: "maxPrice", Type: Number, Cond: atMost("p.amount"), Group: "price", Doc: "Products that cost at most this much", Example: "2500"},
	{Name: "year", Type: Integer, Cond: eqInt("p.year"), Doc: "Products of this year", Example: "2025"},
	inLanguage("p"),
	{Name: "attributes", Type: Pairs, Cond: hasPair("p.id", "product_attribute", "product_id"),
		Doc: "Products with this attribute, as name:value. Several names must all hold; of several values of one name, one is enough", Example: "Renk:Mavi"},
	{Name: "discard", Type: IDs, Cond: notIn("p.id"), Doc: "Products to leave out, by id", Example: "7c9b2400567a0a74562748af"},
}

var productSorts = map[string]Column{
	"price": col("p.amount"), "name": col("p.name"), "year": col("p.year"), "createdAt": col("p.created_at"), "popularity": col("p.popularity"),
}

// Product is what a shop sells. OUT_OF_STOCK is shown, DRAFT never. Popular is by sales and visits: a sale counts for twenty visits.
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
	Parts:     []Part{{"product_category", "product_id"}, {"product_attribute", "product_id"}},
	Views: []View{
		{Path: "/product", Shape: Page, Envelope: Pagination, Row: row[ProductCard](), Order: by(asc("p.position"), asc("p.id")),
			Accept: productFilters, Sorts: productSorts, Search: true, Doc: "Products, filtered and sorted"},
		{Path: "/product/new", Shape: Page, Envelope: Pagination, Row: row[ProductCard](), Order: by(desc("p.created_at"), asc("p.id")),
			Accept: productFilters, Sorts: productSorts, Doc: "The newest products"},
		{Path: "/product/popular", Shape: Page, Envelope: Pagination, Row: row[ProductCard](), Order: by(desc("p.popularity"), asc("p.id")),
			Accept: productFilters, Sorts: productSorts, Doc: "Best-selling and most visited products"},
		{Path: "/product/random/{amount}", Example: "4", Shape: List, Row: row[ProductCard](), Order: by(asc("p.id")), Special: "random", Uncacheable: true,
			Doc: "Products picked at random, others every time"},
		{Path: "/product/filters", Shape: One, Row: row[ProductCard](), Accept: productFilters, Search: true, Special: "filters", Shows: shows[ProductFacets](),
			Doc: "What the products asked for can be narrowed by, with counts"},
		{Path: "/product/{slug}/similar", Example: "mavi-keten-gomlek", Shape: List, Top: true, Row: row[ProductCard](), Order: by(desc("p.popularity"), asc("p.id")), Special: "similar",
			Doc: "Products of the same categories and attributes, then of the same brand"},
		{Path: "/product/{slug}", Example: "mavi-keten-gomlek", Shape: One, Row: row[ProductDetail](), Where: "p.slug = {slug}", Doc: "One product"},
	},
}
