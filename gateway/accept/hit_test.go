package accept

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
	"vitrine/internal/clock"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/wire"
)

// cached is the configuration of a listener, with one tenant and one entry in its cache.
type cached struct {
	Config
	cache     *cache.Cache
	replica   *replica.Replica
	responder *respond.Responder
}

func (w *cached) hit(ctx *fasthttp.RequestCtx) bool { return Hit(ctx, w.Lookup, w.Clock, w.Status) }

func warm(t testing.TB, body []byte) *cached {
	t.Helper()
	db := schematest.Open(t)
	const demo = "WITH added AS (INSERT INTO tenant (id, name) VALUES ('demo', 'Demo') RETURNING id) " +
		"INSERT INTO tenant_host (tenant_id, host) SELECT id, 'shop.example' FROM added" // one change
	if _, err := db.Pool.Exec(t.Context(), demo); err != nil {
		t.Fatal(err)
	}
	w := &cached{Config: DefaultConfig()}
	w.Log, w.Status = slog.New(slog.DiscardHandler), respond.NewStatus("test")
	w.Clock, w.Serving, w.responder = clock.New(nil, nil), new(atomic.Bool), respond.New(w.Log, "test")
	var err error
	if w.cache, err = cache.New(cache.DefaultConfig()); err != nil {
		t.Fatal(err)
	}
	if w.replica, err = replica.New(w.cache, replica.Config{Source: noSource{}, HeartbeatTimeout: time.Hour}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.cache.Close)
	w.Lookup = lookup.New(lookup.Config{Cache: w.cache, Replica: w.replica, Pool: db.Pool, Source: noSource{},
		Clock: w.Clock, Log: w.Log})
	if err := w.Lookup.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	at := w.replica.Tenant("demo").Snapshot()
	const where = "/product?limit=10"
	e := &cache.Entry{Key: cache.AppendKey(nil, "demo", []byte(where)), Body: body,
		Tags: []string{"product:1", "product"}, Made: w.Clock.Now(), Digest: respond.Digest(body)}
	if !w.cache.Keep(w.replica.Tenant("demo").Tenant, at, e) {
		t.Fatal("the entry was not kept")
	}
	w.cache.Wait()
	return w
}

type noSource struct{ replica.Source }

func (noSource) Head(context.Context, string) (wire.Head, error) {
	return wire.Head{}, errors.New("none")
}

// askFor makes a request.
func askFor(url string, headers ...string) *fasthttp.RequestCtx {
	var rq fasthttp.Request
	rq.SetRequestURI(url)
	rq.Header.SetHost("127.0.0.1:8080")
	for i := 0; i < len(headers); i += 2 {
		rq.Header.Add(headers[i], headers[i+1])
	}
	var ctx fasthttp.RequestCtx
	ctx.Init(&rq, nil, nil)
	return &ctx
}

