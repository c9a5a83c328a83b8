package attack

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// secretOf returns a token secret, as hex.
func secretOf(c string) string {
	sum := sha256.Sum256([]byte("rotation " + c))
	return hex.EncodeToString(sum[:])
}

// withSecrets sets the token secret, and the previous ones.
func (s *Server) withSecrets(current string, previous ...string) {
	all := s.Env[:0:0]
	for _, v := range s.Env {
		if !strings.HasPrefix(v, "VITRINE_TOKEN_SECRET") {
			all = append(all, v)
		}
	}
	s.Env = append(all, "VITRINE_TOKEN_SECRET="+current)
	if len(previous) > 0 {
		s.Env = append(s.Env, "VITRINE_TOKEN_SECRET_PREVIOUS="+strings.Join(previous, ","))
	}
}

// refused starts the server, expects that it refuses, and returns the last line that it printed.
func (s *Server) refused(t testing.TB) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	var out testkit.Buffer
	cmd := exec.CommandContext(ctx, binary(t), "serve") //nolint:gosec // the binary under test
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = s.Dir, s.Env, &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if err == nil || ctx.Err() != nil {
				t.Errorf("serve did not refuse to start: %v\n%s", err, out.String())
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			return lines[len(lines)-1]
		case <-time.After(20 * time.Millisecond):
		}
		if ready.MatchString(out.String()) {
			t.Error("the server starts with a secret that cannot open what is stored")
			cancel()
			<-ended
			return ""
		}
	}
}

// stop kills the server, and waits until its port is free.
func (s *Server) stop(t testing.TB) {
	t.Helper()
	s.Kill()
	testkit.Until(t, "the port is free", func() bool {
		conn, err := net.Dial("tcp", s.Address)
		if err == nil {
			_ = conn.Close()
		}
		return err != nil
	})
}

// A replaced token secret leaves tickets, sessions and later sales valid.
func TestASecretIsReplacedWithoutALoss(t *testing.T) {
	t.Parallel()
	s := Prepare(t)
	s.withSecrets(secretOf("a"))
	s.Start(t)
	c := s.Tenant(t)
	ada := c.SignUp(t, "ada@example.com")
	event := c.makeEvent(t, "concert", time.Hour)
	gate := c.makeGate(t, "door")
	sell := func(when string) (code string) {
		t.Helper()
		_, codes := c.buyTickets(t, ada, event, 1)
		return codes[0]
	}
	admit := func(what, code string) {
		t.Helper()
		if got := gate.scan(t, code, "nonce-of-"+what); got != "ok" {
			t.Errorf("a ticket sold %s: %s, want ok", what, got)
		}
	}
	before := sell("before")

	s.stop(t)
	s.withSecrets(secretOf("b"))
	line := s.refused(t)
	for _, want := range []string{"VITRINE_TOKEN_SECRET cannot open", "VITRINE_TOKEN_SECRET_PREVIOUS", "secrets rotate"} {
		if line != "" && !strings.Contains(line, want) {
			t.Errorf("the refusal does not say %q: %s", want, line)
		}
	}
	if strings.Contains(line, secretOf("b")) || strings.Contains(line, secretOf("a")) {
		t.Error("the refusal contains a secret")
	}
	s.withSecrets(secretOf("b"), secretOf("a"))
	s.Start(t)
	r := c.Do(t, http.MethodPost, "/auth/refresh-tokens", map[string]string{"refreshToken": ada.Refresh})
	if r.Status != 200 {
		t.Errorf("a session of the previous secret: %d %s", r.Status, r.Body)
		ada = c.SignIn(t, ada.Email, kit.Password)
	} else {
		ada.Access = r.Text("data", "tokens", "access", "token")
	}
	between := sell("between")
	admit("between", between)

	dry, err := s.Run(t, "", "secrets", "rotate", "--dry-run")
	old := regexp.MustCompile(`ticket keys: +0 current, 1 would be encrypted again, 0 not opened`)
	if err != nil || !old.MatchString(dry) {
		t.Errorf("a dry run: %v\n%s", err, dry)
	}
	if out, err := s.Run(t, "", "secrets", "rotate"); err != nil ||
		!regexp.MustCompile(`ticket keys: +0 current, 1 encrypted again, 0 not opened`).MatchString(out) {
		t.Errorf("the rotation: %v\n%s", err, out)
	}
	s.stop(t)
	s.withSecrets(secretOf("b"))
	s.Start(t)
	after := sell("after")
	admit("before", before)
	admit("after", after)
}

