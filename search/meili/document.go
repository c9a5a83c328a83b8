package meili

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/search"
)

// document is a search.Doc in the form of the index. Text[0] has the highest weight, the last the lowest.
type document struct {
	ID, Tenant   string
	V            uint64
	Text         [8]string
	Nodes, Pairs []string // as texts
	Fields       *search.Fields
}

// MarshalJSON writes the attributes of the document that have a value.
func (d *document) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 1024)
	b = append(b, `{"id":`...)
	b = appendText(b, d.ID)
	b = append(b, `,"tenant":`...)
	b = appendText(b, d.Tenant)
	b = append(b, `,"v":`...)
	b = strconv.AppendUint(b, d.V, 10)
	text := func(attr, text string) {
		if text != "" {
			b = append(b, `,"`...)
			b = append(b, attr...)
			b = append(b, `":`...)
			b = appendText(b, text)
		}
	}
	for i := range d.Text {
		text(ownTexts[i], d.Text[i])
	}
	b = appendList(b, attrNodes, d.Nodes)
	b = appendList(b, attrPairs, d.Pairs)
	if d.Fields != nil {
		b = d.appendFields(b)
	}
	return append(b, '}'), nil
}

// appendFields appends what lists filter, sort and count by. Every attribute is present or absent as the value is.
func (d *document) appendFields(b []byte) []byte {
	f := d.Fields
	number := func(attr string, place int, v int64) {
		b = append(b, `,"`...)
		b = append(b, attr...)
		if place >= 0 {
			b = strconv.AppendInt(b, int64(place), 10)
		}
		b = append(b, `":`...)
		b = strconv.AppendInt(b, v, 10)
	}
	list := func(attr string, values []string) { b = appendList(b, attr, values) }
	number(attrSince, -1, bounded(f.Since, -mostNumber))
	if f.Until != nil {
		number(attrUntil, -1, bounded(f.Until, mostNumber))
	}
	for i, n := range f.Numbers {
		if n != nil {
			number(attrNumber, i, *n)
		}
	}
	for i, name := range f.Names {
		list(attrName+strconv.Itoa(i), []string{sortKey(name)})
	}
	for i, code := range f.Codes {
		if code != nil {
			list(attrCode+strconv.Itoa(i), []string{encode(*code)})
		}
	}
	list(attrNode, encodeAll(f.Nodes))
	list(attrSlug, encodeAll(f.Slugs))
	var pairs, typed []string
	for _, p := range f.Pairs {
		pairs = append(pairs, encode(p.Name+unit+p.Value))
		if p.Type != plainType {
			typed = append(typed, encode(p.Name+unit+p.Value+unit+p.Type))
		}
	}
	list(attrPair, distinct(pairs))
	list(attrTyped, distinct(typed))
	return b
}

// appendList appends an attribute with several values, unless there is none.
func appendList(b []byte, attr string, values []string) []byte {
	if len(values) == 0 {
		return b
	}
	b = append(b, `,"`...)
	b = append(b, attr...)
	b = append(b, `":[`...)
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, v)
	}
	return append(b, ']')
}

// bounded returns a time in a range that Meilisearch holds exactly.
func bounded(at *int64, otherwise int64) int64 {
	if at == nil {
		return otherwise
	}
	return min(max(*at, -mostNumber), mostNumber)
}

func encodeAll(values []string) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = encode(v)
	}
	return distinct(all)
}

// distinct sorts values and removes duplicates, so that equal rows have equal documents.
func distinct(values []string) []string {
	slices.Sort(values)
	return slices.Compact(values)
}

func appendText(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			text, _ := json.Marshal(s) // a string
			return append(b, text...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// Attributes of text.
var ownTexts = [8]string{"t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"}

const (
	attrNodes = "w0" // names of nodes
	attrPairs = "w1" // names and values of pairs
)

// allTexts are the attributes of text of a kind with fields, the most significant first. Nodes and pairs come before
// prose. A product has five texts before it: a name, a brand, another name and two model numbers.
var allTexts = slices.Concat(ownTexts[:5], []string{attrNodes, attrPairs}, ownTexts[5:])

// mostText is the number of bytes of a field that are indexed, as in the vectors of Postgres.
const mostText = 100_000

// newDocument folds texts as candidates folds searches, so that Meilisearch's own rules for letters do not matter.
// Fields after the eighth are appended to it.
func newDocument(d search.Doc) document {
	doc := document{ID: key(d.ID), Tenant: tenantKey(d.Tenant), V: d.Seq, Fields: d.Fields}
	for i, text := range d.Text {
		if text = cut(text); i > 0 { // prose may be HTML, a name is plain text
			text = markup.ReplaceAllString(text, " ")
		}
		text = folded(text)
		field := &doc.Text[min(i, len(doc.Text)-1)]
		if *field != "" && text != "" {
			*field += " "
		}
		*field += text
	}
	if d.Fields != nil {
		nodes, pairs := d.Fields.Described()
		doc.Nodes, doc.Pairs = foldedAll(nodes), foldedAll(pairs)
	}
	return doc
}

// foldedAll folds short texts, as far as they have mostText bytes together. They stay apart, because Meilisearch keeps
// the distances of words within a text, and those of words of two pairs mean nothing.
func foldedAll(texts []string) (all []string) {
	n := 0
	for _, text := range texts {
		if n += len(text); n <= mostText {
			all = append(all, folded(text))
		}
	}
	return all
}

// cut returns the beginning of a long text.
func cut(text string) string {
	if len(text) > mostText {
		text = strings.ToValidUTF8(text[:mostText], "")
	}
	return text
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
