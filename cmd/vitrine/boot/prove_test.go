package boot

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

// patience is how long what must come is waited for. It bounds a failing test and measures nothing.
const patience = 20 * time.Second

// liveClock lets a house go by the database's clock.
func liveClock(c *Config) { c.Now = nil }

// An editor writes as psql does: SQL by the simple protocol, on a connection of its own that knows nothing of Vitrine.
type editor struct {
	t    testing.TB
	conn *pgx.Conn
}

func newEditor(t testing.TB, h *House) *editor {
	t.Helper()
	cfg, err := pgx.ParseConfig(h.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	cfg.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	conn, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatalf("connect the editor: %v", err)
	}
	e := &editor{t: t, conn: conn}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		_ = e.conn.Close(ctx) // its server may be gone: some proofs stop it
	})
	return e
}

// run sends statements, several at once if they stand with semicolons. They are committed when it returns.
func (e *editor) run(sql string) {
	e.t.Helper()
	if err := e.try(sql); err != nil {
		e.t.Fatalf("%v\n%s", err, sql)
	}
}

func (e *editor) try(sql string) error {
	_, err := e.conn.Exec(e.t.Context(), sql)
	return err
}

// one reads a single text.
func (e *editor) one(sql string, args ...any) string {
	e.t.Helper()
	var s string
	if err := e.conn.QueryRow(e.t.Context(), sql, args...).Scan(&s); err != nil {
		e.t.Fatalf("%v\n%s", err, sql)
	}
	return s
}

// head is the last change of a tenant.
func (e *editor) head(tenant string) (n uint64) {
	e.t.Helper()
	if err := e.conn.QueryRow(e.t.Context(), "SELECT n FROM tenant_seq WHERE tenant_id = $1", tenant).Scan(&n); err != nil {
		e.t.Fatalf("read the head of %s: %v", tenant, err)
	}
	return n
}

// until asks again and again until it holds. It fails the test when patience is over: what is what was waited for.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !holds(); {
		if time.Now().After(deadline) {
			t.Fatalf("not after %s: %s", patience, what)
		}
	}
}

// applied waits until a gateway has applied everything that was committed before the call.
func applied(t testing.TB, h *House, e *editor, tenants ...string) {
	t.Helper()
	for _, tenant := range tenants {
		n := e.head(tenant)
		until(t, fmt.Sprintf("change %d of %s is applied", n, tenant), func() bool {
			m := h.Gateway.Replica().Tenant(tenant)
			return m != nil && m.Applied() >= n
		})
	}
}

// read makes a request as get does, from any goroutine.
func read(ctx context.Context, h *House, tenant, path string) (*reply, error) {
	r, err := fetch(ctx, h, tenant, path)
	if err == nil {
		r.JSON = decode(r.Body)
	}
	return r, err
}

// fetch is read for those who look at the bytes alone: decoding them costs ten times as much as the gateway takes.
func fetch(ctx context.Context, h *House, tenant, path string) (*reply, error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+h.Gateway.Addr()+path, nil)
	if err != nil {
		return nil, err
	}
	rq.Header.Set("x-service-client", tenant)
	return perform(rq)
}

// perform makes a request.
func perform(rq *http.Request) (*reply, error) {
	res, err := client.Do(rq)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	return &reply{Status: res.StatusCode, Header: res.Header, Body: body}, nil
}

// holdsOn reads a URL on several connections at once and reports the first answer of which want does not hold.
func holdsOn(ctx context.Context, h *House, tenant, url string, want func(*reply) bool) error {
	const connections, reads = 4, 10
	var all errgroup.Group
	for range connections {
		all.Go(func() error {
			for range reads {
				r, err := read(ctx, h, tenant, url)
				if err != nil {
					return err
				}
				if !want(r) {
					return fmt.Errorf("after the new answer came an older one: %s %s: %d %s", tenant, url, r.Status, short(r.Body))
				}
			}
			return nil
		})
	}
	return all.Wait()
}

// short is the beginning of a body.
func short(body []byte) string {
	const most = 600
	if len(body) > most {
		return string(body[:most]) + "…"
	}
	return string(body)
}

// took are the times from commit to visible. They are told and never judged.
type took []time.Duration

func (d took) String() string {
	if len(d) == 0 {
		return "nothing timed"
	}
	d = slices.Clone(d)
	slices.Sort(d)
	at := func(share float64) time.Duration { return d[int(share*float64(len(d)-1))].Round(10 * time.Microsecond) }
	return fmt.Sprintf("commit to visible: p50 %s, p99 %s, most %s (%d edits)", at(0.5), at(0.99), at(1), len(d))
}

// found finds the record of a list that has a member with a value.
func (r *reply) found(member string, value any) map[string]any {
	list, _ := r.at("data").([]any)
	for _, v := range list {
		if rec, ok := v.(map[string]any); ok && fmt.Sprint(rec[member]) == fmt.Sprint(value) {
			return rec
		}
	}
	return nil
}

// What an answer may be waited for to be. Each holds of a proper answer alone: neither an error nor what is served for want of Postgres is
// what was wanted.

// proper reports whether an answer is one that the gateway stands for.
func (r *reply) proper() bool { return r.Status == http.StatusOK && r.Header.Get("X-Stale") == "" }

// lists: a list with a record of that slug.
func lists(slug string) func(*reply) bool {
	return func(r *reply) bool { return r.proper() && r.found("slug", slug) != nil }
}

// lacks: a list without one.
func lacks(slug string) func(*reply) bool {
	return func(r *reply) bool { return r.proper() && r.found("slug", slug) == nil }
}

// first: a list that begins with it.
func first(slug string) func(*reply) bool {
	return func(r *reply) bool { return r.proper() && r.at("data", 0, "slug") == slug }
}

// says: a body with a text in it.
func says(text string) func(*reply) bool {
	return func(r *reply) bool { return r.proper() && strings.Contains(string(r.Body), text) }
}

// silent: a body without it.
func silent(text string) func(*reply) bool {
	return func(r *reply) bool { return r.proper() && !strings.Contains(string(r.Body), text) }
}

// has: a member with a value, given as JSON writes it.
func has(value string, path ...any) func(*reply) bool {
	return func(r *reply) bool { return r.proper() && fmt.Sprint(r.at(path...)) == value }
}

// status: that status.
func status(code int) func(*reply) bool { return func(r *reply) bool { return r.Status == code } }
