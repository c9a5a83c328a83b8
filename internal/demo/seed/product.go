package seed

import (
	"strings"
	"time"

	"vitrine/internal/demo/content"
)

type productRow struct {
	base
	Slug          string    `db:"slug"`
	Name          string    `db:"name"`
	Title         string    `db:"title,null"`
	Status        string    `db:"status"`
	SaleType      string    `db:"sale_type,null"`
	Brand         string    `db:"brand_id,null"`
	Merchant      string    `db:"merchant_id,null"`
	Amount        cents     `db:"amount,null"`
	List          cents     `db:"list_price,null"`
	Sale          cents     `db:"sale_price,null"`
	Discount      cents     `db:"discount,null"` // percent
	Lowest        cents     `db:"lowest_price_30_days,null"`
	Currency      string    `db:"currency,null"`
	Stock         any       `db:"stock"` // an int, or nil if the merchant does not count it
	StockMin      int       `db:"stock_min"`
	Year          int       `db:"year,null"`
	Language      string    `db:"language,null"`
	SKU           string    `db:"sku,null"`
	Model         string    `db:"model_no,null"`
	STN           string    `db:"stn,null"`
	Brief         string    `db:"brief,null"`
	Description   string    `db:"description,null"`
	Thumbnail     string    `db:"thumbnail,null"`
	FeaturedImage string    `db:"featured_image,null"`
	Images        list      `db:"images"`
	Properties    list      `db:"properties"`
	Badges        list      `db:"badges"`
	Variants      list      `db:"variants"`
	Techniques    []string  `db:"techniques"`
	Materials     []string  `db:"materials"`
	Tools         []string  `db:"tools"`
	EditionNumber int       `db:"edition_number,null"`
	EditionAmount int       `db:"edition_amount,null"`
	Sold          int       `db:"sold"`
	Visits        int       `db:"visits"`
	Position      int       `db:"position"`
	Publish       time.Time `db:"publish_at,null"`
	Unpublish     time.Time `db:"unpublish_at,null"`
}

type productCategoryRow struct {
	base
	Owner    string `db:"product_id"`
	Category string `db:"category_id"`
	Position int    `db:"position"`
}

// Contents of the JSON columns.
type (
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	badge struct {
		Code  string `json:"code"`
		Label string `json:"label"`
		Color string `json:"color"`
	}
	variant struct {
		SKU    string     `json:"sku"`
		Option []property `json:"options"`
		Stock  int        `json:"stock"`
	}
)

// good is a product as campaigns and collections see it.
type good struct {
	ref
	priced, discounted, fresh bool
}

// draft is a product under construction.
type draft struct {
	productRow
	d        *dice
	key      string
	shelf    shelfRef
	craft    *content.Craft
	lang     string
	named    named
	material content.Text
	brand    ref
	stock    int
}

// addProducts adds the product that both tenants share, then every thing in turn.
func (w *builder) addProducts() {
	for i := range w.products {
		p := &draft{key: "p" + itoa(i), shelf: w.shelves[i%len(w.shelves)]}
		if i == 0 {
			p.shelf = w.shelfOf(w.tenant.Shared.Thing)
		}
		p.d, p.craft = w.dice("product", p.key), p.shelf.Craft
		switch {
		case p.shelf.leaf[content.NoLanguage] != "":
			p.lang = content.NoLanguage
		case i == 0 || p.d.chance(55):
			p.lang = content.Turkish
		default:
			p.lang = content.English
		}
		w.describe(p)
		w.price(p)
		w.schedule(p, i)
		if i == 0 {
			w.share(p)
		}
		w.illustrate(p)
		w.keep(p, i)
	}
}

// shelfOf finds the shelf of a thing by its English noun.
func (w *builder) shelfOf(noun string) shelfRef {
	for _, s := range w.shelves {
		if s.Noun.EN == noun {
			return s
		}
	}
	panic("seed: no shelf holds " + noun)
}

