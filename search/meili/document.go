package meili

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"unicode/utf8"

	"vitrine/search"
)

// document is a search.Doc in the form of the index. T0 has the highest weight, T7 the lowest.
type document struct {
	ID     string `json:"id"`
	Tenant string `json:"tenant"`
	V      uint64 `json:"v"`
	T0     string `json:"t0,omitempty"`
	T1     string `json:"t1,omitempty"`
	T2     string `json:"t2,omitempty"`
	T3     string `json:"t3,omitempty"`
	T4     string `json:"t4,omitempty"`
	T5     string `json:"t5,omitempty"`
	T6     string `json:"t6,omitempty"`
	T7     string `json:"t7,omitempty"`
}

// searchable are the attributes of text, the most significant first.
var searchable = []string{"t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"}

// mostText is the number of bytes of a field that are indexed, as in the vectors of Postgres.
const mostText = 100_000

// newDocument folds texts as candidates folds searches, so that Meilisearch's own rules for letters do not matter.
// Fields after the eighth are appended to it.
func newDocument(d search.Doc) document {
	doc := document{ID: key(d.ID), Tenant: tenantKey(d.Tenant), V: d.Seq}
	into := []*string{&doc.T0, &doc.T1, &doc.T2, &doc.T3, &doc.T4, &doc.T5, &doc.T6, &doc.T7}
	for i, text := range d.Text {
		if len(text) > mostText {
			text = strings.ToValidUTF8(text[:mostText], "")
		}
		if i > 0 { // prose may be HTML, a name is plain text
			text = markup.ReplaceAllString(text, " ")
		}
		text = strings.Join(strings.FieldsFunc(search.Fold(text), search.Separates), " ")
		field := into[min(i, len(into)-1)]
		if *field != "" && text != "" {
			*field += " "
		}
		*field += text
	}
	return doc
}

func (d *document) size() int {
	return len(d.T0) + len(d.T1) + len(d.T2) + len(d.T3) + len(d.T4) + len(d.T5) + len(d.T6) + len(d.T7)
}

var (
	markup    = regexp.MustCompile(`(?is)<script\b.*?</script>|<style\b.*?</style>|<[a-z/!?][^>]*>|&#?\w+;`)
	indexName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,400}$`)
	keyPlain  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,200}$`)
	lowPlain  = regexp.MustCompile(`^[a-z0-9._-]{1,200}$`)
)

// encoded is the prefix of values in hex, which Meilisearch could not store or distinguish as they are.
const encoded = "x-"

// key returns id as a primary key, which may have letters, digits, - and _.
func key(id string) string {
	if keyPlain.MatchString(id) && !strings.HasPrefix(id, encoded) {
		return id
	}
	return encoded + hex.EncodeToString([]byte(id))
}

func unkey(k string) (id string, ok bool) {
	rest, ok := strings.CutPrefix(k, encoded)
	if !ok {
		return k, k != ""
	}
	b, err := hex.DecodeString(rest)
	return string(b), err == nil && utf8.Valid(b)
}

// tenantKey returns a tenant as a filter value. Filters ignore case, so a tenant with capitals is written in hex, as is
// one with characters that have a meaning in filters. A tenant that is too long for a filter is replaced by its hash.
func tenantKey(tenant string) string {
	switch {
	case len(tenant) > 200:
		sum := sha256.Sum256([]byte(tenant))
		return encoded + "sha256-" + hex.EncodeToString(sum[:])
	case lowPlain.MatchString(tenant) && !strings.HasPrefix(tenant, encoded):
		return tenant
	default:
		return encoded + hex.EncodeToString([]byte(tenant))
	}
}

// quote returns a tenant as a quoted filter value. The result of tenantKey needs no escapes.
func quote(tenant string) string { return `"` + tenantKey(tenant) + `"` }
