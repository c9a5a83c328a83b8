package accept

import (
	"net"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
)

// Browsers open connections before they need them. An unused one must be closed without an answer: a 400 that waits
// there would be taken for the answer to the first request.
func TestAnUnusedConnectionIsClosedWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	srv := &fasthttp.Server{Handler: func(*fasthttp.RequestCtx) {}, ReadTimeout: time.Millisecond,
		ErrorHandler: Malformed(func(*fasthttp.RequestCtx, error) {})}
	go srv.Serve(ln) //nolint:errcheck // it ends with the listener
	c, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	b := make([]byte, 64)
	if n, err := c.Read(b); n > 0 || err == nil {
		t.Fatalf("a connection without a request received %q", b[:n])
	}
}
