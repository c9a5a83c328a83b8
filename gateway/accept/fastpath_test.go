package accept

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/valyala/fasthttp"

	"vitrine/internal/testkit"
)

// twoWays is a server with one answer in its cache. It answers other requests with exactly what fasthttp parsed.
type twoWays struct {
	*cached
	http    *fasthttp.Server
	handled atomic.Int64 // requests that reached fasthttp
}

func newTwoWays(t testing.TB, body []byte) *twoWays {
	w := &twoWays{cached: warm(t, body)}
	w.Serving.Store(true)
	w.http = &fasthttp.Server{
		Handler: func(ctx *fasthttp.RequestCtx) {
			w.handled.Add(1)
			Taken(ctx)
			if w.hit(ctx) {
				return
			}
			fmt.Fprintf(ctx, "%s %q %q %q\n", ctx.Method(), ctx.Request.Header.RequestURI(), ctx.Request.Header.RawHeaders(),
				ctx.Request.Body())
		},
		NoDefaultServerHeader: true, ReadBufferSize: ReadBuffer, WriteBufferSize: WriteBuffer, MaxRequestBodySize: MaxBody,
		ReadTimeout: ReadTimeout, WriteTimeout: WriteTimeout, IdleTimeout: IdleTimeout, SecureErrorLogMessage: true,
		Logger:                       log.New(io.Discard, "", 0),
		DisablePreParseMultipartForm: true,
	}
	return w
}

var dates = regexp.MustCompile(`Date: [^\r]*`)

// says plays a script with the fast path or without. It returns what the client received and how many requests reached
// fasthttp.
func (w *twoWays) says(t testing.TB, fast bool, pieces ...[]byte) (received string, handled int) {
	t.Helper()
	c := &testkit.Script{}
	for _, p := range pieces {
		c.Pieces = append(c.Pieces, bytes.Clone(p))
	}
	var conn net.Conn = c
	if fast {
		conn = newConn(c, w.Config)
	}
	w.handled.Store(0)
	_ = w.http.ServeConn(conn) // the client receives errors as answers
	return dates.ReplaceAllString(c.Received.String(), "Date: now"), int(w.handled.Load())
}

const plainGet = "GET /v1/product?limit=10 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nX-Service-Client: demo\r\n"

// tag is the answer's entity tag.
func (w *twoWays) tag(t *testing.T) string {
	t.Helper()
	whole, _ := w.says(t, false, []byte(plainGet+"\r\n"))
	tag := regexp.MustCompile(`(?i)ETag: ("[^\r]*)`).FindStringSubmatch(whole)
	if tag == nil {
		t.Fatalf("no tag in %q", whole)
	}
	return tag[1]
}

func TestTheFastPathAnswersLikeFasthttp(t *testing.T) {
	w := newTwoWays(t, []byte(`{"status":"success","data":[`+strings.Repeat(`{"name":"x"},`, 300)+`0]}`))
	for name, tc := range exchanges(w.tag(t)) {
		t.Run(name, func(t *testing.T) {
			want, all := w.says(t, false, tc.said()...)
			got, seen := w.says(t, true, tc.said()...)
			if got != want {
				t.Errorf("with the fast path:\n%.900q\nwithout:\n%.900q", got, want)
			}
			if tc.seen < 0 {
				tc.seen = all
			}
			if seen != tc.seen {
				t.Errorf("%d requests reached fasthttp, want %d of %d", seen, tc.seen, all)
			}
		})
	}
}

// An exchange is the bytes that a client sends on one connection.
type exchange struct {
	pieces []string
	seen   int // requests that reach fasthttp behind the fast path; -1: all
}

func (o exchange) said() [][]byte {
	pieces := make([][]byte, 0, len(o.pieces))
	for _, p := range o.pieces {
		pieces = append(pieces, []byte(p))
	}
	return pieces
}