// A rotation that is killed leaves every key readable, and is finished by the next.
func TestARotationSurvivesAKill(t *testing.T) {
	t.Parallel()
	const many = 3000
	s := Prepare(t)
	s.withSecrets(secretOf("a"))
	if out, err := s.Run(t, "", "migrate"); err != nil {
		t.Fatalf("migrate: %v\n%s", err, out)
	}
	// Keys of an older version are derived from the secret.
	s.exec(t, `INSERT INTO tenant (id, name, language, status) VALUES ('many', 'Shop', 'en', 'ACTIVE')`)
	var ids []string
	var public [][]byte
	for i := range many {
		id := fmt.Sprintf("%024x", i+1)
		ids, public = append(ids, id), append(public, ticketKeyOfOld(t, secretOf("a"), "many", id))
	}
	s.exec(t, `INSERT INTO ticket_key (tenant_id, id, public, created_at)
SELECT 'many', u.id, u.public, now() FROM unnest($1::text[], $2::bytea[]) u(id, public)`, ids, public)

	s.withSecrets(secretOf("b"), secretOf("a"))
	cmd := exec.CommandContext(t.Context(), binary(t), "secrets", "rotate") //nolint:gosec // the binary under test
	cmd.Dir, cmd.Env = s.Dir, s.Env
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	wrapped := func() int { return s.Count(t, `SELECT count(*) FROM ticket_key WHERE wrapped IS NOT NULL`) }
	testkit.Until(t, "a key is wrapped", func() bool { return wrapped() > 0 })
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	done := wrapped()
	if done == 0 || done == many || done%100 != 0 {
		t.Logf("killed after %d of %d keys", done, many) // a fast machine finishes first
	}
	again, err := s.Run(t, "", "secrets", "rotate")
	want := fmt.Sprintf("ticket keys:       %d current, %d encrypted again, 0 not opened", done, many-done)
	if err != nil || !strings.Contains(again, want) {
		t.Errorf("the next rotation: %v\n%s; want %q", err, again, want)
	}
	s.withSecrets(secretOf("b"))
	if out, err := s.Run(t, "", "secrets", "rotate", "--dry-run"); err != nil ||
		!strings.Contains(out, fmt.Sprintf("%d current, 0 would be encrypted again, 0 not opened", many)) {
		t.Errorf("without the previous secret: %v\n%s", err, out)
	}
	for i, id := range ids[:3] {
		var got []byte
		if err := s.Pool.QueryRow(t.Context(), `SELECT public FROM ticket_key WHERE tenant_id = 'many' AND id = $1`,
			id).Scan(&got); err != nil || string(got) != string(public[i]) {
			t.Errorf("the public key %s changed: %v", id, err)
		}
	}

	// The secret is lost: every key is reported, and replaced on request alone.
	s.withSecrets(secretOf("c"))
	if out, err := s.Run(t, "", "secrets", "rotate"); err == nil || !strings.Contains(out, "--replace-lost") {
		t.Errorf("a lost secret: %v\n%s", err, out)
	}
	if n := s.Count(t, `SELECT count(*) FROM ticket_key WHERE retired_at IS NULL`); n != many {
		t.Errorf("%d keys are left, want %d", n, many)
	}
	if out, err := s.Run(t, "", "secrets", "rotate", "--replace-lost"); err != nil ||
		!strings.Contains(out, fmt.Sprintf("%d not opened and replaced", many)) {
		t.Errorf("replace: %v\n%s", err, out)
	}
	if n := s.Count(t, `SELECT count(*) FROM ticket_key WHERE retired_at IS NOT NULL`); n != many {
		t.Errorf("%d keys are retired, want %d: their public halves stay", n, many)
	}
}

// ticketKeyOfOld returns the public key that older versions derived from a secret.
func ticketKeyOfOld(t testing.TB, secret, tenant, kid string) []byte {
	t.Helper()
	key, err := hex.DecodeString(secret)
	if err != nil {
		t.Fatal(err)
	}
	own := hmac.New(sha256.New, key)
	own.Write([]byte("ticket"))
	h := hmac.New(sha256.New, own.Sum(nil))
	h.Write([]byte("ticket\x00" + tenant + "\x00" + kid))
	return ed25519.NewKeyFromSeed(h.Sum(nil)).Public().(ed25519.PublicKey)
}

// A replaced pepper leaves passwords, device tokens and links valid. Once customers have signed in, the previous one is
// not needed for them.
func TestAPepperIsReplacedWithoutALoss(t *testing.T) {
	t.Parallel()
	s := Prepare(t)
	base := s.Env
	restart := func(settings ...string) {
		t.Helper()
		s.stop(t)
		s.Env = append(append([]string{}, base...), settings...)
		s.Start(t)
	}
	a, b := "VITRINE_PEPPER="+secretOf("first pepper"), "VITRINE_PEPPER="+secretOf("second pepper")
	s.Env = append(append([]string{}, base...), a)
	s.Start(t)
	c := s.Tenant(t)
	ada, bob := c.SignUp(t, "ada@example.com"), c.SignUp(t, "bob@example.com")
	right := login(ada.Email, kit.Password)
	token := c.Post(t, "/auth/login", right, 200).Text("data", "device", "token")
	c.Post(t, "/auth/forgot-password", map[string]string{"email": bob.Email}, 200)
	link := links(t, s, bob.Email, 1)[0]

	restart(b, strings.Replace(a, "=", "_PREVIOUS=", 1))
	for range 12 {
		c.At(Address()).Do(t, http.MethodPost, "/auth/login", login(ada.Email, "wrong horse"))
	}
	c.At(Address()).Post(t, "/auth/login", right, 200, "X-Device-Token", token) // a stranger gets 429
	c.Post(t, "/auth/reset-password?token="+link, map[string]string{"password": "a new long one"}, 200)

	restart(b)
	pass(t, s, time.Hour)
	c.At(Address()).Post(t, "/auth/login", right, 200)
	c.At(Address()).Post(t, "/auth/login", login(bob.Email, "a new long one"), 200)
}
