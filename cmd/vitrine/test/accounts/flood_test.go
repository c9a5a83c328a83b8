package accounts

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/auth/idp"
	"vitrine/writesvc/auth/password"
	"vitrine/writesvc/limit"
)

// The gateway itself repeats a 429 to a client that does not slow down. This costs neither a query nor a hash.
func TestTheGatewayItselfRepeatsA429(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccountsIn(t, func(c *boot.Config) { c.Tarpit = time.Millisecond },
		func(w *kit.WriteConfig) { w.Auth.Limits.FailAddress = limit.Limit{Burst: 3, Every: time.Hour} })
	wrong := map[string]string{"email": "ada@example.com", "password": "wrong horse"}
	first := a.Post(t, "/auth/login", wrong).Want(t, "the first", 401, "INVALID_CREDENTIALS")
	run, _, _ := strings.Cut(first.Header.Get("X-Request-Id"), "-") // the run of the write service
	for range 2 {
		a.Post(t, "/auth/login", wrong).Want(t, "another", 401, "INVALID_CREDENTIALS")
	}
	testkit.Until(t, "the gateway answers", func() bool {
		r := a.Post(t, "/auth/login", wrong).Want(t, "too many", 429, "TOO_MANY_REQUESTS")
		if n, err := strconv.Atoi(r.Header.Get("Retry-After")); err != nil || n < 1 || n > 3600 {
			t.Errorf("Retry-After: %q", r.Header.Get("Retry-After"))
		}
		if r.Header.Get("X-Barred-Address") != "" {
			t.Error("a header that is for the gateway only reached the client")
		}
		return !strings.HasPrefix(r.Header.Get("X-Request-Id"), run)
	})
	a.Post(t, "/auth/login", wrong, "x-service-client", "other").Want(t, "in another shop", 401, "INVALID_CREDENTIALS")
	a.SignUp(t, "bob@example.com")
}

// A limit per address counts every grant and every request for a message.
func TestLimitsByAddressHoldEverywhere(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) {
		l := &w.Auth.Limits
		l.FailAddress, l.SignUp, l.Send = limit.Limit{Burst: 2, Every: time.Hour}, limit.Limit{Burst: 2, Every: time.Hour},
			limit.Limit{Burst: 2, Every: time.Hour}
	})
	a.Settle(t, "shop",
		auth.Settings{Providers: map[string]idp.Provider{
			"idp": {Issuer: "https://idp.example", Audiences: []string{"x"}, JWKSURI: "https://idp.example/keys"}}})
	p := a.SignUp(t, "ada@example.com")
	a.SignUp(t, "bob@example.com")
	limited := func(path string, body any, headers ...string) {
		t.Helper()
		if r := a.Post(t, path, body, headers...).Want(t, path, 429, "TOO_MANY_REQUESTS"); r.Header.Get("Retry-After") == "" {
			t.Errorf("%s: 429 without Retry-After", path)
		}
	}
	limited("/auth/signup", kit.SignUp("eve@example.com"))
	for i := range 2 {
		a.Post(t, "/auth/forgot-password", map[string]string{"email": fmt.Sprintf("somebody%d@example.com", i)}).Want(t,
			"forgot", 200, "")
	}
	limited("/auth/forgot-password", map[string]string{"email": "somebody3@example.com"})
	limited("/auth/resend-otp", map[string]string{"email": "somebody4@example.com"})
	for i := range 2 {
		a.Post(t, "/auth/login", map[string]string{"email": fmt.Sprintf("nobody%d@example.com", i),
			"password": "wrong horse"}).Want(t, "login", 401, "INVALID_CREDENTIALS")
	}
	limited("/auth/login", map[string]string{"email": p.Email, "password": kit.Password})
	limited("/auth/verify-otp", map[string]string{"email": p.Email, "otp": "000000"})
	a.Post(t, "/auth/verify-phone", map[string]string{"otp": "000000"}, p.As()...).Want(t, "with a live session", 400,
		"INVALID_CODE")
	a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": kit.Password}, p.As()...).Want(t,
		"with a live session", 200, "")
	limited("/auth/social-login", map[string]string{"provider": "idp", "idToken": "x.y.z"})
	a.Advance(2 * time.Hour)
	a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": kit.Password}).Want(t, "later", 200, "")
}

