package dataset

import (
	"regexp"
	"strings"

	"vitrine/internal/importer/load"
	"vitrine/internal/markup"
)

// A category tree; each record has its path from the root. Ancestors without a record of their own are created from the
// path, so no branch is lost. A record without a name is rejected.
var categoriesBestbuy = load.Mapping{
	Name: "categories_bestbuy",
	Kind: "category",
	Has:  []string{"id", "name", "path", "subCategories"},
	Key:  []string{"id"},
	Fields: map[string]load.Target{
		"name": To("name"),
		"path": Ancestors("parent_id"),
	},
	New: map[string]string{"status": "PUBLISHED", "type": "product"},
}

// Products of an electronics shop. The picture is the only field that is unique and that later editions keep.
var productsBestbuy = load.Mapping{
	Name: "products_bestbuy",
	Kind: "product",
	Has:  []string{"name", "description", "brand", "categories", "price", "image", "popularity"},
	Key:  []string{"image"},
	Fields: map[string]load.Target{
		"name":        To("name"),
		"description": To("description"),
		"brand":       Named("brand_id"),
		"categories":  Path(),
		"price":       To("amount"),
		"image":       Shown(),
		"popularity":  To("visits"), // /product/popular then keeps the order of the source
	},
	New: map[string]string{"status": "PUBLISHED", "currency": "USD"},
}

// Books without prices. The first author is the brand. All authors are attributes, so that search finds a book by any.
var productsGoodbooks = load.Mapping{
	Name: "products_goodbooks",
	Kind: "product",
	Has:  []string{"book_id", "title", "authors", "original_publication_year", "language_code"},
	Key:  []string{"book_id"},
	Fields: map[string]load.Target{
		"title":                     To("name"),
		"authors":                   All(First(", ", Named("brand_id")), Each(", ", Attribute("author", "TEXT"))),
		"original_publication_year": To("year"),
		"language_code":             Language("language"),
		"image_url":                 Shown(),
		"isbn":                      To("sku"),
		"ratings_count":             To("visits"),
	},
	New: map[string]string{"status": "PUBLISHED"},
}

// Computer parts. The file has no key and many equal records; each is a product.
var productsPcparts = load.Mapping{
	Name: "products_pcparts",
	Kind: "product",
	Has:  []string{"_category", "name", "price"},
	Fields: map[string]load.Target{
		"_category":  Path(),
		"name":       To("name"),
		"price":      To("amount"),
		"color":      Attribute("color", "COLOR"),
		"resolution": AttributeJoined("resolution", "TEXT", "x"), // [1920, 1080]
		"modules":    AttributeJoined("modules", "TEXT", "x"),    // [2, 16]: two of 16 GB
		"speed":      AttributeJoined("speed", "TEXT", "-"),      // [5, 6000]: DDR5-6000
	},
	Rest: func(field string) load.Target { return AttributeJoined(field, "TEXT", " - ") }, // [300, 1500]: a range
	New:  map[string]string{"status": "PUBLISHED", "currency": "USD"},
}

// Products of a Shopify shop, as its admin exports them. The source makes one record of the rows of a product. What the
// shop keeps for itself, such as the cost, and what it says to other programs, is left out.
var productsShopify = load.Mapping{
	Name: "products_shopify",
	Kind: "product",
	Has:  []string{"Handle", "Title", "Variant Price", "Image Src", "Variants", "Options"},
	Key:  []string{"Handle"},
	Fields: map[string]load.Target{
		"Handle":                   Slug(),
		"Title":                    To("name"),
		"Body (HTML)":              toMarkup("description", markup.HTML),
		"Vendor":                   Named("brand_id"),
		"Product Category":         CategoriesIn(ParseSyntax(">")),
		"Type":                     Attribute("Type", "TEXT"),
		"Tags":                     Each(", ", Attribute("Tag", "TEXT")),
		"Status":                   Mapped(shopifyStatus, To("status")),
		"Variant SKU":              To("sku"),
		"Variant Price":            To("amount"),
		"Variant Compare At Price": To("list_price"),
		"Variant Inventory Qty":    To("stock"),
		"Image Src":                Shown(),
		"Variants":                 To("variants"),
		"Options":                  attributes(),
	},
	Says:  map[string]string{"Handle": "slug", "Options": "attributes"},
	Rest:  shopifyField,
	Reads: shopifyReads,
}

