package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"
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

// Snake converts a name to the spelling of columns: featuredImage and "Featured Image" become featured_image.
func Snake(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range strings.TrimSpace(name) {
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
	best, least := "", 2
	if len(name) > 3 {
		least = max(3, len(name)/3+1)
	}
	for _, n := range names {
		if d := distance(name, n); d < least {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// distance returns the Levenshtein distance of two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := last
			if a[i] != b[j] {
				cost++
			}
			last, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// synonyms are the columns that files often give another name.
var synonyms = map[string][]string{
	"price": {"amount"}, "cost": {"amount"}, "stock_amount": {"stock"}, "quantity": {"stock"},
	"sale": {"sale_price"}, "list": {"list_price"}, "lowest_price30_days": {"lowest_price_30_days"},
	"image": {"featured_image", "cover_image"}, "image_url": {"featured_image", "cover_image", "image"},
	"url": {"website"}, "homepage": {"website"},
	"latitude": {"lat"}, "longitude": {"lng"}, "lon": {"lng"}, "long": {"lng"},
	"start": {"starts_at", "start_date"}, "start_date": {"starts_at"}, "end": {"ends_at"}, "end_date": {"ends_at"},
	"date": {"starts_at", "published_at"}, "author": {"author_name"},
	"body": {"content", "description"}, "html": {"content"},
	"word": {"term"}, "order": {"position"}, "lang": {"language"},
}

// Synonyms returns the columns that a field of this name may mean in a file that was not made for the table.
func (t *Table) Synonyms(name string) []string {
	if name == "name" || name == "title" {
		return []string{t.Label}
	}
	return synonyms[name]
}
