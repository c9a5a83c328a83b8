package boot

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3filter"

	"vitrine/internal/schema/schematest"
	"vitrine/writesvc"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/notify"
)

// An authHouse is a house with a write service, two shops without content, a clock that can be moved, and a letter box.
type authHouse struct {
	*House
	box *letterBox

	mu    sync.Mutex
	moved time.Duration
}

type writesvcConfig = writesvc.Config

// cheap is what a hash costs where its cost is not the point.
var cheap = auth.HashCost{Memory: 64, Time: 1, Threads: 1}

// openAuth starts one. Each change may alter the write service before it is made.
func openAuth(t testing.TB, changes ...func(*writesvc.Config)) *authHouse {
	t.Helper()
	return openAuthIn(t, func(*Config) {}, changes...)
}

// openAuthIn is openAuth in a house that is altered too.
func openAuthIn(t testing.TB, alter func(*Config), changes ...func(*writesvc.Config)) *authHouse {
	t.Helper()
	a := &authHouse{box: newLetterBox()}
	db := schematest.Open(t)
	if _, err := db.Pool.Exec(t.Context(), `INSERT INTO tenant (id, name, language, status) VALUES
('shop', 'Shop', 'en', 'ACTIVE'), ('other', 'Other', 'tr', 'ACTIVE'), ('closed', 'Closed', 'en', 'DISABLED')`); err != nil {
		t.Fatal(err)
	}
	a.House = openHouse(t, func(c *Config) {
		c.DatabaseURL, c.Demo, c.Ingest, c.Write, c.Tarpit = db.URL, false, false, true, -1
		c.AdjustWrite = func(w *writesvc.Config) {
			w.Auth.Hash, w.Auth.Now, w.Auth.SiteURL = cheap, a.now, "https://shop.example"
			w.Auth.HashSlots = 4
			w.Notify.Mail, w.Notify.SMS = a.box.sender("mail"), a.box.sender("sms")
			for _, change := range changes {
				change(w)
			}
		}
		alter(c)
	})
	return a
}

// now is the clock of auth.
func (a *authHouse) now() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Now().Add(a.moved)
}

// later moves the clock.
func (a *authHouse) later(d time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.moved += d
}