// exchanges are the known cases, for a client that has the answer with this tag.
func exchanges(tag string) map[string]exchange {
	post := "POST /v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Length: %d\r\n\r\n"
	get := plainGet + "\r\n"
	smuggled := get[:len(get)-2] + "X-Was: in a body\r\n\r\n"
	return map[string]exchange{
		"a hit":          {[]string{get}, 0},
		"a hundred hits": {strings.SplitAfter(strings.Repeat(get, 100), "\r\n\r\n"), 0},
		"packed": {[]string{plainGet + "Accept-Encoding: gzip, br\r\n\r\n",
			plainGet + "Accept-Encoding: gzip\r\n\r\n"}, 0},
		"known": {[]string{plainGet + "If-None-Match: " + tag + "\r\n\r\n", get,
			plainGet + "If-None-Match: *\r\n\r\n"}, 0},
		"known packed": {[]string{plainGet + "Accept-Encoding: br\r\nIf-None-Match: " +
			strings.TrimSuffix(tag, `"`) + "-br\"\r\n\r\n",
			plainGet + "If-None-Match: \"x\"\r\nAccept-Encoding: gzip\r\n\r\n"}, 0},
		"under /t/demo": {[]string{"GET /t/demo/v1/product?limit=10 HTTP/1.1\r\nhost: localhost\r\n\r\n"}, 0},
		"as a browser": {[]string{plainGet +
			"User-Agent: Mozilla/5.0 (X11)\r\nAccept: */*\r\nSec-Fetch-Mode: cors\r\nCookie: a=b; c=d\r\nConnection: " +
			"keep-alive\r\n\r\n"}, 0},
		"a miss first":                 {[]string{"GET /other HTTP/1.1\r\nHost: h\r\n\r\n", get, get}, 1},
		"HEAD":                         {[]string{strings.Replace(get, "GET", "HEAD", 1), get}, 1},
		"old":                          {[]string{strings.Replace(get, "1.1", "1.0", 1), get}, -1},
		"Connection: close":            {[]string{plainGet + "Connection: close\r\n\r\n", get}, -1},
		"in two pieces":                {[]string{get[:20], get[20:], get}, -1},
		"two at once":                  {[]string{get + get, get}, -1},
		"a body":                       {[]string{plainGet + "Content-Length: 4\r\n\r\nabcd", get}, -1},
		"a body that arrives later":    {[]string{plainGet + "Content-Length: 4\r\n\r\n", "abcd", get}, -1},
		"a body that looks like a hit": {[]string{fmt.Sprintf(post, len(get)), get, get}, -1},
		"the same after another head": {[]string{"GET /x HTTP/1.1\r\nHost: h\r\n\r\n" + fmt.Sprintf(post, len(get)), get,
			get}, -1},
		"the same after empty lines": {[]string{"\r\n\r\n" + fmt.Sprintf(post, len(get)), get, get}, -1},
		"chunks": {[]string{plainGet + "Transfer-Encoding: chunked\r\n\r\n", "4\r\nabcd\r\n0\r\n\r\n",
			get}, -1},
		"two lengths": {[]string{plainGet +
			"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", get}, -1},
		"Expect": {[]string{"POST /x HTTP/1.1\r\nHost: h\r\nExpect: " +
			"100-continue\r\nContent-Length: " + fmt.Sprint(len(get)) + "\r\n\r\n", get, get}, -1},
		"a folded header":           {[]string{plainGet + "Accept: a\r\n b\r\n\r\n", get}, 1},
		"bare line ends":            {[]string{strings.ReplaceAll(get, "\r\n", "\n"), get}, -1},
		"an empty line ended by LF": {[]string{plainGet + "\n" + smuggled, get}, -1},
		"no host":                   {[]string{"GET /v1/product?limit=10 HTTP/1.1\r\nX-Service-Client: demo\r\n\r\n"}, -1},
		"two hosts":                 {[]string{plainGet + "Host: other\r\n\r\n"}, -1},
		"a host in upper case":      {[]string{strings.Replace(get, "127.0.0.1:8080", "LOCALHOST", 1)}, -1},
		"two tenants":               {[]string{plainGet + "X-Service-Client: demo\r\n\r\n"}, -1},
		"no tenant":                 {[]string{"GET /v1/product?limit=10 HTTP/1.1\r\nHost: h\r\n\r\n"}, -1},
		"another tenant":            {[]string{strings.Replace(get, "demo", "demo2", 1)}, -1},
		"a name with a space":       {[]string{plainGet + "Accept : x\r\n\r\n"}, -1},
		"an empty name":             {[]string{plainGet + ": x\r\n\r\n"}, -1},
		"a control character":       {[]string{plainGet + "Accept: \x01\r\n\r\n"}, -1},
		"a bare CR":                 {[]string{plainGet + "Accept: a\rb\r\n\r\n"}, -1},
		"NUL":                       {[]string{plainGet + "Accept: \x00\r\n\r\n"}, -1},
		"an unknown header":         {[]string{plainGet + "X-Consistency: demo:5\r\n\r\n"}, -1},
		"a long URL": {[]string{"GET /v1/product?x=" + strings.Repeat("a", 3000) +
			" HTTP/1.1\r\nHost: h\r\n\r\n"}, -1},
		"nothing acceptable":    {[]string{plainGet + "Accept-Encoding: identity;q=0\r\n\r\n"}, -1},
		"Accept-Encoding twice": {[]string{plainGet + "Accept-Encoding: gzip\r\nAccept-Encoding: br\r\n\r\n"}, -1},
		"no HTTP":               {[]string{"\x16\x03\x01\x02\x00"}, -1},
		"nothing":               {nil, -1},
	}
}

