package stream

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/valyala/fasthttp"

	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
	"vitrine/internal/clock"
	"vitrine/internal/schema/schematest"
)

// streams makes Streams that need no tenant and, without a pool, no Postgres.
func streams(t *testing.T, pool *pgxpool.Pool, change func(*Config)) *Streams {
	t.Helper()
	c := DefaultConfig()
	c.Pool, c.Lookup, c.Responder, c.Clock = pool, &lookup.Lookup{}, &respond.Responder{}, clock.New(nil, nil)
	if pool == nil {
		c.Pool = &pgxpool.Pool{}
	}
	if change != nil {
		change(&c)
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

func TestAConfigurationThatCannotWorkIsRefused(t *testing.T) {
	t.Parallel()
	valid := DefaultConfig()
	valid.Pool, valid.Lookup, valid.Responder = &pgxpool.Pool{}, &lookup.Lookup{}, &respond.Responder{}
	valid.Clock = clock.New(nil, nil)
	if err := valid.Validate(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*Config){
		"no pool":               func(c *Config) { c.Pool = nil },
		"no lookup":             func(c *Config) { c.Lookup = nil },
		"no responder":          func(c *Config) { c.Responder = nil },
		"no clock":              func(c *Config) { c.Clock = nil },
		"negative limit":        func(c *Config) { c.PerTenant = -1 },
		"negative tabs":         func(c *Config) { c.Tabs = -1 },
		"negative limit in all": func(c *Config) { c.Total = -1 },
		"no time for queries":   func(c *Config) { c.Timeout = 0 },
	} {
		c := valid
		change(&c)
		if s, err := New(c); err == nil || s != nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestBearer(t *testing.T) {
	t.Parallel()
	longest := strings.Repeat("k", maxKey)
	for _, c := range []struct {
		fields []string // Authorization
		key    string   // "": refused
	}{
		{nil, ""},
		{[]string{"Bearer key"}, "key"},
		{[]string{"bEARER  key "}, "key"},
		{[]string{"Bearer " + longest}, longest},
		{[]string{"Bearer " + longest + "k"}, ""},
		{[]string{"Bearer"}, ""},
		{[]string{"Bearer "}, ""},
		{[]string{"Bearer   "}, ""},
		{[]string{"Bearerkey"}, ""},
		{[]string{"Basic key"}, ""},
		{[]string{"key"}, ""},
		{[]string{""}, ""},
		{[]string{"Bearer key", "Bearer key"}, ""},
	} {
		var ctx fasthttp.RequestCtx
		for _, f := range c.fields {
			ctx.Request.Header.Add("Authorization", f)
		}
		if key, ok := bearer(&ctx); ok != (c.key != "") || ok && string(key) != c.key {
			t.Errorf("%q: %q, %v; want %q", c.fields, key, ok, c.key)
		}
	}
}

func TestOnlyTheTenantsOwnKeyIsAccepted(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	s := streams(t, db.Pool, nil)
	hash := sha256.Sum256([]byte("right"))
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ('a', 'A'), ('b', 'B')"); err != nil {
		t.Fatal(err)
	}
	_, err := db.Pool.Exec(t.Context(), "INSERT INTO stream_key (tenant_id, hash) VALUES ('a', $1)", hash[:])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tenant, key string
		want        bool
	}{
		{"a", "right", true}, {"a", "wrong", false}, {"a", "", false}, {"a", "Right", false}, {"a", "right\x00", false},
		{"b", "right", false}, {"c", "right", false},
	} {
		if got, _, err := s.accepts(c.tenant, []byte(c.key)); got != c.want || err != nil {
			t.Errorf("tenant %s, key %q: %v, %v; want %v", c.tenant, c.key, got, err, c.want)
		}
	}
}

func TestStreamsAreLimitedForEachTenantAndInAll(t *testing.T) {
	t.Parallel()
	s := streams(t, nil, func(c *Config) { c.PerTenant, c.Total = 3, 5 })
	open := func(tenant string, attempts, want int) (logs []*changeLog) {
		t.Helper()
		var all sync.WaitGroup
		var mu sync.Mutex
		for range attempts {
			all.Go(func() {
				if l := s.join(logKey{tenant: tenant}, nil); l != nil {
					mu.Lock()
					defer mu.Unlock()
					logs = append(logs, l)
				}
			})
		}
		all.Wait()
		if len(logs) != want {
			t.Errorf("%d of %d streams of %s opened, want %d", len(logs), attempts, tenant, want)
		}
		return logs
	}
	a, b := open("a", 50, 3), open("b", 50, 2)
	open("c", 1, 0) // the limit in all is reached
	if n := s.Count(); n != 5 {
		t.Errorf("%d streams are open, want 5", n)
	}
	for _, l := range a {
		if l != a[0] {
			t.Error("two clients of a tenant have two logs")
		}
	}
	s.leave(a[0], nil)
	open("b", 1, 1)
	open("a", 1, 0)
	for _, l := range append(a[1:], b...) {
		s.leave(l, nil)
	}
	if len(s.logs) != 1 || s.Count() != 1 {
		t.Errorf("%d logs are left for %d streams, want one", len(s.logs), s.Count())
	}
}

func TestWakeReachesTheClientsOfOneTenant(t *testing.T) {
	t.Parallel()
	s := streams(t, nil, nil)
	s.Wake("a", false) // without a client
	a, b := s.join(logKey{tenant: "a"}, nil), s.join(logKey{tenant: "b"}, nil)
	first, second, other := a.wait(), a.wait(), b.wait()
	s.Wake("a", false)
	for _, c := range []<-chan struct{}{first, second} {
		select {
		case <-c:
		default:
			t.Error("a client of the tenant was not woken")
		}
	}
	select {
	case <-other:
		t.Error("a client of another tenant was woken")
	case <-a.wait():
		t.Error("the wake-up stays on for the next wait")
	default:
	}
	s.Stop()
	s.Stop()
}

// A follower is sent no announcement of a new epoch before the event that begins it, even if another client has read
// that event.
func TestAFollowerIsSentNoAnnouncementBeforeItsEpoch(t *testing.T) {
	t.Parallel()
	w := newWriter(t)
	w.announce(1, 3)
	s := streams(t, w.db.Pool, func(*Config) {})
	t.Cleanup(s.Stop)
	l := s.join(logKey{"a", true}, nil)
	c := &client{s: s, tenant: "a", log: l, follower: true, news: true, pos: 3}
	_, to, err := c.next(true)
	if err != nil {
		t.Fatal(err)
	}
	w.exec("UPDATE signal_cursor SET n = 2, sent = 2, epoch = gen_random_uuid(), sent_epoch = NULL")
	if _, err := l.end(t.Context(), w.db.Pool); err != nil {
		t.Fatal(err)
	}
	p := newPipe()
	if err := c.announce(p.Writer, to); err != nil {
		t.Fatal(err)
	}
	_ = p.Flush()
	p.expect(t, "a:3:")
	p.lacks(t, "a:2:")
}

// A follower may be sent how far changes are announced: after the changes themselves, once each, and only of its epoch.
func TestAFollowerIsSentHowFarChangesAreAnnounced(t *testing.T) {
	t.Parallel()
	w := newWriter(t)
	w.announce(1, 3)
	s := streams(t, w.db.Pool, func(c *Config) { c.Heartbeat = time.Hour })
	t.Cleanup(s.Stop)
	open := func(news bool) *pipe {
		p := newPipe()
		c := &client{s: s, tenant: "a", log: s.join(logKey{"a", true}, nil), extend: func() {}, follower: true, news: news}
		c.pos = 3
		go c.run(p.Writer)
		return p
	}
	told := func(seq int) string {
		return fmt.Sprintf(`event: announced%sdata: {"seq":%d,"token":"a:%d:`, "\n", seq, seq)
	}
	p, others := open(true), open(false)
	p.expect(t, "id: a:3:", told(3))
	others.expect(t, "id: a:3:")

	w.exec(`
INSERT INTO change_signal (tenant_id, seq, epoch, at, tags) SELECT 'a', 4, epoch, now(), '{t4}' FROM tenant_seq`)
	w.exec("UPDATE signal_cursor SET sent = 4, sent_epoch = epoch") // a proposal
	s.Wake("a", true)
	p.expect(t, "id: a:4:")
	p.lacks(t, told(4))
	w.exec("UPDATE signal_cursor SET n = 4")
	s.Wake("a", false)
	p.expect(t, told(4))
	others.expect(t, "id: a:4:")
	others.lacks(t, "event: announced")

	// The numbers of a new epoch are not those of what was announced in the old one.
	w.exec("UPDATE signal_cursor SET sent = 2, sent_epoch = gen_random_uuid()")
	s.Wake("a", true)
	p.expect(t, "id: a:2:", told(0))
}

func TestAStreamEndsWithTheGateway(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ('a', 'A')"); err != nil {
		t.Fatal(err)
	}
	s := streams(t, db.Pool, func(c *Config) { c.Heartbeat = time.Hour })
	w := newPipe()
	c := &client{s: s, tenant: "a", log: s.join(logKey{tenant: "a"}, nil), extend: func() {}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.run(w.Writer)
	}()
	w.expect(t, ": listening\n", "id: a:0:")
	s.Stop()
	w.expect(t, "retry: ") // the client waits for a random time before it reconnects
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("the stream goes on after Stop")
	}
}
