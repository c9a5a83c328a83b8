package respond

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"iter"
	"runtime"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"vitrine/cache"
	"vitrine/internal/edge"
)

const (
	minCompressed = 512      // bytes of a body; below it, compressing saves nothing
	maxOnce       = 4 << 10  // bytes of a body that is compressed for a single reader; more would make abuse cheap
	maxBrotli     = 16 << 10 // bytes of a body that is sent as br: a larger one takes noticeably long

	// brotliLevel saves a few percent of gzip's bytes and takes four times as long.
	brotliLevel = 4
)

// Digest identifies a body in its entity tags. A tag is derived from the uncompressed body, so compressing can wait
// until a reader wants it.
func Digest(body []byte) []byte {
	sum := sha256.Sum256(body)
	return base64.RawURLEncoding.AppendEncode(nil, sum[:12])
}

// TaggedDigest is Digest for an answer whose entity tags must also change when its tags do, because an edge does not
// renew the tags that it stored on a 304.
func TaggedDigest(body []byte, tenant string, tags iter.Seq[string]) []byte {
	h := sha256.New()
	h.Write(body)
	all, _ := edge.TagsOf(tenant, tags).Fit(edge.Format{})
	for _, tag := range all {
		h.Write([]byte{0})
		h.Write([]byte(tag))
	}
	return base64.RawURLEncoding.AppendEncode(nil, h.Sum(nil)[:12])
}

// tagEnds are the ends of entity tags. Each coding has its own tag.
var tagEnds = [codings]string{`"`, `-gzip"`, `-br"`}

// Slots of an entry. The compressed bodies come first: empty means that the form is no smaller than the body.
const (
	slotPacked = 0
	slotHeads  = slotPacked + codings - gzipped // of each coding, then of 304 for each coding
	slotEdge   = slotHeads + 2*codings          // the lines for declared edges
	slots      = slotEdge + 1
)

const _ uint = cache.Slots - slots // as many as an entry has

// packed is the body of an entry in a coding other than identity; nil if nothing has made it yet. It reports false if
// the entry is not sent in that coding.
func packed(e *cache.Entry, c int) ([]byte, bool) {
	if len(e.Body) < minCompressed || c == brotlied && len(e.Body) > maxBrotli {
		return nil, false
	}
	p := e.Slot(slotPacked + c - gzipped)
	return p, p == nil || len(p) > 0
}

// pack makes the body of an entry in a coding. It returns an empty one if that is no smaller.
func pack(e *cache.Entry, c int) []byte {
	return e.Make(slotPacked+c-gzipped, func() []byte {
		if p := compress(c, e.Body); len(p) < len(e.Body) {
			return p
		}
		return noSmaller
	})
}

var noSmaller = []byte{}

// compressors are reused: a new one allocates megabytes, more than anything else that a page costs.
var compressors = [codings]sync.Pool{
	gzipped:  {New: func() any { return gzip.NewWriter(nil) }},
	brotlied: {New: func() any { return brotli.NewWriterLevel(nil, brotliLevel) }},
}

type compressor interface {
	io.WriteCloser
	Reset(w io.Writer)
}

// permits bound how many bodies are compressed at once. More than one a processor would only need more memory.
var permits = make(chan struct{}, runtime.GOMAXPROCS(0))

func compress(c int, body []byte) []byte {
	permits <- struct{}{}
	defer func() { <-permits }()
	b := bytes.NewBuffer(make([]byte, 0, len(body)/4)) // writing to it cannot fail
	w := compressors[c].Get().(compressor)
	w.Reset(b)
	_, _ = w.Write(body)
	_ = w.Close()
	compressors[c].Put(w)
	return bytes.Clone(b.Bytes()) // without spare capacity: it may be kept
}

// appendTag appends the entity tag of a body in a coding.
func appendTag(dst, digest []byte, c int) []byte {
	return append(append(append(dst, '"'), digest...), tagEnds[c]...)
}

// isTag reports whether bytes are the entity tag of a body in a coding.
func isTag(b, digest []byte, c int) bool {
	end := 1 + len(digest)
	return len(b) > end && b[0] == '"' && bytes.Equal(b[1:end], digest) && string(b[end:]) == tagEnds[c]
}
