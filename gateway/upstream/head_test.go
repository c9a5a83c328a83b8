package upstream

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
)

// Any head that fasthttp accepts is passed on, or refused with a 4xx. It never becomes a 5xx, and the write service
// never sees an address that the client chose, or a header of one connection.
func FuzzRequestHead(f *testing.F) {
	for _, seed := range []string{
		"X-Odd: a\x01b", "X-Odd: \x7f", "X Odd: a", "X(Odd): a", "\xff: a", "X-Odd", ": a", "Connection: x-a\r\nX-A: 1",
		"X-Forwarded-For: 6.6.6.6", "Forwarded: for=6.6.6.6", "X-Forwarded-For: 1.2.3.4:5\r\nX-Forwarded-For: 6.6.6.6",
		"Content-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "Expect: 100-continue",
		"Te: trailers", "Upgrade: h2c", "Cookie: a=b; c", "X-Barred-Address: 1", "Accept: *\r\n folded", "Host: a b",
		"User-Agent: x\ty", "Accept-Encoding: gzip", "Content-Type: \x00", "Proxy-Connection: close",
	} {
		f.Add("GET", "/v1/auth/me?a=b", seed)
		f.Add("POST", "/v1/auth/login", seed)
	}
	f.Add("G\x01T", "/v1/auth/me", "")
	f.Add("GET", "/v1/auth/me?a=\x00%zz", "")
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		from, err := netip.ParseAddr(rq.Header.Get("X-Forwarded-For"))
		bad := err != nil || from.String() == "6.6.6.6" || len(rq.Header["X-Forwarded-For"]) != 1
		for _, name := range []string{"Forwarded", "X-Real-Ip", "Proxy-Authorization", "Upgrade", api.BarredHeader} {
			bad = bad || rq.Header[name] != nil
		}
		w.WriteHeader(map[bool]int{false: 200, true: 599}[bad])
	}))
	f.Cleanup(service.Close)
	p, err := New(Config{URL: service.URL})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, method, target, lines string) {
		if strings.ContainsAny(method+target, " \r\n") {
			return
		}
		var ctx fasthttp.RequestCtx
		head := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: shop.example\r\n%s\r\n\r\n", method, target, lines)
		if err := ctx.Request.ReadLimitBody(bufio.NewReader(bytes.NewReader([]byte(head))), 1<<16); err != nil {
			return // fasthttp refuses it
		}
		err := p.Pass(&ctx, "/auth/me", []byte("shop"))
		var known *api.Error
		switch {
		case err == nil && ctx.Response.StatusCode() >= 500:
			t.Errorf("%q: the write service got %d", head, ctx.Response.StatusCode())
		case err != nil && (!errors.As(err, &known) || known.Status >= 500):
			t.Errorf("%q: %v", head, err)
		}
	})
}