// Products of a WooCommerce shop, as its admin exports them. The source makes one record of a product and its
// variations, and works out price, stock and status. What the shop keeps for itself, such as taxes, is left out.
var productsWooCommerce = load.Mapping{
	Name: "products_woocommerce",
	Kind: "product",
	Has:  []string{"Type", "Name", "Published", "Regular price", "Variants", "Options"},
	Key:  []string{"ID"},
	Fields: map[string]load.Target{
		"Name":                    To("name"),
		"SKU":                     To("sku"),
		"GTIN, UPC, EAN, or ISBN": Attribute("GTIN", "TEXT"),
		"Published":               To("status"),
		"Short description":       wordpress(words(To("brief"))),
		"Description":             wordpress(toMarkup("description", markup.HTML)),
		"Price":                   To("amount"),
		"List price":              To("list_price"),
		"Regular price":           Ignore(),
		"Sale price":              Ignore(),
		"Stock":                   To("stock"),
		"Categories":              CategoriesIn(ParseSyntax(">,")),
		"Tags":                    listed(Attribute("Tag", "TEXT")),
		"Brands":                  First(",", Named("brand_id")),
		"Images":                  Shown(),
		"Position":                To("position"),
		"Variants":                To("variants"),
		"Options":                 attributes(),
	},
	Says:  map[string]string{"Regular price": "Price or List price", "Sale price": "Price", "Options": "attributes"},
	Rest:  wooField,
	Reads: wooReads,
}

// wooMeasure matches the weight and the size of a product, whose unit is that of the shop.
var wooMeasure = regexp.MustCompile(`^(?:Weight|Length|Width|Height) \([^()]+\)$`)

// wooReads says what the source makes of the fields that it reads.
func wooReads(field string) string {
	switch field {
	case "ID", "Type", "Parent":
		return "which rows are one product"
	case "Visibility in catalog", "In stock?":
		return "Published"
	case "Backorders allowed?":
		return "Stock"
	case "Date sale price starts", "Date sale price ends":
		return "Price"
	}
	if wooAttribute.MatchString(field) {
		return "Options and Variants"
	}
	return ""
}

var wooAttribute = regexp.MustCompile(`^Attribute \d+ (?:name|value\(s\)|visible)$`)

func wooField(field string) load.Target {
	if wooMeasure.MatchString(field) {
		return Attribute(field, "TEXT")
	}
	return nil
}

// shopifyReads says what the source makes of the fields that it reads.
func shopifyReads(field string) string {
	switch field {
	case "Published":
		return "Status"
	case "Image Position":
		return "Image Src"
	case "Variant Inventory Tracker", "Variant Inventory Policy":
		return "Variant Inventory Qty"
	case "Variant Barcode", "Variant Image":
		return "Variants"
	}
	if shopifyOption.MatchString(field) {
		return "Options and Variants"
	}
	return ""
}

var shopifyOption = regexp.MustCompile(`^Option[123] (?:Name|Value)$`)

var shopifyStatus = map[string]string{
	"active": "PUBLISHED", "draft": "DRAFT", "unlisted": "DRAFT", "archived": "ARCHIVED",
}

// shopifyMeta matches a field that the owner of the shop, or a category, adds: "Colour (product.metafields.custom.c)".
var shopifyMeta = regexp.MustCompile(`^(.{1,100}?)\s*\(product\.metafields\.(?:custom|shopify)\.[^()]*\)$`)

// shopifyField makes attributes of the fields that a shop added, one for each of the values between semicolons. The
// file does not say whether a field is a list, so a text with longer parts is one value.
func shopifyField(field string) load.Target {
	m := shopifyMeta.FindStringSubmatch(field)
	if m == nil {
		return nil
	}
	return changed(Attribute(m[1], "TEXT"), func(v any) (any, error) {
		s, ok := v.(string)
		if !ok {
			return v, nil
		}
		parts := []any{}
		for part := range strings.SplitSeq(s, "; ") {
			if part = strings.TrimSpace(part); len(strings.Fields(part)) > longestValue {
				return s, nil
			}
			parts = append(parts, part)
		}
		return parts, nil
	})
}

// longestValue is the number of words in a value of a list. What has more is a sentence.
const longestValue = 3
