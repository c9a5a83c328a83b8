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
	"vitrine/gateway/respond"
)

// Readers of all codings request an answer that is not compressed yet.
func TestConcurrentReadersOfAllCodingsGetTheSameAnswer(t *testing.T) {
	body := []byte(`{"status":"success","data":[` + strings.Repeat(`{"name":"lamp"},`, 400) + `0]}`)
	w := newTwoWays(t, body)
	e := w.cache.Peek(cache.AppendKey(nil, "demo", []byte("/product?limit=10")))
	for _, coding := range []string{"gzip", "br"} {
		want := respond.Preferred([][]byte{[]byte(coding + ", identity;q=0")})
		if got, ok := respond.Made(want, nil, e); ok || got.Coding < 0 {
			t.Fatalf("%s before a client requests it: made %v, coding %d", coding, ok, got.Coding)
		}
	}
	var all sync.WaitGroup
	for i := range 24 {
		accept := []string{"identity", "gzip", "br"}[i%3]
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
				for ok := false; !ok && time.Now().Before(end); runtime.Gosched() { // until another reader has made it
					_, got, ok = l.answer([]byte(plainGet + "Accept-Encoding: " + accept + "\r\n\r\n"))
				}
			}
			if !bytes.Equal(unpack(t, accept, got), body) {
				t.Errorf("%s: the body differs", accept)
			}
		})
	}
	all.Wait()
	if held, cost := w.replica.Tenant("demo").Bytes(), e.Cost(); held <= cost {
		t.Errorf("%d bytes are charged for an answer of %d and its compressed bodies", held, cost)
	}
}

// unpack decodes a body.
func unpack(t *testing.T, coding string, body []byte) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	switch coding {
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Error(err)
			return nil
		}
		r = z
	case "br":
		r = brotli.NewReader(r)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Error(err)
	}
	return plain
}
