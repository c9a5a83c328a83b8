package gateway

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"runtime"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"vitrine/cache"
	"vitrine/internal/api"
)

// smallest is the body below which compressing saves nothing.
const smallest = 512

// largestPacked is the largest body that is compressed for one reader: more would let readers make us work.
const largestPacked = 4 << 10

// brotliLevel saves a few per cent of gzip's bytes, in four times its time. largestBrotli is the largest body that is worth it: of a hundred
// records the reader who waits for them would notice.
const (
	brotliLevel   = 4
	largestBrotli = 16 << 10
)

// coding is what a cache's coding is called.
var coding = [cache.Codings][]byte{cache.Gzip: []byte("gzip"), cache.Brotli: []byte("br")}

// etags are the tags of a body, as it is and in the codings that it may be worth sending in. A tag is of what was compressed, so it is known before anything
// is: compressing waits until somebody wants it.
func etags(body []byte) (all [cache.Codings][]byte) {
	sum := sha256.Sum256(body)
	room := make([]byte, 0, 64) // they lie in one piece: an entry is the cheaper for the collector, the fewer it has
	room = append(base64.RawURLEncoding.AppendEncode(append(room, '"'), sum[:12]), '"')
	all[cache.Identity] = slices.Clip(room)
	if len(body) < smallest {
		return all
	}
	for c := cache.Gzip; c < cache.Codings; c++ {
		if c != cache.Brotli || len(body) <= largestBrotli {
			at := len(room)
			room = appendTagIn(room, all[cache.Identity], c)
			all[c] = slices.Clip(room[at:])
		}
	}
	return all
}

// appendTagIn appends the tag of a body in a coding, by that of the body.
func appendTagIn(dst, plain []byte, c int) []byte {
	return append(append(append(append(dst, bytes.TrimSuffix(plain, []byte(`"`))...), '-'), coding[c]...), '"')
}

// packers are what compresses, kept: a new one is megabytes, which is more than a page of records costs otherwise.
var packers = [cache.Codings]sync.Pool{
	cache.Gzip:   {New: func() any { return gzip.NewWriter(nil) }},
	cache.Brotli: {New: func() any { return brotli.NewWriterLevel(nil, brotliLevel) }},
}

// A packer is a writer that is closed and reset between bodies.
type packer interface {
	io.WriteCloser
	Reset(w io.Writer)
}

// presses are the turns to compress: more at once than there are processors would only need more memory. Who wants one waits for those before him.
var presses = make(chan struct{}, runtime.GOMAXPROCS(0))

func compress(c int, body []byte) []byte {
	presses <- struct{}{}
	defer func() { <-presses }()
	b := bytes.NewBuffer(make([]byte, 0, len(body)/4)) // takes everything: writing to it has no error
	w := packers[c].Get().(packer)
	w.Reset(b)
	_, _ = w.Write(body)
	_ = w.Close()
	packers[c].Put(w)
	return bytes.Clone(b.Bytes()) // no larger than it is: it may be kept
}

// A preference is how much a reader wants each coding, in thousandths. Zero is a coding that he does not take.
type preference [cache.Codings]int

// unsaid is the weight of identity where nobody spoke of it: it may be sent, and anything else is wanted more.
const unsaid = 0

// preferred reads Accept-Encoding, of which there may be several lines. Identity is refused only by name or by *;q=0.
func preferred(lines [][]byte) (want preference, plain bool) {
	const silent = -1
	star := silent
	want = preference{silent, silent, silent}
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
				want[cache.Gzip] = q
			case bytes.EqualFold(name, []byte("br")):
				want[cache.Brotli] = q
			case bytes.EqualFold(name, []byte("identity")):
				want[cache.Identity] = q
			case len(name) == 1 && name[0] == '*':
				star = q
			}
		}
	}
	plain = want[cache.Identity] > 0 || want[cache.Identity] == silent && star != 0
	want[cache.Identity] = max(want[cache.Identity], unsaid)
	for c := cache.Gzip; c < cache.Codings; c++ {
		if want[c] == silent {
			want[c] = max(star, 0)
		}
	}
	return want, plain
}

