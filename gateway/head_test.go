package gateway

import (
	"bufio"
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/accept"
	"vitrine/gateway/query"
	"vitrine/gateway/upstream"
)

var (
	lengthLine  = regexp.MustCompile(`(?im)^content-length:`)
	codingLine  = regexp.MustCompile(`(?im)^transfer-encoding:`)
	foldedLine  = regexp.MustCompile(`\n[ \t]`)
	ambiguities = regexp.MustCompile(`(?i)Content-Length|second line|version of HTTP`)
	versions    = regexp.MustCompile(`^HTTP/1\.[01]$`)
)

// FuzzHead checks heads that fasthttp accepts. An ambiguous head is refused, an accepted path is plain, and a request
// for the write service goes to no other address.
func FuzzHead(f *testing.F) {
	const head = "Host: x\r\nx-service-client: shop\r\n"
	for _, seed := range []string{
		"POST /v1/auth/login HTTP/1.1\r\n" + head + "Content-Length: 2\r\n\r\n{}",
		"POST /v1/auth/login HTTP/1.1\r\n" + head + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"POST /v1/auth/login HTTP/1.1\r\n" + head + "transfer-encoding: identity\r\ncontent-length: 2\r\n\r\n{}",
		"POST /v1/auth/login HTTP/1.1\r\n" + head + "X-A: b\r\n c\r\n\r\n",
		"GET /v1/product HTTP/2.0\r\n" + head + "\r\n", "GET /v1/product HTTP/1.0\r\n" + head + "\r\n",
		"GET /v1/product HTTP/1.10\r\n" + head + "\r\n", "GET /v1/product\r\n" + head + "\r\n",
		"GET /t/shop/v1/auth/me HTTP/1.1\r\n" + head + "\r\n", "GET http://x/v1/auth/../product HTTP/1.1\r\n" + head + "\r\n",
		"GET /v1/finance/payment/x HTTP/1.1\r\n" + head + "\r\n", "GET /v1/auth%2flogin HTTP/1.1\r\n" + head + "\r\n",
		"GET /v1/catalog/catalog/product HTTP/1.1\r\n" + head + "\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var rq fasthttp.Request
		if err := rq.Read(bufio.NewReaderSize(bytes.NewReader(raw), accept.ReadBuffer)); err != nil {
			return
		}
		var ctx fasthttp.RequestCtx
		ctx.Init(&rq, nil, nil)
		said := accept.Ambiguous(&ctx)
		lines := string(ctx.Request.Header.RawHeaders())
		if foldedLine.MatchString(lines) && said == "" {
			t.Errorf("a folded header is accepted: %q", raw)
		}
		if lengthLine.MatchString(lines) && codingLine.MatchString(lines) && said == "" {
			t.Errorf("two lengths are accepted: %q", raw)
		}
		if version := ctx.Request.Header.Protocol(); !versions.Match(version) && said == "" {
			t.Errorf("the version %q is accepted: %q", version, raw)
		}
		if said != "" && !ambiguities.MatchString(said) {
			t.Errorf("the error is %q", said)
		}
		path := ctx.Request.URI().PathOriginal()
		if query.MalformedPath(path) != "" {
			return
		}
		for part := range strings.SplitSeq(string(path), "/") {
			if part == "." || part == ".." || strings.ContainsAny(part, ";\\\x00") {
				t.Errorf("the path %q is accepted", path)
			}
		}
		one, ok := query.Locate(path)
		if !ok || !upstream.Owns(one.Path) {
			return
		}
		if !bytes.HasSuffix(path, one.Path) || !bytes.HasPrefix(one.Path, []byte("/")) {
			t.Errorf("%q becomes %q", path, one.Path)
		}
		const known = " auth payment notification basket order event .well-known "
		if first, _, _ := strings.Cut(string(one.Path[1:]), "/"); !strings.Contains(known, " "+first+" ") {
			t.Errorf("%q is passed to the write service", path)
		}
	})
}
