package accept

import (
	"bytes"
	"testing"
)

// BenchmarkHitForEdges is a hit on the fast path: without an edge, and with edges whose headers it carries.
func BenchmarkHitForEdges(b *testing.B) {
	w := newTwoWays(b, bytes.Repeat([]byte("x"), 6000))
	for _, c := range []struct {
		name, request string
		kinds         []string
	}{
		{"undeclared", getByPath, nil}, {"fastly", getByPath, []string{"fastly"}},
		{"varnish and cloudflare", getByPath, []string{"varnish", "cloudflare"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			w.declare(c.kinds...)
			l := newFastPath(w.Config)
			request := []byte(c.request + "\r\n")
			b.ReportAllocs()
			for b.Loop() {
				if _, _, ok := l.answer(request); !ok {
					b.Fatal("not answered")
				}
				l.sent()
			}
		})
	}
}
