package importer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// slugLength is the longest slug made from a name, in characters; the schema allows 200, the rest is for a suffix.
const slugLength = 160

// slugify makes a slug of a name: letters and digits of any script, Latin ones without their accents, and one hyphen for
// everything between. It is empty where the name has neither.
func slugify(name string) string {
	var b strings.Builder
	n := 0
	gap, accented := false, false
	for _, r := range norm.NFKD.String(strings.ReplaceAll(name, "&", " and ")) {
		var text string
		switch {
		case r == '\'', r == '’': // "Bob's" is bobs
			continue
		case unicode.Is(unicode.M, r): // an accent, or in other scripts a part of the letter
			if accented {
				continue
			}
			text = string(r)
		case latin[r] != "":
			text = latin[r]
		case unicode.IsLetter(r), unicode.IsDigit(r):
			text = string(unicode.ToLower(r))
		default:
			gap = true
			continue
		}
		if !unicode.Is(unicode.M, r) {
			accented = unicode.Is(unicode.Latin, r)
		}
		if gap && n > 0 {
			text = "-" + text
		}
		gap = false
		if n += utf8.RuneCountInString(text); n > slugLength {
			break
		}
		b.WriteString(text)
	}
	return norm.NFC.String(b.String())
}

// latin spells the letters that decomposition leaves whole.
var latin = map[rune]string{
	'ı': "i", 'ß': "ss", 'ẞ': "ss", 'ø': "o", 'Ø': "o", 'đ': "d", 'Đ': "d", 'ł': "l", 'Ł': "l", 'æ': "ae", 'Æ': "ae",
	'œ': "oe", 'Œ': "oe", 'þ': "th", 'Þ': "th", 'ð': "d", 'Ð': "d",
}

// isSlug says what the schema's is_slug says, as far as an import needs to know before it asks.
func isSlug(s string) bool {
	return !reserved[s] && s != "." && s != ".." && utf8.RuneCountInString(s) <= 200 && !strings.ContainsFunc(s, func(r rune) bool {
		return strings.ContainsRune(`/\?#%;`, r) || unicode.IsSpace(r) || unicode.IsControl(r)
	})
}

// reserved are the slugs that a route needs (internal/catalog); the schema refuses them.
var reserved = map[string]bool{
	"new": true, "popular": true, "random": true, "filters": true, "id": true, "card": true, "short": true, "location": true,
	"tree": true, "list": true, "active": true, "tickets": true, "upcoming": true, "passed": true,
}

// usable reports whether a slug may stand alone, without a suffix.
func usable(slug string) bool { return slug != "" && !reserved[slug] && !isID(slug) }

// A namer gives each row of a table its slug: the name's, or where an earlier row has that, the name's with the first
// digits of the row's id. So a slug depends on the name, the id and which rows came before in the file; it does not depend
// on batches, and a second run gives the same ones.
type namer struct {
	kind  string
	taken map[string]string // slug to id
}

func newNamer(kind string) *namer { return &namer{kind, map[string]string{}} }

// name takes a slug for a row. The spare one stands in where another row of the tenant, from elsewhere, has the first.
func (n *namer) name(name, id string) (slug, spare string) {
	return n.give(slugify(name), id)
}

// give is name for what is a slug already.
func (n *namer) give(base, id string) (slug, spare string) {
	if base == "" {
		base = n.kind
	}
	spare = base + "-" + id[:6]
	slug = base
	if !usable(base) || base == n.kind {
		slug = spare
	}
	for _, digits := range []int{6, 9, 12, 24} {
		if owner, ok := n.taken[slug]; !ok || owner == id {
			break
		}
		slug = base + "-" + id[:digits]
	}
	if slug == spare {
		spare = base + "-" + id[:12]
	}
	n.taken[slug] = id
	return slug, spare
}

// take notes a slug that a row has already. It reports false where another row of the file or the tenant has it.
func (n *namer) take(slug, id string) bool {
	if owner, ok := n.taken[slug]; ok && owner != id {
		return false
	}
	n.taken[slug] = id
	return true
}