// The fast path serves many connections, so it leaves compressing to fasthttp's goroutines.
func TestTheFastPathDoesNotCompress(t *testing.T) {
	w := newTwoWays(t, bytes.Repeat([]byte("x"), 6000))
	l := newFastPath(w.Config)
	packed := []byte(plainGet + "Accept-Encoding: br\r\n\r\n")
	if _, _, ok := l.answer(packed); ok {
		t.Error("it answers in a coding that does not exist yet")
	}
	w.says(t, true, packed)
	if _, body, ok := l.answer(packed); !ok || len(body) >= 6000 {
		t.Errorf("once the coding exists: %v, %d bytes", ok, len(body))
	}
	if _, _, ok := l.answer([]byte(plainGet + "Accept-Encoding: identity;q=0\r\n\r\n")); ok {
		t.Error("it answers a reader that accepts no coding")
	}
}

func TestTheFastPathDoesNotAllocate(t *testing.T) {
	for _, size := range []int{6000, 60_000} {
		w := newTwoWays(t, bytes.Repeat([]byte("x"), size))
		for name, get := range map[string]string{
			"plain": plainGet + "\r\n",
			"known": plainGet + "If-None-Match: *\r\n\r\n",
			"as a browser": plainGet + "Accept-Encoding: gzip, deflate, br, zstd\r\nUser-Agent: Mozilla/5.0\r\nAccept: " +
				"*/*\r\nConnection: keep-alive\r\n\r\n",
		} {
			w.says(t, false, []byte(get)) // it is compressed now
			l := newFastPath(w.Config)
			request := []byte(get)
			if n := testing.AllocsPerRun(1000, func() {
				if _, _, ok := l.answer(request); !ok {
					t.Fatal("not answered")
				}
				l.sent()
			}); n != 0 {
				t.Errorf("%s, %d bytes: a hit allocates %v times", name, size, n)
			}
		}
	}
}

// The header blocks of an entry are charged to its tenant.
func TestHeaderBlocksAreCharged(t *testing.T) {
	w := newTwoWays(t, bytes.Repeat([]byte("x"), 6000))
	tenant := w.replica.Tenant("demo")
	before := tenant.Bytes()
	for range 3 {
		w.says(t, true, []byte(plainGet+"\r\n"))
	}
	once := tenant.Bytes() - before
	if once < 200 || once > 2000 {
		t.Errorf("one block is charged with %d bytes", once)
	}
	w.says(t, true, []byte(plainGet+"If-None-Match: *\r\n\r\n"))
	if twice := tenant.Bytes() - before; twice <= once || twice > 2*once {
		t.Errorf("two blocks are charged with %d bytes, one with %d", twice, once)
	}
}

func FuzzFastPath(f *testing.F) {
	get := plainGet + "\r\n"
	post := "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: " + fmt.Sprint(len(get)) + "\r\n\r\n"
	for _, seed := range []string{
		get, get + get, plainGet + "If-None-Match: *\r\n\r\n", plainGet + "Accept-Encoding: gzip;q=0.5, br\r\n\r\n",
		post + get + get,
		"\r\n\r\n" + post + get, "GET /x HTTP/1.1\r\nHost: h\r\n\r\n" + post + get,
		plainGet + "Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n" + get,
		plainGet + "\n" + get, strings.ReplaceAll(get, "\r\n", "\n"),
		plainGet + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc", "HEAD" + get[3:] + get,
		"GET /x HTTP/1.1\r\nHost: h:a0\r\n\r\n", "GET /x HTTP/1.1\r\nHost: h:1:2\r\n\r\n",
		"GET /x HTTP/1.1\r\nHost: h:\r\n\r\n",
		strings.Replace(get, "127.0.0.1:8080", "h:a0", 1),
	} {
		f.Add([]byte(seed), uint16(0), uint16(0))
		f.Add([]byte(seed), uint16(strings.Index(seed, "\r\n\r\n")+4), uint16(0))
		f.Add([]byte(seed), uint16(20), uint16(len(seed)/2))
	}
	w := newTwoWays(f, []byte(`{"status":"success","data":[`+strings.Repeat(`{"name":"x"},`, 60)+`0]}`))
	f.Fuzz(func(t *testing.T, said []byte, first, second uint16) {
		a := min(int(first), len(said))
		b := min(max(a, int(second)), len(said))
		pieces := [][]byte{said[:a], said[a:b], said[b:]}
		want, _ := w.says(t, false, pieces...)
		got, _ := w.says(t, true, pieces...)
		if got != want {
			t.Errorf("%q in %d, %d, %d bytes\nwith the fast path: %.600q\nwithout:            %.600q", said, a, b-a,
				len(said)-b, got, want)
		}
	})
}
