package respond

import (
	"bytes"

	"vitrine/cache"
	"vitrine/internal/api"
)

// The codings that answers are sent in, the cheapest to read first.
const (
	identity = iota
	gzipped
	brotlied
	codings
)

// coding is the name of each coding in HTTP.
var coding = [codings][]byte{gzipped: []byte("gzip"), brotlied: []byte("br")}

// A Preference says which codings a reader accepts.
type Preference struct {
	weight   [codings]int // in thousandths; 0: not accepted
	identity bool         // identity is accepted, even at weight 0
}

// A Chosen form is what a reader receives of an entry.
type Chosen struct {
	Body   []byte // nil if nothing has made it yet
	Coding int
	Known  bool // the reader has it already: 304
}

// choose selects the form of an entry that a reader prefers, and whether the lines of If-None-Match name it. It makes a
// form that does not exist yet, unless the reader names its tag. It reports false if the reader accepts no coding.
func choose(want Preference, known [][]byte, e *cache.Entry) (Chosen, bool) {
	for {
		got, ok := Made(want, known, e)
		switch {
		case ok:
			return got, true
		case got.Coding < 0:
			return chooseOnce(want, known, e.Body, e.Digest)
		}
		if got.Body = pack(e, got.Coding); len(got.Body) > 0 {
			return got, true
		} // else the form is no smaller than the body, and pick does not select it again
	}
}

// Made selects a form as Send does, if that form exists already. Otherwise it reports false: with the coding that has
// to be made, or with a negative one if the reader accepts none of the entry's codings.
func Made(want Preference, known [][]byte, e *cache.Entry) (Chosen, bool) {
	body, c, ok := pick(want, e)
	got := Chosen{Body: body, Coding: c, Known: ok && matches(known, e.Digest, c)}
	return got, ok && (body != nil || got.Known && !hasStar(known))
}

// pick selects the coding with the highest weight among those that an entry has. The smallest form, which comes last,
// wins a tie.
func pick(want Preference, e *cache.Entry) (body []byte, c int, ok bool) {
	best := -1
	if want.identity {
		best, body = identity, e.Body
	}
	for i := gzipped; i < codings; i++ {
		if want.weight[i] > 0 && (best < 0 || want.weight[i] >= want.weight[best]) {
			if f, ok := packed(e, i); ok {
				body, best = f, i
			}
		}
	}
	return body, best, best >= 0
}

// chooseOnce compresses a body that is not kept compressed, for one reader that accepts nothing else.
func chooseOnce(want Preference, known [][]byte, body, digest []byte) (Chosen, bool) {
	for c := gzipped; c < codings; c++ {
		if want.weight[c] > 0 && len(body) <= maxOnce {
			return Chosen{Body: compress(c, body), Coding: c, Known: matches(known, digest, c)}, true
		}
	}
	return Chosen{}, false
}

// Preferred reads the lines of Accept-Encoding. Identity is refused only by its name or by *;q=0.
func Preferred(lines [][]byte) Preference {
	const unset = -1
	star := unset
	want := Preference{weight: [codings]int{unset, unset, unset}}
	for _, line := range lines {
		for len(line) > 0 {
			var part []byte
			part, line, _ = bytes.Cut(line, []byte(","))
			name, params, _ := bytes.Cut(part, []byte(";"))
			q, ok := quality(params)
			if !ok {
				continue
			}
			switch name = bytes.TrimSpace(name); {
			case bytes.EqualFold(name, []byte("gzip")), bytes.EqualFold(name, []byte("x-gzip")):
				want.weight[gzipped] = q
			case bytes.EqualFold(name, []byte("br")):
				want.weight[brotlied] = q
			case bytes.EqualFold(name, []byte("identity")):
				want.weight[identity] = q
			case len(name) == 1 && name[0] == '*':
				star = q
			}
		}
	}
	w := &want.weight
	want.identity = w[identity] > 0 || w[identity] == unset && star != 0
	w[identity] = max(w[identity], 0) // a reader that does not name it wants any other coding more
	for c := gzipped; c < codings; c++ {
		if w[c] == unset {
			w[c] = max(star, 0)
		}
	}
	return want
}

// quality reads a weight, in thousandths, from the parameters of a name: 1000 if there is none. It reports false for an
// invalid weight.
func quality(params []byte) (int, bool) {
	_, v, given := bytes.Cut(params, []byte("="))
	if !given {
		return 1000, true
	}
	if name := bytes.TrimSpace(params[:len(params)-len(v)-1]); len(name) != 1 || name[0]|0x20 != 'q' {
		return 1000, true
	}
	v = bytes.TrimSpace(v)
	if len(v) == 0 || v[0] != '0' && v[0] != '1' || len(v) > 1 && v[1] != '.' {
		return 0, false
	}
	n := int(v[0]-'0') * 1000
	for i, unit := 2, 100; i < len(v); i, unit = i+1, unit/10 {
		if v[i] < '0' || v[i] > '9' {
			return 0, false
		}
		n += int(v[i]-'0') * unit
	}
	return min(n, 1000), true
}

// NotAcceptable is the error for a reader that accepts no coding of an answer.
func NotAcceptable() error {
	return api.Errorf(406, api.NotAcceptable, "Accept-Encoding leaves nothing that can be sent: identity, gzip or br.")
}

// matches reports whether If-None-Match names the representation. The comparison is weak (RFC 9110, section 13.1.2),
// because proxies weaken tags. Without a digest, nothing matches.
func matches(lines [][]byte, digest []byte, c int) bool {
	if digest == nil {
		return false
	}
	for _, line := range lines {
		for len(line) > 0 {
			var part []byte
			part, line, _ = bytes.Cut(line, []byte(","))
			part = bytes.TrimPrefix(bytes.TrimSpace(part), []byte("W/"))
			if isTag(part, digest, c) || len(part) == 1 && part[0] == '*' {
				return true
			}
		}
	}
	return false
}

// hasStar reports whether If-None-Match may contain *, which matches any form and names no tag.
func hasStar(lines [][]byte) bool {
	for _, line := range lines {
		if bytes.IndexByte(line, '*') >= 0 {
			return true
		}
	}
	return false
}
