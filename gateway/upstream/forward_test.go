package upstream

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
)

// The error of a request is logged. It does not contain the query, which has the token of a link that is still valid if
// the write service could not be asked.
func TestErrorsDoNotContainTheTokenOfALink(t *testing.T) {
	t.Parallel()
	away := httptest.NewServer(http.NotFoundHandler())
	away.Close()
	abrupt := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		panic(http.ErrAbortHandler)
	}))
	defer abrupt.Close()
	for name, url := range map[string]string{"away": away.URL, "abrupt": abrupt.URL} {
		p, err := New(Config{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		var ctx fasthttp.RequestCtx
		ctx.Request.Header.SetMethod(http.MethodPost)
		ctx.Request.SetRequestURI("/v1/auth/reset-password?token=shop~a-secret-of-the-owner")
		err = p.Pass(&ctx, "/auth/reset-password", []byte("shop"))
		if err == nil || strings.Contains(err.Error(), "a-secret-of-the-owner") {
			t.Errorf("%s: %v", name, err)
		}
		p.Stop()
		p.Close()
	}
}