func TestHitDoesNotAllocate(t *testing.T) {
	w := warm(t, make([]byte, 6000))
	for name, headers := range map[string][]string{
		"plain": {"x-service-client", "demo"},
		"as a browser": {"x-service-client", "demo", "accept-encoding", "gzip, deflate, br, zstd", "if-none-match",
			`"x", W/"y"`, "accept", "*/*"},
		"known": {"x-service-client", "demo", "if-none-match", "*"},
	} {
		ctx := askFor("/v1/product?limit=10", headers...)
		if !w.hit(ctx) {
			t.Fatalf("%s: no hit", name)
		}
		if n := testing.AllocsPerRun(1000, func() {
			ctx.Response.Reset()
			if !w.hit(ctx) {
				t.Fatal("no hit")
			}
		}); n != 0 {
			t.Errorf("%s: a hit allocates %v times", name, n)
		}
	}
	respelled := askFor("/v1/product?page=1&limit=10&utm=x", "x-service-client", "demo")
	if w.hit(respelled) {
		t.Fatal("an unknown spelling is a hit")
	}
	w.Lookup.Remember("demo", respelled.Request.Header.RequestURI(),
		w.cache.Get(cache.AppendKey(nil, "demo", []byte("/product?limit=10")), time.Now()))
	if n := testing.AllocsPerRun(1000, func() {
		respelled.Response.Reset()
		if !w.hit(respelled) {
			t.Fatal("no hit in another spelling")
		}
	}); n != 0 {
		t.Errorf("a hit in another spelling allocates %v times", n)
	}
	if got := string(respelled.Response.Header.Peek("Content-Location")); got != "/v1/product?limit=10" {
		t.Errorf("Content-Location %q", got)
	}
	for accept, want := range map[string]int{"gzip": 304, "br": 200} { // the two headers are not confused
		tag := `"` + string(w.cache.Peek(cache.AppendKey(nil, "demo", []byte("/product?limit=10"))).Digest) + `-gzip"`
		ctx := askFor("/v1/product?limit=10", "x-service-client", "demo", "accept-encoding", accept, "if-none-match", tag)
		if !w.hit(ctx) || ctx.Response.StatusCode() != want {
			t.Errorf("%s, and the reader has it in gzip: status %d, want %d", accept, ctx.Response.StatusCode(), want)
		}
	}
	ctx := askFor("/t/demo/v1/product?limit=10")
	if n := testing.AllocsPerRun(1000, func() {
		ctx.Response.Reset()
		if !w.hit(ctx) {
			t.Fatal("no hit under /t/demo")
		}
	}); n != 0 {
		t.Errorf("a hit under /t/demo allocates %v times", n)
	}
}

// A request that is not certainly a hit stays untouched.
func TestOtherRequestsAreNoHitsAndStayUntouched(t *testing.T) {
	w := warm(t, []byte(`{"status":"success"}`))
	demo := []string{"x-service-client", "demo"}
	for name, ctx := range map[string]*fasthttp.RequestCtx{
		"another spelling":     askFor("/v1/product?limit=010", demo...),
		"another path":         askFor("/v1/catalog/product?limit=10", demo...),
		"no tenant":            askFor("/v1/product?limit=10"),
		"two tenants":          askFor("/v1/product?limit=10", append(demo, demo...)...),
		"another tenant":       askFor("/v1/product?limit=10", "x-service-client", "demo2"),
		"header against URL":   askFor("/t/demo/v1/product?limit=10", "x-service-client", "other"),
		"an unknown tenant":    askFor("/t/nobody/v1/product?limit=10"),
		"nothing acceptable":   askFor("/v1/product?limit=10", append(demo, "accept-encoding", "identity;q=0")...),
		"a tenant with a zero": askFor("/v1/product?limit=10", "x-service-client", "demo\x00/product?limit=10"),
		"no path":              askFor("/t/demo/v1", demo...),
		"not under v1":         askFor("/v2/product?limit=10", demo...),
	} {
		if w.hit(ctx) {
			t.Errorf("%s is a hit", name)
		}
		if len(ctx.Response.Body()) > 0 || ctx.Response.Header.Len() > 0 && ctx.Response.Header.Peek("ETag") != nil {
			t.Errorf("%s: something was written", name)
		}
	}
	post := askFor("/v1/product?limit=10", demo...)
	post.Request.Header.SetMethod("POST")
	if w.hit(post) {
		t.Error("POST is a hit")
	}
	if ctx := askFor("/v1/product?limit=10", demo...); !w.hit(ctx) ||
		string(ctx.Response.Body()) != `{"status":"success"}` {
		t.Error("a plain request is no hit")
	}
}

// The key of a fragment looks like a path without its slash.
func TestAFragmentIsNoHit(t *testing.T) {
	w := warm(t, []byte("{}"))
	of := w.replica.Tenant("demo")
	e := &cache.Entry{Key: cache.AppendKey(nil, "demo", []byte("l/product?limit=10")), Body: []byte("fragment")}
	if !w.cache.Keep(of.Tenant, of.Snapshot(), e) {
		t.Fatal("the fragment was not kept")
	}
	w.cache.Wait()
	if ctx := askFor("/v1l/product?limit=10", "x-service-client", "demo"); w.hit(ctx) {
		t.Errorf("the fragment is served: %s", ctx.Response.Body())
	}
}
