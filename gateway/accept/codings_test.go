package accept

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"vitrine/cache"
)

// Readers of every coding meet at an answer that was made in none.
func TestConcurrentReadersOfAllCodingsGetTheSameAnswer(t *testing.T) {
	body := []byte(`{"status":"success","data":[` + strings.Repeat(`{"name":"lamp"},`, 400) + `0]}`)
	w := newTwoWays(t, body)
	e := w.cache.Peek(cache.AppendKey(nil, "demo", []byte("/product?limit=10")))
	for c := cache.Gzip; c < cache.Codings; c++ {
		if f, ok := e.Form(c); !ok || f.Body != nil {
			t.Fatalf("before any reader asks for coding %d: %v, %d bytes", c, ok, len(f.Body))
		}
	}
	var all sync.WaitGroup
	for i := range 24 {
		want := i % cache.Codings
		accept := []string{"identity", "gzip", "br"}[want]
		all.Go(func() {
			var got []byte
			if i%2 == 0 {
				ctx := askFor("/v1/product?limit=10", "x-service-client", "demo", "accept-encoding", accept)
				if !w.hit(ctx) {
					t.Error("no hit")
				}
				got = ctx.Response.Body()
			} else {
				l := newFastPath(w.Config)
				end := time.Now().Add(patience)
				for ok := false; !ok && time.Now().Before(end); runtime.Gosched() { // until another has made it
					_, got, ok = l.answer([]byte(plainGet + "Accept-Encoding: " + accept + "\r\n\r\n"))
				}
			}
			if !bytes.Equal(unpack(t, want, got), body) {
				t.Errorf("%s: another body came", accept)
			}
		})
	}
	all.Wait()
	if held, cost := w.replica.Tenant("demo").Bytes(), e.Cost(); held <= cost {
		t.Errorf("%d bytes for an answer of %d and what was made of it", held, cost)
	}
}

// unpack undoes a coding.
func unpack(t *testing.T, c int, body []byte) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	switch c {
	case cache.Gzip:
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Error(err)
			return nil
		}
		r = z
	case cache.Brotli:
		r = brotli.NewReader(r)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Error(err)
	}
	return plain
}
