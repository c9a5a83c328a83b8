//go:build linux

package accept

import (
	"net"
	"strings"
	"testing"
)

// BenchmarkHandOff measures requests that are no hits, over one connection: the event loop gives each to fasthttp.
func BenchmarkHandOff(b *testing.B) {
	w := watch(b, newTwoWays(b, []byte(strings.Repeat("x", 16<<10))), 10)
	c, err := net.Dial("tcp", w.p.addr.String())
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // of a benchmark
	request := []byte("GET /nothing HTTP/1.1\r\nHost: a\r\nx-service-client: demo\r\n\r\n")
	in := make([]byte, 64<<10)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Write(request); err != nil {
			b.Fatal(err)
		}
		if n, err := c.Read(in); err != nil || !strings.HasPrefix(string(in[:min(n, 9)]), "HTTP/1.1 ") {
			b.Fatalf("read %d bytes, %v", n, err)
		}
	}
}
