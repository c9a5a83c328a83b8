package accept

import (
	"strings"
	"testing"
)

// BenchmarkHit measures hits of answers that were sent in this coding before.
func BenchmarkHit(b *testing.B) {
	w := newTwoWays(b, []byte(`{"status":"success","data":[`+strings.Repeat(`{"name":"lamp"},`, 375)+`0]}`))
	for name, header := range map[string]string{"plain": "", "gzip": "Accept-Encoding: gzip",
		"browser": "Accept-Encoding: gzip, deflate, br, zstd", "known": "If-None-Match: *"} {
		key, value, _ := strings.Cut(header, ": ")
		b.Run(name, func(b *testing.B) {
			headers := []string{"x-service-client", "demo"}
			if key != "" {
				headers = append(headers, key, value)
			}
			ctx := askFor("/v1/product?limit=10", headers...)
			b.ReportAllocs()
			for b.Loop() {
				ctx.Response.Reset()
				if !w.hit(ctx) {
					b.Fatal("no hit")
				}
			}
		})
		b.Run(name+" on the fast path", func(b *testing.B) {
			request := []byte(plainGet + header + "\r\n\r\n")
			if header == "" {
				request = []byte(plainGet + "\r\n")
			}
			w.says(b, false, request) // it is compressed now
			l := newFastPath(w.Config)
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
