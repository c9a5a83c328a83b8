package upstream

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/valyala/fasthttp"

	"vitrine/internal/trace"
)

// A client cannot have its requests recorded by the write service, which trusts the gateway.
func TestTheTraceOfAClientIsPassedOnUnrecorded(t *testing.T) {
	t.Parallel()
	var got []string
	service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, rq *http.Request) {
		got = rq.Header.Values(trace.Header)
	}))
	defer service.Close()
	const recorded = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	f := func(traced bool, lines []string, want string) {
		t.Helper()
		p, err := New(Config{URL: service.URL, Traced: traced})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		defer p.Stop()
		var ctx fasthttp.RequestCtx
		ctx.Request.Header.SetMethod(http.MethodGet)
		ctx.Request.SetRequestURI("/v1/auth/me")
		for _, line := range lines {
			ctx.Request.Header.Add(trace.Header, line)
		}
		if err := p.Pass(&ctx, "/auth/me", []byte("shop")); err != nil {
			t.Fatal(err)
		}
		switch {
		case want == "" && len(got) > 0, want != "" && len(got) != 1:
			t.Errorf("%v: passed on as %v, want %q", lines, got, want)
		case want == "new" && (trace.Unrecorded(got[0]) != got[0] || got[0][3:35] == recorded[3:35]):
			t.Errorf("%v: passed on as %v, want a new trace that is not recorded", lines, got)
		case want != "" && want != "new" && got[0] != want:
			t.Errorf("%v: passed on as %v, want %q", lines, got, want)
		}
	}
	f(false, nil, "")
	f(true, nil, "new")
	f(false, []string{recorded}, recorded[:53]+"00")
	f(true, []string{recorded}, recorded[:53]+"00")
	f(false, []string{"rubbish"}, "")
	f(true, []string{"rubbish"}, "new")
	f(false, []string{recorded, recorded}, "")
}