// post sends a body to a path of the shop, with headers as name, value. A body that is no string is written as JSON.
func (a *authHouse) post(t testing.TB, path string, body any, headers ...string) *reply {
	t.Helper()
	r, err := a.try(t.Context(), http.MethodPost, path, body, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// ask is post with another method and no body.
func (a *authHouse) ask(t testing.TB, method, path string, headers ...string) *reply {
	t.Helper()
	r, err := a.try(t.Context(), method, path, nil, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// try is post for goroutines that are not the test's own. "x-service-client" is shop, unless it is given; "-" leaves a header out.
func (a *authHouse) try(ctx context.Context, method, path string, body any, headers ...string) (*reply, error) {
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
	rq, err := http.NewRequestWithContext(ctx, method, "http://"+a.address()+"/v1"+path, bytes.NewReader(text))
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
	res, err := client.Do(rq)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: read the answer: %w", method, path, err)
	}
	r := &reply{Status: res.StatusCode, Header: res.Header, Body: answer, JSON: decode(answer)}
	return r, a.judge(ctx, rq, r)
}

// judge holds an answer to the document, where it has the address.
func (a *authHouse) judge(ctx context.Context, rq *http.Request, r *reply) error {
	ref, err := theReferee()
	if err != nil {
		return err
	}
	route, params, err := ref.router.FindRoute(rq)
	if err != nil {
		return nil //nolint:nilerr // the document does not have it
	}
	if err := ref.answer(ctx, &openapi3filter.RequestValidationInput{Request: rq, PathParams: params, Route: route}, r); err != nil {
		return fmt.Errorf("%s %s: %d %.300s is not as the document says: %w", rq.Method, rq.URL.Path, r.Status, r.Body, err)
	}
	return nil
}

// want fails the test unless an answer has a status and, for errors, a code.
func (r *reply) want(t testing.TB, what string, status int, code string) *reply {
	t.Helper()
	if got, _ := r.at("code").(string); r.Status != status || got != code {
		t.Errorf("%s: %d %.400s; want %d %s", what, r.Status, r.Body, status, code)
	}
	if r.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%s: Cache-Control: %q", what, r.Header.Get("Cache-Control"))
	}
	return r
}

// text is a string in an answer, "" where there is none.
func (r *reply) text(path ...any) string {
	s, _ := r.at(path...).(string)
	return s
}

const goodPassword = "correct horse battery"

// somebody is a sign-up that is in order, with changes as member, value, where a dot leads into an object.
func somebody(email string, changes ...any) map[string]any {
	m := map[string]any{
		"email": email, "password": goodPassword, "name": map[string]any{"first": "Ada", "last": "Lovelace"},
		"contact": map[string]any{"mobileNumber": []any{map[string]any{"areaCode": 532, "countryCode": 90, "isoCode": "TR", "phoneNumber": 1234567}}},
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

// A person is somebody who signed up, and his tokens.
type person struct{ id, email, access, refresh string }

// signUp signs somebody up.
func (a *authHouse) signUp(t testing.TB, email string, changes ...any) person {
	t.Helper()
	r := a.post(t, "/auth/signup", somebody(email, changes...)).want(t, "sign up "+email, 201, "")
	p := personOf(r)
	if p.id == "" || p.access == "" || p.refresh == "" {
		t.Fatalf("sign up: %s", r.Body)
	}
	return p
}

// personOf is who an answer that begins a session is about.
func personOf(r *reply) person {
	return person{r.text("data", "user", "id"), r.text("data", "user", "email"), r.text("data", "tokens", "access", "token"), r.text("data", "tokens", "refresh", "token")}
}

// as is the header of somebody who is signed in.
func (p person) as() []string { return []string{"Authorization", "Bearer " + p.access} }

// A letterBox takes what is sent.
type letterBox struct {
	mu   sync.Mutex
	cond *sync.Cond
	got  []boxed
}

type boxed struct {
	channel string
	notify.Message
}

func newLetterBox() *letterBox {
	b := &letterBox{}
	b.cond = sync.NewCond(&b.mu)
	return b
}

type boxSender struct {
	*letterBox
	channel string
}

func (b *letterBox) sender(channel string) notify.Sender { return boxSender{b, channel} }

func (s boxSender) Send(_ context.Context, m notify.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, boxed{s.channel, m})
	s.cond.Broadcast()
	return nil
}

// next waits for a message on a channel to somebody whose text has a word, and takes it out.
func (b *letterBox) next(t testing.TB, channel, to, word string) notify.Message {
	t.Helper()
	late := time.AfterFunc(patienceAuth, b.cond.Broadcast)
	defer late.Stop()
	deadline := time.Now().Add(patienceAuth)
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		for i, m := range b.got {
			if m.channel == channel && m.To == to && strings.Contains(m.Text+m.Subject, word) {
				b.got = append(b.got[:i:i], b.got[i+1:]...)
				return m.Message
			}
		}
		if !time.Now().Before(deadline) {
			t.Fatalf("no %s to %s with %q; there is %+v", channel, to, word, b.got)
		}
		b.cond.Wait()
	}
}

// patienceAuth is how long what must come is waited for.
const patienceAuth = 60 * time.Second

// idle waits until the outbox has nothing left to do.
func (a *authHouse) idle(t testing.TB) {
	t.Helper()
	a.Write.Wake()
	until(t, "the outbox is empty", func() bool {
		var n int
		if err := a.Pool.QueryRow(t.Context(), `SELECT count(*) FROM outbox WHERE done_at IS NULL`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n == 0
	})
}

// count is a number that a query gives.
func (a *authHouse) count(t testing.TB, sql string, args ...any) int {
	t.Helper()
	var n int
	if err := a.Pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// tokenKey is the private key of a name, made as the write service makes it: what somebody could sign with who has the secret.
func tokenKey(t testing.TB, secret []byte, kid string) ed25519.PrivateKey {
	t.Helper()
	seed, err := hkdf.Key(sha256.New, secret, nil, "vitrine access token "+kid, ed25519.SeedSize)
	if err != nil {
		t.Fatal(err)
	}
	return ed25519.NewKeyFromSeed(seed)
}
