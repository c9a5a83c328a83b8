package identity

import (
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/importer/source"
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

var (
	likely   = regexp.MustCompile(`(?:^|_)(?:id|code|number|no|uuid|guid|gtin|ean|upc|isbn|asin|mpn|sku|key)_?\d*$`)
	unlikely = regexp.MustCompile(`(?:^|_)(?:zip|postal|post|country|area|phone|fax|currency|language|colou?r|tax|vat)_`)
)

// Likely returns the field that looks most like a key beside those that are offered: it is called an id, a code or a
// number, and in the first records each has a value of its own. It is empty if there is none.
func Likely(t *table.Table, fields []string, sample []source.Item) (best string) {
	rank := 0
	for _, f := range fields {
		name := table.Snake(f)
		n := 1
		switch {
		case strings.ContainsAny(f, ".,") || !likely.MatchString(name) || unlikely.MatchString(name):
			continue
		case strings.TrimPrefix(name, t.Name) == "_id":
			n = 3
		case strings.HasSuffix(name, "id"):
			n = 2
		}
		if c := t.Column(name); c != nil && c.Target != "" {
			continue // it names a row of another table
		}
		if n > rank && Distinct(Key{Fields: []string{f}}, sample) {
			best, rank = f, n
		}
	}
	return best
}

// Distinct reports whether each of the first records has a key of its own.
func Distinct(k Key, sample []source.Item) bool {
	seen := map[string]bool{}
	for _, item := range sample {
		if item.Err != nil {
			continue
		}
		values, err := k.Values(item.Record.Fields)
		if err != nil || seen[strings.Join(values, nameSign)] {
			return false
		}
		seen[strings.Join(values, nameSign)] = true
	}
	return len(seen) > 1
}
