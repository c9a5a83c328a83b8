package accept

import (
	"bytes"
	"strings"
	"testing"

	"vitrine/internal/edge"
	"vitrine/internal/wire"
)

const getByPath = "GET /t/demo/v1/product?limit=10 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n"

// declare declares edges of the tenant demo.
func (w *twoWays) declare(kinds ...string) {
	var edges []wire.Edge
	for _, kind := range kinds {
		edges = append(edges, wire.Edge{Name: kind, Kind: kind, Healthy: true, Lifetime: 600, Short: 5})
	}
	w.Lookup.SetPolicy("demo", edge.NewPolicy(edges))
}

// Only a request whose path names the tenant gets an answer that an edge may keep: an edge's key does not contain the
// tenant of a header.
func TestAnEdgeKeepsAnswersOnlyIfItsKeyNamesTheTenant(t *testing.T) {
	w := newTwoWays(t, bytes.Repeat([]byte("x"), 6000))
	w.declare("fastly", "nginx")
	for _, fast := range []bool{false, true} {
		byPath, _ := w.says(t, fast, []byte(getByPath+"\r\n"))
		known, _ := w.says(t, fast, []byte(getByPath+"If-None-Match: *\r\n\r\n"))
		for what, answer := range map[string]string{"200": byPath, "304": known} {
			for _, want := range []string{"\r\nSurrogate-Control: max-age=600\r\n", "\r\nSurrogate-Key: ",
				"\r\nX-Accel-Expires: 600\r\n", "\r\nCache-Control: no-cache, max-age=0\r\n", "\r\nVary: Accept-Encoding\r\n"} {
				if !strings.Contains(answer, want) || !strings.HasPrefix(answer, "HTTP/1.1 "+what) {
					t.Errorf("fast %v: the %s lacks %q:\n%.700s", fast, what, want, answer)
				}
			}
		}
		byHeader, _ := w.says(t, fast, []byte(plainGet+"\r\n"))
		if strings.Contains(byHeader, "Surrogate") || strings.Contains(byHeader, "X-Accel-Expires") ||
			!strings.Contains(byHeader, "\r\nCache-Control: private, no-cache\r\n") ||
			!strings.Contains(byHeader, "\r\nVary: Accept-Encoding, x-service-client\r\n") {
			t.Errorf("fast %v: a header names the tenant:\n%.700s", fast, byHeader)
		}
	}
}

// An edge whose key has the tenant's host name keeps only answers to requests for that host.
func TestAnEdgeByHostKeepsOnlyAnswersOfTheTenantsHost(t *testing.T) {
	w := newTwoWays(t, bytes.Repeat([]byte("x"), 6000))
	w.Lookup.SetPolicy("demo", edge.NewPolicy([]wire.Edge{
		{Name: "a", Kind: "fastly", ByHost: true, Healthy: true, Lifetime: 600, Short: 5}}))
	const byHost = "GET /v1/product?limit=10 HTTP/1.1\r\nHost: shop.example\r\n"
	for get, kept := range map[string]bool{
		byHost:                                true,
		byHost + "X-Service-Client: demo\r\n": true,
		"GET /t/demo/v1/product?limit=10 HTTP/1.1\r\nHost: shop.example\r\n": true,
		getByPath: false,
		plainGet:  false,
	} {
		for _, fast := range []bool{false, true} {
			got, _ := w.says(t, fast, []byte(get+"\r\n"))
			want := "\r\nCache-Control: private, no-cache\r\n"
			if kept {
				want = "\r\nSurrogate-Control: max-age=600\r\n"
			}
			if !strings.HasPrefix(got, "HTTP/1.1 200") || !strings.Contains(got, want) ||
				strings.Contains(got, "Surrogate-Key") != kept {
				t.Errorf("fast %v: %q must be kept: %v\n%.700s", fast, get, kept, got)
			}
		}
	}
}

func TestTheFastPathAnswersLikeFasthttpForEdges(t *testing.T) {
	w := newTwoWays(t, bytes.Repeat([]byte("x"), 6000))
	for _, kinds := range [][]string{{"fastly"}, {"cells", "cloudfront"}, {"groups", "bunny", "varnish"}, nil} {
		w.declare(kinds...)
		for _, get := range []string{getByPath + "\r\n", getByPath + "If-None-Match: *\r\n\r\n",
			getByPath + "Accept-Encoding: br\r\n\r\n", plainGet + "\r\n"} {
			want, _ := w.says(t, false, []byte(get))
			got, seen := w.says(t, true, []byte(get))
			if got != want || seen != 0 {
				t.Errorf("%v, %q:\nwith the fast path: %.900q\nwithout:            %.900q", kinds, get, got, want)
			}
		}
	}
}

func TestAHitForEdgesDoesNotAllocate(t *testing.T) {
	w := newTwoWays(t, bytes.Repeat([]byte("x"), 6000))
	w.declare("cells", "fastly", "akamai")
	l := newFastPath(w.Config)
	request := []byte(getByPath + "\r\n")
	if n := testing.AllocsPerRun(1000, func() {
		if _, _, ok := l.answer(request); !ok {
			t.Fatal("not answered")
		}
		l.sent()
	}); n != 0 {
		t.Errorf("the fast path allocates %v times", n)
	}
	ctx := askFor("/t/demo/v1/product?limit=10")
	if !w.hit(ctx) {
		t.Fatal("no hit")
	}
	if n := testing.AllocsPerRun(1000, func() {
		ctx.Response.Reset()
		if !w.hit(ctx) {
			t.Fatal("no hit")
		}
	}); n != 0 {
		t.Errorf("the handler allocates %v times", n)
	}
}

// An edge with tag versions gets the last change at which the answer was valid, also if the answer itself is older.
func TestTheStampRisesWhileTheAnswerStays(t *testing.T) {
	w := newTwoWays(t, bytes.Repeat([]byte("x"), 6000))
	w.declare("cells")
	tenant := w.replica.Tenant("demo").Tenant
	has := func(line string, want bool) {
		t.Helper()
		for _, fast := range []bool{false, true} {
			for _, get := range []string{getByPath + "\r\n", getByPath + "If-None-Match: *\r\n\r\n"} {
				got, _ := w.says(t, fast, []byte(get))
				if strings.Contains(got, "\r\n"+line) != want {
					t.Errorf("fast %v: %q is in the answer: %v\n%.600s", fast, line, !want, got)
				}
			}
		}
	}
	has("Vitrine-Stamp: demo:1:", true)
	tenant.Invalidate(7, []string{"product:2"})
	tenant.Advance(7)
	has("Vitrine-Stamp: demo:7:", true)
	has("Vitrine-Stamp: demo:1:", false)
	tenant.Invalidate(8, []string{"product:1"})
	tenant.Advance(8)
	has("Vitrine-Stamp: ", false)
}
