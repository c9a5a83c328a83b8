package kit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3filter"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
	"vitrine/writesvc"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/auth/password"
)

// Accounts is an app with the write service, two tenants without content, a clock that tests can move, and a mailbox.
type Accounts struct {
	*App
	Mailbox *Mailbox

	mu    sync.Mutex
	moved time.Duration
}

type WriteConfig = writesvc.Config

// CheapHash is the cost of password hashes in tests that do not depend on it.
var CheapHash = password.Cost{Memory: 64, Time: 1, Threads: 1}

// OpenAccounts starts an Accounts. Each change may alter the configuration of the write service.
func OpenAccounts(t testing.TB, changes ...func(*writesvc.Config)) *Accounts {
	t.Helper()
	return OpenAccountsIn(t, func(*boot.Config) {}, changes...)
}

// OpenAccountsIn is like OpenAccounts, and also alters the configuration of the app.
func OpenAccountsIn(t testing.TB, alter func(*boot.Config), changes ...func(*writesvc.Config)) *Accounts {
	t.Helper()
	a := &Accounts{Mailbox: NewMailbox()}
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name, language, status) VALUES
('shop', 'Shop', 'en', 'ACTIVE'), ('other', 'Other', 'tr', 'ACTIVE'),
('closed', 'Closed', 'en', 'DISABLED')`); err != nil {
		t.Fatal(err)
	}
	a.App = Open(t, func(c *boot.Config) {
		c.DatabaseURL, c.Demo, c.Ingest, c.Write, c.Tarpit = db.URL, false, false, true, -1
		c.AdjustWrite = func(w *writesvc.Config) {
			w.Auth.Hash, w.Auth.Now, w.Auth.SiteURL = CheapHash, a.Now, "https://shop.example"
			w.Auth.HashSlots = 4
			w.Auth.PrivateIDPs = writesvc.Loopback // package idptest
			w.Notify.Mail, w.Notify.SMS = a.Mailbox.Sender("mail"), a.Mailbox.Sender("sms")
			for _, change := range changes {
				change(w)
			}
		}
		alter(c)
	})
	return a
}

// Now returns the time of the write service's clock.
func (a *Accounts) Now() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Now().Add(a.moved)
}

// Advance moves the clock.
func (a *Accounts) Advance(d time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.moved += d
}

// Post sends a body to a path of the tenant shop, with headers given as name, value. A body that is no string is
// encoded as JSON.
func (a *Accounts) Post(t testing.TB, path string, body any, headers ...string) *Answer {
	t.Helper()
	r, err := a.Try(t.Context(), http.MethodPost, path, body, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Request sends a request without a body.
func (a *Accounts) Request(t testing.TB, method, path string, headers ...string) *Answer {
	t.Helper()
	r, err := a.Try(t.Context(), method, path, nil, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Try is like Post, for goroutines other than the test's own. The header x-service-client is "shop" unless it is given.
// The value "-" omits a header.
func (a *Accounts) Try(ctx context.Context, method, path string, body any, headers ...string) (*Answer, error) {
	var text []byte
	switch b := body.(type) {
	case nil:
	case string:
		text = []byte(b)
	default:
		var err error
		if text, err = json.Marshal(b); err != nil {
			return nil, err
		}
	}
	rq, err := http.NewRequestWithContext(ctx, method, "http://"+a.Address()+"/v1"+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	rq.Header.Set("x-service-client", "shop")
	if body != nil {
		rq.Header.Set("Content-Type", "application/json")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(headers); i += 2 {
		name := http.CanonicalHeaderKey(headers[i])
		switch {
		case headers[i] == "Host":
			rq.Host = headers[i+1]
		case headers[i+1] == "-":
			rq.Header.Del(name)
		case seen[name]:
			rq.Header.Add(name, headers[i+1])
		default:
			rq.Header.Set(name, headers[i+1])
		}
		seen[name] = true
	}
	res, err := Client.Do(rq)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: read the answer: %w", method, path, err)
	}
	r := &Answer{Status: res.StatusCode, Header: res.Header, Body: answer, JSON: Decode(answer)}
	return r, a.conforms(ctx, rq, r)
}

// conforms checks an answer against the OpenAPI document, if the document has the path.
func (a *Accounts) conforms(ctx context.Context, rq *http.Request, r *Answer) error {
	ref, err := document()
	if err != nil {
		return err
	}
	route, params, err := ref.Router.FindRoute(rq)
	if err != nil {
		return nil //nolint:nilerr // the document does not have the path
	}
	if err := ref.CheckAnswer(ctx, &openapi3filter.RequestValidationInput{Request: rq, PathParams: params, Route: route},
		r); err != nil {
		return fmt.Errorf("%s %s: %d %.300s is not as the document says: %w", rq.Method, rq.URL.Path, r.Status, r.Body, err)
	}
	return nil
}

const Password = "correct horse battery"

// SignUp returns the body of a valid sign-up, changed by pairs of member and value. A dot in a member leads into an
// object.
func SignUp(email string, changes ...any) map[string]any {
	m := map[string]any{
		"email": email, "password": Password, "name": map[string]any{"first": "Ada", "last": "Lovelace"},
		"contact": map[string]any{"mobileNumber": []any{
			map[string]any{"areaCode": 532, "countryCode": 90, "isoCode": "TR", "phoneNumber": 1234567}}},
	}
	for i := 0; i+1 < len(changes); i += 2 {
		at := m
		parts := strings.Split(changes[i].(string), ".")
		for _, p := range parts[:len(parts)-1] {
			at = at[p].(map[string]any)
		}
		last := parts[len(parts)-1]
		if changes[i+1] == nil {
			delete(at, last)
		} else {
			at[last] = changes[i+1]
		}
	}
	return m
}

// A Person is an account with its tokens.
type Person struct{ Id, Email, Access, Refresh string }

// SignUp creates an account.
func (a *Accounts) SignUp(t testing.TB, email string, changes ...any) Person {
	t.Helper()
	r := a.Post(t, "/auth/signup", SignUp(email, changes...)).Want(t, "sign up "+email, 201, "")
	p := PersonOf(r)
	if p.Id == "" || p.Access == "" || p.Refresh == "" {
		t.Fatalf("sign up: %s", r.Body)
	}
	return p
}

// PersonOf returns the account of an answer that begins a session.
func PersonOf(r *Answer) Person {
	return Person{r.Text("data", "user", "id"), r.Text("data", "user", "email"),
		r.Text("data", "tokens", "access", "token"), r.Text("data", "tokens", "refresh", "token")}
}

// As returns the headers of a signed-in request.
func (p Person) As() []string { return []string{"Authorization", "Bearer " + p.Access} }

// MailPatience bounds the wait for a message.
const MailPatience = 60 * time.Second

// WaitOutbox waits until the outbox is empty.
func (a *Accounts) WaitOutbox(t testing.TB) {
	t.Helper()
	a.Write.Wake()
	testkit.Until(t, "the outbox is empty", func() bool {
		var n int
		if err := a.Pool.QueryRow(t.Context(), `SELECT count(*) FROM outbox WHERE done_at IS NULL`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n == 0
	})
}

// Count returns the number that a query selects.
func (a *Accounts) Count(t testing.TB, sql string, args ...any) int {
	t.Helper()
	var n int
	if err := a.Pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Settle stores the settings of a tenant.
func (a *Accounts) Settle(t testing.TB, shop string, c auth.Settings) {
	t.Helper()
	if err := auth.WriteSettings(t.Context(), a.Pool, shop, c); err != nil {
		t.Fatal(err)
	}
}

// Social signs in with an ID token.
func (a *Accounts) Social(t testing.TB, token string, more ...string) *Answer {
	t.Helper()
	body := map[string]string{"provider": "idp", "idToken": token}
	for i := 0; i+1 < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	return a.Post(t, "/auth/social-login", body)
}

// Refresh requests new tokens.
func (a *Accounts) Refresh(t testing.TB, token string, headers ...string) *Answer {
	t.Helper()
	return a.Post(t, "/auth/refresh-tokens", map[string]string{"refreshToken": token}, headers...)
}
