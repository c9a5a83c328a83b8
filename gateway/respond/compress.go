package respond

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
)

const (
	minCompressed = 512      // bytes of a body; below it, compressing saves nothing
	maxOnce       = 4 << 10  // bytes of a body that is compressed for a single reader; more would make abuse cheap
	maxBrotli     = 16 << 10 // bytes of a body that is sent as br: a larger one takes noticeably long

	// brotliLevel saves a few percent of gzip's bytes and takes four times as long.
	brotliLevel = 4
)

// ETags are the entity tags of a body: as it is, and in the codings that it may be sent in. A tag is derived from the
// uncompressed body, so compressing can wait until a reader wants it.
func ETags(body []byte) (all [cache.Codings][]byte) {
	sum := sha256.Sum256(body)
	room := make([]byte, 0, 64) // one allocation for all tags: an entry of few pieces costs the garbage collector less
	room = append(base64.RawURLEncoding.AppendEncode(append(room, '"'), sum[:12]), '"')
	all[cache.Identity] = slices.Clip(room)
	if len(body) < minCompressed {
		return all
	}
	for c := cache.Gzip; c < cache.Codings; c++ {
		if c != cache.Brotli || len(body) <= maxBrotli {
			at := len(room)
			room = appendCodingTag(room, all[cache.Identity], c)
			all[c] = slices.Clip(room[at:])
		}
	}
	return all
}

// appendCodingTag appends the tag of a coding, derived from the tag of the uncompressed body.
func appendCodingTag(dst, plain []byte, c int) []byte {
	return append(append(append(append(dst, bytes.TrimSuffix(plain, []byte(`"`))...), '-'), coding[c]...), '"')
}

// compressors are reused: a new one allocates megabytes, more than anything else that a page costs.
var compressors = [cache.Codings]sync.Pool{
	cache.Gzip:   {New: func() any { return gzip.NewWriter(nil) }},
	cache.Brotli: {New: func() any { return brotli.NewWriterLevel(nil, brotliLevel) }},
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
