package table

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// SlugLength is the limit of a slug made from a name, in characters. The schema allows 200; the rest is for a suffix.
const SlugLength = 160

// Slugify makes a slug from a name: letters and digits of any script, Latin letters without accents, and one hyphen for
// everything between them. It returns "" if the name has neither letters nor digits.
func Slugify(name string) string {
	var b strings.Builder
	n := 0
	gap, accented := false, false
	for _, r := range norm.NFKD.String(strings.ReplaceAll(name, "&", " and ")) {
		var text string
		switch {
		case r == '\'', r == '’': // "Bob's" becomes bobs
			continue
		case unicode.Is(unicode.M, r): // an accent, or in other scripts part of the letter
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
		if n += utf8.RuneCountInString(text); n > SlugLength {
			break
		}
		b.WriteString(text)
	}
	return norm.NFC.String(b.String())
}

// latin spells out the letters that decomposition does not change.
var latin = map[rune]string{
	'ı': "i", 'ß': "ss", 'ẞ': "ss", 'ø': "o", 'Ø': "o", 'đ': "d", 'Đ': "d", 'ł': "l", 'Ł': "l", 'æ': "ae", 'Æ': "ae",
	'œ': "oe", 'Œ': "oe", 'þ': "th", 'Þ': "th", 'ð': "d", 'Ð': "d",
}

// IsSlug applies the rule of the schema's is_slug.
func IsSlug(s string) bool {
	if reserved[s] || s == "." || s == ".." || utf8.RuneCountInString(s) > 200 {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return strings.ContainsRune(`/\?#%;`, r) || unicode.IsSpace(r) || unicode.IsControl(r)
	})
}

// reserved are the words that routes use (internal/catalog). The schema refuses them as slugs.
var reserved = map[string]bool{
	"new": true, "popular": true, "random": true, "filters": true, "id": true, "card": true, "short": true,
	"location": true, "tree": true, "list": true, "active": true, "tickets": true, "upcoming": true, "passed": true,
}

// UsableSlug reports whether a slug needs no suffix.
func UsableSlug(slug string) bool { return slug != "" && !reserved[slug] && !IsID(slug) }

// A Namer assigns slugs to the rows of a table. A slug is made from the name; if an earlier row has it, the first
// digits of the row's id are appended. It depends only on the name, the id and the earlier rows of the file. A second
// run, or one with other batches, therefore assigns the same slugs.
type Namer struct {
	kind  string
	taken map[string]string // slug to id
}

// NewNamer makes a Namer for a table without rows.
func NewNamer(kind string) *Namer { return &Namer{kind, map[string]string{}} }

// Name assigns a slug made from a name. The spare slug replaces it if a row that is not from the file has the first.
func (n *Namer) Name(name, id string) (slug, spare string) {
	return n.Give(Slugify(name), id)
}

// Give is Name for a base that is already a slug.
func (n *Namer) Give(base, id string) (slug, spare string) {
	if base == "" {
		base = n.kind
	}
	spare = base + "-" + id[:6]
	slug = base
	if !UsableSlug(base) || base == n.kind {
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

// Take records a slug that a row already has. It reports false if another row of the file or the tenant has it.
func (n *Namer) Take(slug, id string) bool {
	if owner, ok := n.taken[slug]; ok && owner != id {
		return false
	}
	n.taken[slug] = id
	return true
}