// quality reads a weight, in thousandths, from what follows a name: 1000 where nothing is said. It reports false for what is no weight.
func quality(params []byte) (int, bool) {
	_, v, said := bytes.Cut(params, []byte("="))
	if !said {
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

// pick chooses the coding that a reader wants most of those that an entry is sent in: of equals the smallest, which comes last.
func pick(want preference, plain bool, e *cache.Entry) (form cache.Form, c int, ok bool) {
	best := -1
	if plain {
		best = cache.Identity
		form, _ = e.Form(best)
	}
	for i := cache.Gzip; i < cache.Codings; i++ {
		if want[i] > 0 && (best < 0 || want[i] >= want[best]) {
			if f, ok := e.Form(i); ok {
				form, best = f, i
			}
		}
	}
	return form, best, best >= 0
}

// chosen is what a reader gets of an entry.
type chosen struct {
	cache.Form
	coding int
	known  bool // he has it already
}

// choose finds the form of an entry that a reader gets, by what preferred says he wants, and whether he knows it, by the lines of If-None-Match. A form that
// nobody wanted before is made, unless the reader names its tag: he has it from another gateway, or of an entry before this one. It reports false where the
// reader takes no coding of it.
func choose(want preference, plain bool, known [][]byte, e *cache.Entry) (chosen, bool) {
	for {
		got, ok := made(want, plain, known, e)
		switch {
		case ok:
			return got, true
		case got.coding < 0:
			if got, ok = alone(want, e); ok {
				got.known = !e.Fickle && matches(known, got.ETag)
			}
			return got, ok
		}
		if got.Form, ok = e.Pack(got.coding, compress); ok {
			return got, true
		} // else it was found to be no smaller, and is not picked again
	}
}

// made is what choose finds at once. It reports false where it has to be made first, or there is nothing to be made of it, with a coding below 0.
func made(want preference, plain bool, known [][]byte, e *cache.Entry) (chosen, bool) {
	form, c, ok := pick(want, plain, e)
	got := chosen{Form: form, coding: c, known: ok && !e.Fickle && matches(known, form.ETag)}
	return got, ok && (form.Body != nil || got.known && !anything(known))
}

// alone compresses for one reader what is not worth it, for nothing else is wanted. Nobody else gets it.
func alone(want preference, e *cache.Entry) (chosen, bool) {
	for c := cache.Gzip; c < cache.Codings; c++ {
		if want[c] > 0 && len(e.Body) <= largestPacked {
			return chosen{Form: cache.Form{Body: compress(c, e.Body), ETag: appendTagIn(nil, e.ETags[cache.Identity], c)}, coding: c}, true
		}
	}
	return chosen{}, false
}

func notAcceptable() error {
	return api.Errorf(406, api.NotAcceptable, "Accept-Encoding leaves nothing that can be sent: identity, gzip or br.")
}

// matches reports whether If-None-Match, of which there may be several lines, names the representation. Proxies weaken tags; the comparison
// is weak, as RFC 9110 has it.
func matches(lines [][]byte, etag []byte) bool {
	for _, line := range lines {
		for len(line) > 0 {
			var part []byte
			part, line, _ = bytes.Cut(line, []byte(","))
			part = bytes.TrimPrefix(bytes.TrimSpace(part), []byte("W/"))
			if bytes.Equal(part, etag) || len(part) == 1 && part[0] == '*' {
				return true
			}
		}
	}
	return false
}

// anything reports whether If-None-Match may name whatever there is, by a star, and so no tag.
func anything(lines [][]byte) bool {
	for _, line := range lines {
		if bytes.IndexByte(line, '*') >= 0 {
			return true
		}
	}
	return false
}