// describe sets the name and the texts of a product.
func (w *builder) describe(p *draft) {
	d, lang := p.d, p.lang
	made := min(24*d.between(1, 440), 24*d.between(1, 440))
	p.base = w.base("product", p.key, made-d.n(24))
	p.Language = lang
	p.material = pick(d, p.craft.Materials)
	p.named = nameOf(d, p.shelf.Thing, p.material, lang)
	p.Name = p.named.name
	if b, ok := w.brandFor(d, p.craft.Family); ok && !d.chance(7) { // some have no brand
		p.brand, p.Brand = b, b.id
		if d.chance(80) {
			p.Title = b.name + " " + p.Name
		}
	}
	if m, ok := w.merchantFor(d, p.craft.Family); ok && !d.chance(6) {
		p.Merchant = m.id
	}
	p.Slug = w.slug("product", p.named.slug, p.named.slug+" "+p.brand.slug)

	noun := content.Lower(lang, p.shelf.Noun.In(lang))
	if len(p.craft.Briefs) > 0 {
		p.Brief = content.Fill(lang, pick(d, p.craft.Briefs).In(lang), "noun", noun, "material",
			content.Lower(lang, p.material.In(lang)))
	}
	var points []string
	for _, t := range some(d, p.craft.Points, 3) {
		points = append(points, t.In(lang))
	}
	if !d.chance(4) {
		p.Description = paragraphs(p.Brief) + bullets(points...) + paragraphs(p.craft.Care.In(lang))
	}
	p.SKU = strings.ToUpper(w.tenant.ID[:2]) + "-" + strings.ToUpper(p.ID[:8])
	if d.chance(2) { // the merchant does not count its stock
		p.SKU = ""
	}
	if p.craft.Family == "tech" || d.chance(20) {
		p.Model = strings.ToUpper(p.craft.Family[:2]) + itoa(d.between(100, 999))
	}
	if d.chance(30) {
		p.STN = "STN" + digits(d, 8)
	}
	if f := p.craft.Family; f == "book" || f == "art" || d.chance(35) {
		p.Year = w.now.Year() - d.n(d.between(1, 28))
	}
	p.Techniques, p.Materials, p.Tools = []string{}, []string{}, []string{}
	if f := p.craft.Family; f == "art" || d.chance(45) {
		p.Techniques = []string{pick(d, p.craft.Technique).In(lang)}
		p.Materials = []string{p.material.In(lang)}
		for _, t := range some(d, p.craft.Tools, 2) {
			p.Tools = append(p.Tools, t.In(lang))
		}
	}
	if p.craft.Family == "art" {
		p.EditionAmount = pick(d, []int{1, 5, 12, 30, 75})
		p.EditionNumber = d.between(1, p.EditionAmount)
	}
}

// schedule sets status, stock and window. Every state occurs among the first forty products.
func (w *builder) schedule(p *draft, i int) {
	d := p.d
	p.Status = "PUBLISHED"
	p.stock, p.StockMin = d.n(d.between(2, 260)), d.n(4)*5
	switch i % 40 {
	case 3, 23:
		p.Status, p.stock = "OUT_OF_STOCK", 0
	case 7:
		p.Status = "DRAFT"
	case 12:
		if i%80 == 12 {
			p.Status = "ARCHIVED"
		}
	case 17: // published soon
		p.Publish = w.at(d.between(0, 20), d.between(1, 23))
	case 28: // is over
		p.Publish, p.Unpublish = w.at(-d.between(40, 90), 0), w.at(-d.between(1, 30), -1)
	case 33: // published for a while
		p.Publish, p.Unpublish = w.at(-d.between(2, 30), 0), w.at(d.between(0, 30), d.between(1, 23))
	}
	p.Visits = d.n(d.between(1, 9000))
	p.Sold = p.Visits * d.n(12) / 100
	p.Position = 1000
	if i%50 == 1 { // featured
		p.Position = i/50 + 1
	}
}

