package writesvc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/lograte"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/writesvc/auth/password"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/web"
)

type nowhere struct{}

func (nowhere) Send(context.Context, notify.Message) error { return nil }

// A fragile is a write service whose connections to Postgres break on demand.
type fragile struct {
	*Server
	pool   *pgxpool.Pool
	whole  atomic.Int64 // connections that may be used before the first one breaks; negative: all
	bearer string
	reg    *prometheus.Registry
}

// openFragile starts a service with one account.
func openFragile(t *testing.T) *fragile {
	t.Helper()
	db := schematest.Open(t)
	f := &fragile{reg: prometheus.NewRegistry()}
	f.whole.Store(-1)
	pc, err := pgxpool.ParseConfig(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	pc.MaxConns = 4
	pc.PrepareConn = func(_ context.Context, c *pgx.Conn) (bool, error) {
		if n := f.whole.Load(); n >= 0 && f.whole.Add(-1) < 0 {
			f.whole.Store(0)
			_ = c.PgConn().Conn().Close() // as if Postgres had died
		}
		return true, nil
	}
	if f.pool, err = pgxpool.NewWithConfig(t.Context(), pc); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.pool.Close)
	const tenant = `INSERT INTO tenant (id, name, status) VALUES ('shop', 'Shop', 'ACTIVE')`
	if _, err := f.pool.Exec(t.Context(), tenant); err != nil {
		t.Fatal(err)
	}
	cfg := DefaultConfig()
	cfg.Pool, cfg.Log, cfg.Notify.Mail, cfg.Metrics = f.pool, testkit.NoLog, nowhere{}, f.reg
	cfg.Auth.TokenSecret, cfg.Auth.Pepper = bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	cfg.Auth.Hash = password.Cost{Memory: 64, Time: 1, Threads: 1}
	cfg.Payment.Every, cfg.CheckTenants = time.Hour, time.Hour
	cfg.Timeout = 3 * time.Second
	if f.Server, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	if err := f.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Stop)
	w := f.ask(http.MethodPost, "/auth/signup", examples["POST /auth/signup"])
	var r struct {
		Data struct {
			Tokens struct{ Access struct{ Token string } }
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil || w.Code != http.StatusCreated {
		t.Fatalf("sign up: %d %s", w.Code, w.Body)
	}
	f.bearer = r.Data.Tokens.Access.Token
	return f
}

// ask sends a request to the handler.
func (f *fragile) ask(method, path, body string) *httptest.ResponseRecorder {
	rq := httptest.NewRequest(method, path, strings.NewReader(body))
	rq.RemoteAddr = "127.0.0.1:4711"
	rq.Header.Set("x-service-client", "shop")
	rq.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", time.Now().UnixNano()%250))
	if f.bearer != "" {
		rq.Header.Set("Authorization", "Bearer "+f.bearer)
	}
	switch {
	case strings.HasPrefix(body, "{"):
		rq.Header.Set("Content-Type", "application/json")
	case body != "":
		rq.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	w := httptest.NewRecorder()
	f.serve(w, rq)
	return w
}

const someID = "0123456789abcdef01234567"

// examples are bodies that reach Postgres in the handlers.
var examples = map[string]string{
	"POST /auth/signup": `{"email":"ada@example.com","password":"correct horse battery",` +
		`"name":{"first":"Ada","last":"Lovelace"},"contact":{"mobileNumber":[]}}`,
	"POST /auth/login":                        `{"email":"ada@example.com","password":"correct horse battery"}`,
	"POST /auth/logout":                       `{"refreshToken":"` + strings.Repeat("a", 43) + `"}`,
	"POST /auth/refresh-tokens":               `{"refreshToken":"` + strings.Repeat("a", 43) + `"}`,
	"POST /auth/forgot-password":              `{"email":"ada@example.com"}`,
	"POST /auth/reset-password":               `{"token":"` + strings.Repeat("a", 43) + `","password":"another horse"}`,
	"POST /auth/resend-otp":                   `{"email":"ada@example.com"}`,
	"POST /auth/verify-otp":                   `{"email":"ada@example.com","code":"123456"}`,
	"POST /auth/verify-phone":                 `{"code":"123456"}`,
	"POST /basket/items":                      `{"item":"product","id":"` + someID + `","quantity":1}`,
	"PATCH /basket/items/{id}":                `{"quantity":2}`,
	"POST /payment/installment":               `{"basketId":"` + someID + `","bin":"415565"}`,
	"POST /payment/hosted":                    `{"basketId":"` + someID + `"}`,
	"POST /payment/3ds/complete":              `{"paymentId":"` + someID + `"}`,
	"POST /payment/bank-transfer":             `{"basketId":"` + someID + `"}`,
	"POST /payment/crypto/{paymentId}/verify": `{"txHash":"0x` + strings.Repeat("ab", 32) + `"}`,
	"POST /event/tickets/check-in":            `{"ticket":"x.y"}`,
}

// Whichever query finds the connection broken, the answer is 503 with Retry-After, or one that needs no Postgres.
func TestABrokenConnectionIs503AtEveryQuery(t *testing.T) {
	t.Parallel()
	f := openFragile(t)
	broken := 0
	for _, r := range f.list() {
		if r.guards.stream || strings.HasPrefix(r.path, "/payment/sandbox/") {
			continue
		}
		path := strings.NewReplacer("{id}", someID, "{paymentId}", someID, "{orderId}", someID, "{shop}", "shop").
			Replace(r.path)
		switch r.path {
		case "/auth/verify-email":
			path += "?token=" + strings.Repeat("a", 43)
		case "/payment/3ds/callback":
			path += "?shop=shop&payment=" + someID
		}
		body := examples[r.method+" "+r.path]
		if body == "" && r.guards.body == bodyJSON {
			body = "{}"
		}
		if body == "" && r.guards.body == bodyForm {
			body = "a=b"
		}
		intact := f.ask(r.method, path, body).Code
		for n := range int64(5) {
			f.whole.Store(n)
			w := f.ask(r.method, path, body)
			f.whole.Store(-1)
			switch w.Code {
			case intact, http.StatusTooManyRequests: // the query was not needed, or its result
			case http.StatusServiceUnavailable:
				broken++
				if w.Header().Get("Retry-After") == "" {
					t.Errorf("%s %s, connection %d: no Retry-After", r.method, r.path, n+1)
				}
			default:
				t.Errorf("%s %s, connection %d: %d %s; intact %d", r.method, r.path, n+1, w.Code, w.Body, intact)
			}
		}
	}
	if broken < 60 {
		t.Errorf("only %d requests found a broken connection", broken)
	}
}

// A statement that Postgres ends, a full pool and a lock that is not released are 503, and none is an error in the log.
func TestLimitsOfPostgresAre503(t *testing.T) {
	t.Parallel()
	f := openFragile(t)
	lock, err := f.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback(context.Background()) //nolint:errcheck // the end of the test
	if _, err := lock.Exec(t.Context(), "LOCK TABLE account_session IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"statement_timeout", "lock_timeout"} {
		var conns []*pgxpool.Conn
		for range 3 { // the pool has four, and lock has one
			c, err := f.pool.Acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Exec(t.Context(), "SET "+setting+" = '50ms'"); err != nil {
				t.Fatal(err)
			}
			conns = append(conns, c)
		}
		for _, c := range conns {
			c.Release()
		}
		if w := f.ask(http.MethodGet, "/auth/me", ""); w.Code != 503 || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", setting, w.Code, w.Body)
		}
	}
	var held []*pgxpool.Conn
	for range 3 {
		c, err := f.pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, c)
	}
	if w := f.ask(http.MethodGet, "/auth/me", ""); w.Code != 503 || w.Header().Get("Retry-After") == "" {
		t.Errorf("a full pool: %d %s", w.Code, w.Body)
	}
	for _, c := range held {
		c.Release()
	}
}

