package query

import "testing"

// BenchmarkResolveURL measures what a refused request is parsed for: its canonical URL.
func BenchmarkResolveURL(b *testing.B) {
	r := NewRouter(false)
	var room [512]byte
	b.ReportAllocs()
	for b.Loop() {
		q, err := r.ResolveURL("/t/shop01/v1/product?limit=20&minPrice=17.00042")
		if err != nil {
			b.Fatal(err)
		}
		q.AppendURL(room[:0])
	}
}
