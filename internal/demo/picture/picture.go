package picture

import (
	"strings"
	"unicode/utf8"
)

// Limits of what SVG reads and writes.
const (
	// MaxBytes is larger than any document that SVG appends.
	MaxBytes = 4096
	// MaxName is the number of bytes of a name that are read; the rest is ignored.
	MaxName = 160
	// maxLabel is the number of runes of a name that are written into the picture.
	maxLabel = 22
)

// painters draw one kind each, on a canvas of the given size.
var painters = map[string]struct {
	w, h  int
	paint func(*pen)
}{
	"product":      {400, 400, tile},
	"brand":        {400, 400, logo},
	"organization": {400, 400, logo},
	"portrait":     {400, 400, portrait},
	"merchant":     {800, 500, shopfront},
	"place":        {800, 500, building},
	"event":        {800, 500, poster},
	"route":        {800, 500, journey},
	"blog":         {800, 500, stillLife},
	"project":      {800, 500, rooms},
	"page":         {1200, 480, hills},
	"banner":       {1200, 480, mosaic},
	"category":     {1200, 480, stillLife},
	"collection":   {1200, 480, stillLife},
	"campaign":     {1200, 480, rays},
}

// Known reports whether kind has a painter and name may occur in the demo data: 1 to MaxName bytes of lower-case
// letters, digits and single hyphens. A server that answers 404 to other names never shows a visitor's text.
func Known(kind, name string) bool {
	if _, ok := painters[kind]; !ok || name == "" || len(name) > MaxName {
		return false
	}
	hyphen := true // neither first nor doubled
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			hyphen = false
		case c == '-' && !hyphen:
			hyphen = true
		default:
			return false
		}
	}
	return !hyphen
}

// Draw returns the picture of a kind and a name, or false if they are not [Known].
func Draw(kind, name string) ([]byte, bool) {
	if !Known(kind, name) {
		return nil, false
	}
	return SVG(nil, kind, name), true
}

// SVG appends the picture of a kind and a name to dst. It never fails: an unknown kind is drawn as a banner, an empty
// name as "vitrine". It is safe for concurrent use.
func SVG(dst []byte, kind, name string) []byte {
	name = cut(name, MaxName)
	if name == "" {
		name = "vitrine"
	}
	p, ok := painters[kind]
	if !ok {
		kind, p = "banner", painters["banner"]
	}
	k := pen{b: dst, rng: newRand(kind, name), w: p.w, h: p.h, words: split(name)}
	k.label = label(name)
	k.pal = palettes[newRand(kind, k.label)%uint64(len(palettes))] // the same palette for all pictures of a thing

	k.s(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 `).d(p.w).s(" ").d(p.h).s(`" role="img"><title>`).
		esc(k.label).s("</title>")
	p.paint(&k)
	k.s("</svg>\n")
	return k.b
}

// cut returns at most n bytes of s, without splitting a rune.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// label returns a readable name: "mavi-keten-gomlek" becomes "Mavi Keten Gomlek". It drops a number at the end, which
// only distinguishes pictures of one thing.
func label(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == ' ' })
	if n := len(words); n > 1 && isNumber(words[n-1]) {
		words = words[:n-1]
	}
	for i, w := range words {
		r, size := utf8.DecodeRuneInString(w)
		words[i] = strings.ToUpper(string(r)) + w[size:]
	}
	s := strings.Join(words, " ")
	if utf8.RuneCountInString(s) <= maxLabel {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:maxLabel-1])) + "…"
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
