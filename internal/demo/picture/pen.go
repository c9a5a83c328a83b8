package picture

import (
	"strconv"
	"unicode/utf8"
)

// pen appends one picture. Its methods return it, so that a shape fits on one line.
type pen struct {
	b     []byte
	rng   uint64
	w, h  int
	words []string
	label string
	pal   palette
}

// newRand seeds the random numbers of a picture: FNV-1a over kind and name.
func newRand(kind, name string) uint64 {
	h := uint64(14695981039346656037)
	for _, s := range [2]string{kind, name} {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	return h
}

// n returns the next number in [0, n), by splitmix64.
func (k *pen) n(n int) int {
	k.rng += 0x9e3779b97f4a7c15
	z := k.rng
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

// between returns the next number in [lo, hi].
func (k *pen) between(lo, hi int) int { return lo + k.n(hi-lo+1) }

// s appends markup, d a number.
func (k *pen) s(s string) *pen { k.b = append(k.b, s...); return k }
func (k *pen) d(n int) *pen    { k.b = strconv.AppendInt(k.b, int64(n), 10); return k }

// esc appends text. It drops characters that XML does not allow, and escapes markup.
func (k *pen) esc(s string) *pen {
	for _, r := range s {
		switch {
		case r == '&':
			k.s("&amp;")
		case r == '<':
			k.s("&lt;")
		case r == '>':
			k.s("&gt;")
		case r == '"':
			k.s("&#34;")
		case r == '\'':
			k.s("&#39;")
		case r < 0x20, r >= 0x7f && r < 0xa0, r == utf8.RuneError, r == 0xfffe, r == 0xffff:
		default:
			k.b = utf8.AppendRune(k.b, r)
		}
	}
	return k
}

// fill appends a fill attribute, and the opacity in percent unless it is 100.
func (k *pen) fill(c colour, opacity int) *pen {
	k.s(` fill="`).hex(c).s(`"`)
	return k.opacity(opacity)
}

func (k *pen) opacity(percent int) *pen {
	if percent < 100 {
		k.s(` opacity=".`)
		if percent < 10 {
			k.s("0")
		}
		k.d(percent).s(`"`)
	}
	return k
}

func (k *pen) hex(c colour) *pen {
	const digits = "0123456789abcdef"
	k.b = append(k.b, '#')
	for shift := 20; shift >= 0; shift -= 4 {
		k.b = append(k.b, digits[c>>shift&15])
	}
	return k
}

//nolint:revive // the seven attributes of SVG, in its order
func (k *pen) rect(x, y, w, h, r int, c colour, opacity int) *pen {
	k.s(`<rect x="`).d(x).s(`" y="`).d(y).s(`" width="`).d(w).s(`" height="`).d(h)
	if r > 0 {
		k.s(`" rx="`).d(r)
	}
	return k.s(`"`).fill(c, opacity).s("/>")
}

func (k *pen) circle(x, y, r int, c colour, opacity int) *pen {
	return k.s(`<circle cx="`).d(x).s(`" cy="`).d(y).s(`" r="`).d(r).s(`"`).fill(c, opacity).s("/>")
}

func (k *pen) ellipse(x, y, rx, ry int, c colour, opacity int) *pen {
	return k.s(`<ellipse cx="`).d(x).s(`" cy="`).d(y).s(`" rx="`).d(rx).s(`" ry="`).d(ry).s(`"`).fill(c, opacity).s("/>")
}

// path appends a filled path. Its data is a constant, never part of a name.
func (k *pen) path(data string, c colour, opacity int) *pen {
	return k.s(`<path d="`).s(data).s(`"`).fill(c, opacity).s("/>")
}

// line appends a stroked path.
func (k *pen) line(data string, width int, c colour, opacity int) *pen {
	return k.s(`<path d="`).s(data).s(`" fill="none" stroke-linecap="round" stroke="`).hex(c).s(`" stroke-width="`).d(
		width).s(`"`).opacity(opacity).s("/>")
}

// text appends a centred line in a font that every browser has.
func (k *pen) text(x, y, size int, s string, c colour) *pen {
	return k.s(`<text x="`).d(x).s(`" y="`).d(y).s(`" font-size="`).d(size).
		s(`" font-family="Georgia,serif" text-anchor="middle"`).fill(c, 100).s(">").esc(s).s("</text>")
}

// sky fills the canvas with a gradient from top to bottom.
func (k *pen) sky(top, bottom colour) *pen {
	return k.s(`<linearGradient id="g" x2="0" y2="1"><stop stop-color="`).hex(top).s(
		`"/><stop offset="1" stop-color="`).hex(bottom).
		s(`"/></linearGradient><rect width="`).d(k.w).s(`" height="`).d(k.h).s(`" fill="url(#g)"/>`)
}