// Which errors pass.
func TestErrorsThatPass(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"deadline":             {context.DeadlineExceeded, true},
		"refused":              {&net.OpError{Op: "dial", Err: errors.New("refused")}, true},
		"end of connection":    {fmt.Errorf("read: %w", io.ErrUnexpectedEOF), true},
		"closed":               {errors.New("conn closed"), true},
		"serialization":        {&pgconn.PgError{Code: "40001"}, true},
		"deadlock":             {fmt.Errorf("save: %w", &pgconn.PgError{Code: "40P01"}), true},
		"shutdown":             {&pgconn.PgError{Code: "57P01"}, true},
		"statement timeout":    {&pgconn.PgError{Code: "57014"}, true},
		"too many connections": {&pgconn.PgError{Code: "53300"}, true},
		"disk full":            {&pgconn.PgError{Code: "53100"}, true},
		"lock":                 {&pgconn.PgError{Code: "55P03"}, true},
		"standby":              {&pgconn.PgError{Code: "25006"}, true},
		"unique":               {&pgconn.PgError{Code: "23505"}, false},
		"syntax":               {&pgconn.PgError{Code: "42601"}, false},
		"no row":               {pgx.ErrNoRows, false},
		"a mistake":            {errors.New("index out of range"), false},
	} {
		if e := unavailable(c.err); (e != nil) != c.want || e != nil && (e.Status != 503 || e.RetryAfter < 1) {
			t.Errorf("%s: %v", name, e)
		}
	}
}

// A request that reads is tried again after a conflict of transactions. One that writes is not.
func TestReadsAreTriedAgainAfterAConflict(t *testing.T) {
	t.Parallel()
	s := &Server{}
	for _, c := range []struct {
		method      string
		fails, want int
		good        bool
	}{{http.MethodGet, 2, 3, true}, {http.MethodGet, 9, attempts, false}, {http.MethodPost, 1, 1, false}} {
		calls := 0
		r := route{method: c.method, do: func(context.Context, *web.Request) (*web.Answer, error) {
			if calls++; calls <= c.fails {
				return nil, &pgconn.PgError{Code: "40001"}
			}
			return nil, nil
		}}
		if _, err := s.attempt(t.Context(), r, nil); calls != c.want || (err == nil) != c.good {
			t.Errorf("%s failing %d times: %d calls, %v", c.method, c.fails, calls, err)
		}
	}
}

// An outage does not fill the log. Few answers are all in it, under their ids.
func TestAnswersWith503AreLoggedWithinBounds(t *testing.T) {
	t.Parallel()
	var b testkit.Buffer
	var l awayLog
	rq := httptest.NewRequest(http.MethodGet, "/auth/me", nil)
	for range 1000 {
		l.note(slog.New(slog.NewTextHandler(&b, nil)), rq, "1", io.EOF)
	}
	lines := slices.Collect(strings.Lines(b.String()))
	if len(lines) < lograte.Burst || len(lines) > 3*lograte.Burst || l.count.Load() != 1000 {
		t.Errorf("%d lines for %d answers", len(lines), l.count.Load())
	}
}