// Sign-ins beyond the hash slots and the queue receive a 429. No other error occurs, and the rest succeed.
func TestConcurrentSignInsBeyondTheSlotsAreRefused(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) {
		w.Auth.HashSlots, w.Auth.HashQueue, w.Auth.Hash = 1, 1, password.Cost{Memory: 8 << 10, Time: 2, Threads: 1}
		w.Auth.Limits.FailAddress.Burst, w.Auth.Limits.FailAccount.Burst = 100_000, 100_000
	})
	a.SignUp(t, "ada@example.com")
	var in, sent atomic.Int64
	testkit.Until(t, "some are let in and some are sent away", func() bool {
		var wg sync.WaitGroup
		for range 24 {
			wg.Go(func() {
				r, err := a.Try(t.Context(), http.MethodPost, "/auth/login",
					map[string]string{"email": "ada@example.com", "password": kit.Password})
				switch {
				case err != nil:
					t.Error(err)
				case r.Status == 200:
					in.Add(1)
				default:
					r.Want(t, "one too many", 429, "TOO_MANY_REQUESTS")
					sent.Add(1)
				}
			})
		}
		wg.Wait()
		return in.Load() > 0 && sent.Load() > 0
	})
}

// Slowloris: the server cuts off heads and bodies that arrive a byte at a time, and readers are not delayed.
func TestSlowHeadsAndBodiesAreCutOff(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	const head = "POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nx-service-client: shop\r\nContent-Type: application/json\r\n"
	begin := map[string]struct{ now, slowly string }{
		"head":            {"", head + "X-Slow: " + strings.Repeat("a", 1<<20)},
		"body":            {head + "Content-Length: 60000\r\n\r\n", "{" + strings.Repeat(" ", 59_000)},
		"body in chunks":  {head + "Transfer-Encoding: chunked\r\n\r\n", strings.Repeat("1\r\n \r\n", 10_000)},
		"head of a read":  {"", "GET /v1/product HTTP/1.1\r\nHost: x\r\nX-Slow: " + strings.Repeat("a", 1<<20)},
		"nothing but CRs": {"", strings.Repeat("\r\n", 1<<19)},
	}
	var wg sync.WaitGroup
	done := make(chan struct{})
	for what, b := range begin {
		for range 8 {
			wg.Go(func() {
				c, err := net.Dial("tcp", a.Address())
				if err != nil {
					t.Error(err)
					return
				}
				defer c.Close()
				if err := drip(c, b.now, b.slowly); err != nil {
					t.Errorf("%s: %v", what, err)
				}
			})
		}
	}
	go func() {
		wg.Wait()
		close(done)
	}()
	for {
		select {
		case <-done:
			return
		case <-time.After(20 * time.Millisecond):
			a.Post(t, "/auth/login", map[string]string{"email": "ada@example.com"}).Want(t, "somebody else meanwhile", 400,
				"INVALID_PARAMETER")
		}
	}
}

// drip sends the first text at once and the second a few bytes at a time, until the server closes the connection.
func drip(c net.Conn, now, slowly string) error {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_, _ = io.Copy(io.Discard, c) // an answer may come first
	}()
	if _, err := io.WriteString(c, now); err != nil {
		return fmt.Errorf("it was refused at once: %w", err)
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	late := time.After(kit.MailPatience)
	for len(slowly) > 3 {
		select {
		case <-closed:
			return nil
		case <-late:
			return fmt.Errorf("it is still there after %s", kit.MailPatience)
		case <-tick.C:
			_, _ = io.WriteString(c, slowly[:3]) // only a read shows that it is closed
			slowly = slowly[3:]
		}
	}
	return fmt.Errorf("it took all of it")
}

// Request bodies are never decompressed.
func TestCompressedBodiesAreNotDecompressed(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	var bomb bytes.Buffer
	z, err := gzip.NewWriterLevel(&bomb, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 50 {
		if _, err := z.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, coding := range []string{"gzip", "GZIP", "x-gzip", "br", "identity, gzip", "deflate", "identity"} {
		a.Post(t, "/auth/login", bomb.String(), "Content-Encoding", coding).Want(t, coding, 415, "UNSUPPORTED_MEDIA_TYPE")
	}
	a.Post(t, "/auth/login", bomb.String()).Want(t, "without saying so", 400, "INVALID_REQUEST")
}

// An error about a size names the limit.
func TestErrorsNameTheSizeLimit(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	const most = 64 << 10
	for _, path := range []string{"/auth/login", "/product"} {
		r := a.Post(t, path, strings.Repeat("x", most+1))
		if r.Status != 413 || r.Text("code") != "PAYLOAD_TOO_LARGE" ||
			!strings.Contains(r.Text("message"), strconv.Itoa(most)) {
			t.Errorf("POST %s: %d %s", path, r.Status, r.Body)
		}
	}
	if r := a.Request(t, http.MethodGet, "/auth/me", "X-Long", strings.Repeat("x", 20_000)); r.Status != 431 ||
		!strings.Contains(r.Text("message"), strconv.Itoa(16<<10)) {
		t.Errorf("a long header: %d %s", r.Status, r.Body)
	}
}
