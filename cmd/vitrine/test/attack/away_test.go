package attack

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/devpg"
	"vitrine/internal/testkit"
	"vitrine/internal/writeapi"
)

// refusedBefore are the operations that a request without valid content never gets past, so that they need no Postgres:
// each with the status of its refusal.
var refusedBefore = map[string]int{
	"verifyEmail":        401, // the token is read first
	"payment3dsCallback": 404, // the URL must name a payment
	"jwks":               200, // the keys are kept in memory
}

// While Postgres is away, every operation of the write service answers 503 with Retry-After. It answered 500.
func TestPostgresAwayIs503(t *testing.T) {
	t.Parallel()
	s := Prepare(t, "VITRINE_LOG=warn")
	dir := kit.TempDir(t)
	pg, err := devpg.Start(t.Context(), devpg.Config{Dir: dir, Settings: map[string]string{"fsync": "off"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Kill()
		_ = devpg.Remove(t.Context(), dir)
	})
	t.Cleanup(func() { _ = pg.Stop() })
	s.Env = append(s.Env, "VITRINE_DATABASE_URL="+pg.URL())
	if out, err := s.Run(t, "", "migrate"); err != nil {
		t.Fatalf("migrate: %v %s", err, out)
	}
	if s.Pool, err = pgxpool.New(t.Context(), pg.URL()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Pool.Close)
	s.exec(t, `INSERT INTO tenant (id, name, language, status) VALUES
('demo', 'Demo', 'en', 'ACTIVE'), ('atelier', 'Atelier', 'en', 'ACTIVE')`)
	s.Start(t)
	c := s.Tenant(t)
	p := c.SignUp(t, "ada@example.com")
	c.Do(t, http.MethodGet, "/.well-known/jwks.json", nil)
	s.Pool.Close()
	if err := pg.Stop(); err != nil {
		t.Fatal(err)
	}

	walked := 0
	for _, op := range writeapi.All {
		if strings.HasPrefix(op.Path, "/payment/sandbox/") {
			continue // development only; the bank's own pages
		}
		path := strings.NewReplacer("{id}", "0123456789abcdef01234567", "{paymentId}", "0123456789abcdef01234567",
			"{orderId}", "0123456789abcdef01234567", "{shop}", c.Tenant).Replace(op.Path)
		if op.ID == "verifyEmail" {
			path += "?token=" + url.QueryEscape(strings.Repeat("a", 43))
		}
		at := c.At(Address(), p.As()...)
		var body any
		var headers []string
		switch {
		case op.Form:
			body, headers = []byte("a=b"), []string{"Content-Type", "application/x-www-form-urlencoded"}
		case op.Method != http.MethodGet:
			body = map[string]any{}
		}
		r, err := at.Try(t.Context(), op.Method, path, body, headers...)
		if err != nil {
			t.Fatalf("%s %s: %v", op.Method, op.Path, err)
		}
		walked++
		if want, ok := refusedBefore[op.ID]; ok && r.Status == want {
			continue
		}
		wait, _ := strconv.Atoi(r.Header.Get("Retry-After"))
		if r.Status != http.StatusServiceUnavailable || wait < 1 || r.Text("code") != "UNAVAILABLE" {
			t.Errorf("%s %s: %d, Retry-After %q, %s", op.Method, op.Path, r.Status, r.Header.Get("Retry-After"), r.Body)
		}
	}
	if walked < 40 {
		t.Errorf("only %d operations", walked)
	}

	// A flood of reads, each of another address, does not fill the log: the gateway logged each of them.
	before := strings.Count(s.Log(), `msg="request failed"`)
	for i := range 200 {
		if r := c.Do(t, http.MethodGet, "/blog?page="+strconv.Itoa(i+1), nil); r.Status != http.StatusServiceUnavailable {
			t.Fatalf("a read without Postgres: %d %s", r.Status, r.Body)
		}
	}
	if n := strings.Count(s.Log(), `msg="request failed"`) - before; n > 100 {
		t.Errorf("%d log lines of 200 reads", n)
	}

	pg, err = devpg.Start(t.Context(), devpg.Config{Dir: dir, Settings: map[string]string{"fsync": "off"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Stop() })
	testkit.Until(t, "sessions are valid again", func() bool {
		time.Sleep(50 * time.Millisecond)
		return c.As(p).Do(t, http.MethodGet, "/auth/me", nil).Status == 200
	})
}
