package identity

import (
	"slices"
	"strings"

	"vitrine/internal/importer/table"
)

// classes are the kinds of keys that a file may offer without being asked, the best one first.
var classes = []struct {
	column string
	names  []string
}{
	{"sku", []string{"sku"}},
	{"code", []string{"code", "product_code", "item_code"}},
	{"ean", []string{"ean", "ean13", "gtin", "gtin13", "gtin14", "upc", "barcode"}},
	{"id", []string{"id", "_id"}},
	{"slug", []string{"slug"}},
}

// Offered lists the fields of a file that may identify its records, the best one first: sku, code, ean, id and slug. A
// field counts if it fills the column of that name, or has the name and fills any column or attribute. In kinds other
// than product, id comes first, because records of other files reference their rows by it.
//
// column returns the column that a field fills; filled reports whether a field is stored in any way.
func Offered(t *table.Table, fields []string, column func(field string) string,
	filled func(field string) bool) []string {
	var offered []string
	for _, class := range classes {
		for _, f := range fields {
			named := slices.Contains(class.names, table.Snake(f)) && column(f) == "" &&
				(filled(f) || class.column == "id")
			if strings.Contains(f, ".") || !named && column(f) != class.column || slices.Contains(offered, f) {
				continue
			}
			if class.column == "id" && t.Name != "product" {
				offered = slices.Insert(offered, 0, f)
			} else {
				offered = append(offered, f)
			}
			break
		}
	}
	return offered
}