// share turns a product into the one whose slug both tenants have.
func (w *builder) share(p *draft) {
	s := w.tenant.Shared
	blue, linen := content.Colours[0], content.LinenName
	delete(w.slugs, "product/"+p.Slug)
	p.named = named{name: blue.TR + " " + linen.TR + " Gömlek", slug: "mavi-keten-gomlek", hue: &blue}
	p.Name, p.Title, p.Slug = p.named.name, "", w.slug("product", p.named.slug)
	for _, m := range p.craft.Materials {
		if m == linen {
			p.material = linen
		}
	}
	for _, b := range w.brands {
		if b.slug == s.Brand {
			p.brand, p.Brand = b, b.id
		}
	}
	p.Brief, p.SaleType, p.Currency = s.Brief, "RETAIL", w.tenant.Currency
	p.Description = paragraphs(s.Brief, p.craft.Care.TR)
	p.setPrice(whole(s.List))
	if s.Price < s.List {
		p.reduce(100 - 100*s.Price/s.List)
	}
	p.stock, p.Position = max(p.stock, 3), 0
}

// illustrate sets pictures, properties, badges and variants.
func (w *builder) illustrate(p *draft) {
	d, lang := p.d, p.lang
	images := []string{media("product", p.Slug)}
	for n := range d.between(1, 4) {
		images = append(images, media("product", p.Slug+"-"+itoa(n+2)))
	}
	p.Images = jsonList(images)
	if !d.chance(3) {
		p.Thumbnail = images[0]
	}
	if !d.chance(5) {
		p.FeaturedImage = images[1]
	}

	p.Properties = jsonList([]property{
		{content.MaterialLabel(p.craft).In(lang), p.material.In(lang)},
		{say(lang, "Üretim yeri", "Made in"), pick(d, content.TurkishCities).Name.In(lang)},
		{say(lang, "Ağırlık", "Weight"), itoa(d.between(4, 90)*20) + " g"}})

	var badges []badge
	if p.Discount > 0 {
		badges = append(badges, badge{"sale", "-%" + itoa(int(p.Discount/100)), "#B8433C"})
	}
	if w.now.Sub(p.Created) < 30*24*time.Hour {
		badges = append(badges, badge{"new", say(lang, "Yeni", "New"), "#5B8C5A"})
	}
	if p.EditionAmount == 1 {
		badges = append(badges, badge{"unique", say(lang, "Tek", "One of a kind"), "#7A5C99"})
	}
	if p.Sold > 300 {
		badges = append(badges, badge{"bestseller", say(lang, "Çok satan", "Bestseller"), "#C9962C"})
	}
	p.Badges = jsonList(badges)

	var variants []variant
	if left := p.stock; len(p.craft.Sizes) > 0 && d.chance(70) {
		for n, size := range p.craft.Sizes {
			stock := left / (len(p.craft.Sizes) - n)
			left -= stock
			variants = append(variants, variant{strings.ToUpper(p.ID[:8]) + "-" + itoa(n+1),
				[]property{{content.SizeName.In(lang), size.In(lang)}}, stock})
		}
	}
	p.Variants = jsonList(variants)
	if p.SKU != "" || p.Status != "PUBLISHED" {
		p.Stock = p.stock
	} else {
		p.StockMin = 0
	}
}

// keep adds the finished product, its categories and its attributes.
func (w *builder) keep(p *draft, i int) {
	w.add("product", p.productRow)
	leaf := p.shelf.leaf[p.lang]
	w.add("product_category", productCategoryRow{base: w.base("product_category", p.key+"/0", 24), Owner: p.ID,
		Category: leaf})
	if gifts := w.gifts[p.lang]; len(gifts) > 0 && p.d.chance(15) {
		w.add("product_category", productCategoryRow{base: w.base("product_category", p.key+"/1", 24), Owner: p.ID,
			Category: pick(p.d, gifts), Position: 1})
	}
	w.productAttributes(p)
	live := p.Status != "DRAFT" && p.Status != "ARCHIVED" && !p.Publish.After(w.now) &&
		(p.Unpublish.IsZero() || p.Unpublish.After(w.now))
	w.goods = append(w.goods, good{ref{p.ID, p.Slug, p.Name, p.craft.Family, p.lang, live}, p.Amount > 0, p.Discount > 0,
		w.now.Sub(p.Created) < 60*24*time.Hour})
}
