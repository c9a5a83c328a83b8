package lookup

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/internal/clock"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/wire"
)

var now = time.Date(2026, time.March, 14, 9, 0, 0, 0, time.UTC)

// A rig is a lookup over a cache and Postgres, with the tenants a, b and off. Tenant a has the host a.example. Tenant
// off is inactive and has the host off.example.
type rig struct {
	*Lookup
	t      *testing.T
	db     *schematest.DB
	source *heads
	clock  time.Time // the time that the lookup's clock shows
}

func open(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, db: schematest.Open(t), source: &heads{}, clock: now}
	r.exec(`INSERT INTO tenant (id, name, status) VALUES ('a', 'A', 'ACTIVE'), ('b', 'B', 'ACTIVE'),
('off', 'Off', 'DISABLED')`)
	r.exec("INSERT INTO tenant_host (tenant_id, host) VALUES ('a', 'a.example'), ('off', 'off.example')")
	c, err := cache.New(cache.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	followed, err := replica.New(c, replica.Config{Source: r.source, HeartbeatTimeout: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	r.Lookup = New(Config{Cache: c, Replica: followed, Pool: r.db.Pool, Source: r.source,
		Clock: clock.New(func() time.Time { return r.clock }, nil), Log: slog.New(slog.DiscardHandler)})
	if err := r.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) exec(sql string) {
	r.t.Helper()
	if _, err := r.db.Pool.Exec(r.t.Context(), sql); err != nil {
		r.t.Fatal(err)
	}
}

// keep keeps an entry under a URL after /v1.
func (r *rig) keep(tenant, url string, digest []byte) *cache.Entry {
	r.t.Helper()
	in := r.replica.Tenant(tenant)
	e := &cache.Entry{Key: cache.AppendKey(nil, tenant, []byte(url)), Body: []byte("{}"), Digest: digest, Made: now}
	if !r.Lookup.cache.Keep(in.Tenant, in.Snapshot(), e) {
		r.t.Fatalf("the entry of %s was not kept", url)
	}
	r.Lookup.cache.Wait()
	return e
}

func (r *rig) find(url, header, host string) (*cache.Entry, Naming, bool) {
	room := make([]byte, 0, 2*MaxKey)
	return r.Find(room, now, []byte(url), []byte(header), []byte(host))
}

// heads answers Head with err, or with a head of its tenant.
type heads struct {
	replica.Source
	mu  sync.Mutex
	err error
}

func (h *heads) fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.err = err
}

func (h *heads) Head(_ context.Context, tenant string) (wire.Head, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return wire.Head{Tenant: tenant, Epoch: "e1", Seq: 7}, h.err
}

func (h *heads) Missing(context.Context, []wire.Head) ([]wire.Message, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return nil, h.err
}

func TestFind(t *testing.T) {
	t.Parallel()
	r := open(t)
	e := r.keep("a", "/brand", []byte("digest"))
	r.keep("a", "/fragment", nil)
	for _, c := range []struct {
		url, header, host string
		base              string // of the URL before /v1
		found             bool
	}{
		{"/v1/brand", "a", "", "", true},
		{"/v1/brand", "", "a.example", "", true},
		{"/t/a/v1/brand", "", "", "/t/a", true},
		{"/t/a/v1/brand", "a", "A.EXAMPLE:80", "/t/a", true},
		{"/v1/brand", "", "", "", false},                 // no tenant
		{"/v1/brand", "b", "", "", false},                // another tenant's
		{"/t/b/v1/brand", "", "", "", false},             //
		{"/t/b/v1/brand", "a", "", "", false},            // the names differ
		{"/v1/brand", "b", "a.example", "", false},       //
		{"/v1/brand", "c", "", "", false},                // unknown
		{"/v1/brand", "off", "", "", false},              // inactive
		{"/v1/fragment", "a", "", "", false},             // an entry without a digest is not served
		{"/v1/brand/", "a", "", "", false},               // other URLs
		{"/v1/BRAND", "a", "", "", false},                //
		{"/v1", "a", "", "", false},                      //
		{"/v1brand", "a", "", "", false},                 //
		{"/V1/brand", "a", "", "", false},                //
		{"/v2/brand", "a", "", "", false},                //
		{"", "a", "", "", false},                         //
		{"/t/", "a", "", "", false},                      //
		{"/t/a", "a", "", "", false},                     //
		{"/t//v1/brand", "a", "", "", false},             //
		{"/T/a/v1/brand", "a", "", "", false},            //
		{"/t/a/t/a/v1/brand", "a", "", "", false},        //
		{"http://h/v1/brand", "a", "h", "", false},       //
		{"/v1/brand\x00a\x00/brand", "a", "", "", false}, //
	} {
		got, how, ok := r.find(c.url, c.header, c.host)
		if ok != c.found || ok && (got != e || string(how.Base) != c.base || how.Other) || !ok && got != nil {
			t.Errorf("%q, header %q, host %q: found %v, want %v; named %q", c.url, c.header, c.host, ok, c.found, how.Base)
		}
		if want := c.base + "/v1/brand"; ok && string(how.AppendLocation(nil, got)) != want {
			t.Errorf("%q: the location is %q, want %q", c.url, how.AppendLocation(nil, got), want)
		}
	}
}

func TestFindEndsAtTheLongestKey(t *testing.T) {
	t.Parallel()
	r := open(t)
	for _, c := range []struct {
		length int // of tenant and URL
		found  bool
	}{{MaxKey - 1, true}, {MaxKey, false}, {MaxKey + 1, false}} {
		url := "/" + strings.Repeat("x", c.length-len("a")-len("/"))
		r.keep("a", url, []byte("digest"))
		if _, _, ok := r.find("/v1"+url, "a", ""); ok != c.found {
			t.Errorf("an entry whose tenant and URL have %d bytes is found: %v, want %v", c.length, ok, c.found)
		}
	}
}

func TestAnotherSpellingIsFoundOnceItIsRemembered(t *testing.T) {
	t.Parallel()
	r := open(t)
	e := r.keep("a", "/brand?page=2", []byte("digest"))
	const other = "/v1/brand?utm=x&page=2"
	if _, _, ok := r.find(other, "a", ""); ok {
		t.Fatal("a spelling is found before Remember")
	}
	for _, url := range []string{"", "/t/", "/t/a", "/v2/brand", "/v1/" + strings.Repeat("x", MaxKey)} {
		r.Remember("a", []byte(url), e) // no key, so nothing is remembered
	}
	r.Remember("a", []byte("/t/a"+other), e)
	got, how, ok := r.find(other, "", "a.example")
	if !ok || got != e || !how.Other {
		t.Errorf("the remembered spelling: found %v, another spelling %v", ok, how.Other)
	}
	if want := "/v1/brand?page=2"; ok && string(how.AppendLocation(nil, got)) != want {
		t.Errorf("its location is %q, want %q", how.AppendLocation(nil, got), want)
	}
	if _, _, ok := r.find(other, "b", ""); ok {
		t.Error("the spelling is found for another tenant")
	}
}

func TestAnAnswerThatIsSentTooLateIsCounted(t *testing.T) {
	t.Parallel()
	r := open(t)
	for _, c := range []struct {
		valid, took time.Duration // after it was found
		late        uint64
	}{
		{time.Second, time.Second, 0},
		{time.Second, time.Second + boundarySlack, 0},
		{time.Second, time.Second + boundarySlack + 1, 1},
		{longestSend, longestSend + time.Second, 1},
		{longestSend + 1, longestSend + time.Second, 0},
		{0, time.Hour, 0}, // no end
	} {
		e := &cache.Entry{}
		if c.valid > 0 {
			e.ValidUntil = now.Add(c.valid)
		}
		r.clock = now.Add(c.took)
		r.Late.Store(0)
		if r.Sent(e, now); r.Late.Load() != c.late {
			t.Errorf("valid for %v, sent after %v: %d late, want %d", c.valid, c.took, r.Late.Load(), c.late)
		}
	}
}

func TestRequestsWaitUntilAChangedTenantIsReloaded(t *testing.T) {
	t.Parallel()
	r := open(t)
	trusted := func(want bool) {
		t.Helper()
		if got := r.Connected(time.Now()); got != want {
			t.Fatalf("entries are trusted: %v, want %v", got, want)
		}
	}
	trusted(true)
	r.exec("INSERT INTO tenant (id, name) VALUES ('new', 'New')")
	r.source.fail(errors.New("no route"))
	r.Reload("new")
	trusted(false)
	if err := r.Verify(); err == nil {
		t.Error("Verify succeeds although the tenant cannot be read")
	}
	trusted(false)
	r.source.fail(nil)
	if err := r.Verify(); err != nil {
		t.Error(err)
	}
	trusted(true)
	if !r.Serves("new") || r.replica.Tenant("new") == nil {
		t.Error("the new tenant is not served")
	}
	r.source.fail(pgx.ErrNoRows) // the tenant is gone again
	r.Reload("gone")
	trusted(true)
}

func TestPendingTenantsSettleOneByOne(t *testing.T) {
	t.Parallel()
	var p pending
	var all sync.WaitGroup
	for _, id := range []string{"a", "b", "c", "d"} {
		for range 20 {
			all.Go(func() { p.add(id) })
		}
	}
	all.Wait()
	if n := p.n.Load(); n != 4 {
		t.Fatalf("%d tenants are pending, want 4", n)
	}
	reloads := 0
	err := p.settle(t.Context(), func(context.Context, string) error {
		if reloads++; reloads == 3 {
			return errors.New("no route")
		}
		return nil
	})
	if n := p.n.Load(); err == nil || n != 2 {
		t.Errorf("after an error at the third tenant %d are pending, want 2; %v", n, err)
	}
	if err := p.settle(t.Context(), func(context.Context, string) error { return nil }); err != nil || p.n.Load() != 0 {
		t.Errorf("%d tenants are still pending; %v", p.n.Load(), err)
	}
}
