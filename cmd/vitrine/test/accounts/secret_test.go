package accounts

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// No secret is stored as it was sent, or written to a log, an error or a metric.
func TestSecretsAreNeitherStoredNorLogged(t *testing.T) {
	t.Parallel()
	var log testkit.Buffer
	a := kit.OpenAccountsIn(t, func(c *boot.Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	p := a.SignUp(t, "ada@example.com")
	secrets := []string{kit.Password, p.Access, p.Refresh, "wrong horse secret"}
	secrets = append(secrets, linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "verify-email")))
	a.Post(t, "/auth/resend-otp", map[string]string{"email": p.Email, "method": "email"}).Want(t, "resend", 200, "")
	code := codeIn(a.Mailbox.Next(t, "mail", p.Email, "your code"))
	a.Post(t, "/auth/forgot-password", map[string]string{"email": p.Email}).Want(t, "forgot", 200, "")
	secrets = append(secrets, linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "reset-password")))
	var said strings.Builder
	for _, r := range []*kit.Answer{
		a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": "wrong horse secret"}),
		a.Post(t, "/auth/login", `{"password":"wrong horse secret","email":"`+p.Email+`","x":"`+p.Refresh+`"}`),
		a.Post(t, "/auth/login", `{"password":"wrong horse secret`),
		a.Post(t, "/auth/login", `"wrong horse secret"`, "Content-Type", "text/plain"),
		a.Post(t, "/auth/logout", map[string]string{"refreshToken": p.Refresh + "x"}),
		a.Post(t, "/auth/reset-password?token="+secrets[4], map[string]string{"password": "short"}),
		a.Request(t, http.MethodGet, "/auth/me", "Authorization", "Bearer "+p.Access+"x"),
		a.Send(t, http.MethodGet, "/metrics"),
	} {
		said.Write(r.Body)
	}
	// By default, fasthttp logs what it read before a malformed header.
	if line := a.StatusLine(t,
		"POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nBad Header : x\r\nAuthorization: Bearer "+p.Access+
			"\r\nContent-Length: 30\r\n\r\n{\"password\":\"wrong horse secret\"}"); !strings.Contains(line, " 400 ") {
		t.Errorf("a malformed header: %q", line)
	}
	a.WaitOutbox(t)
	tables := dump(t, a.App, "account", "account_session", "account_code", "account_audit", "outbox", "rate", "spent",
		"tenant_auth", "token_key")
	logged := log.String()
	for _, s := range secrets {
		for where, text := range map[string]string{"an answer": said.String(), "the log": logged, "a table": tables} {
			if strings.Contains(text, s) {
				t.Errorf("%s holds %.30s…", where, s)
			}
		}
	}
	if strings.Contains(tables, `"`+code+`"`) || strings.Contains(logged, code) {
		t.Errorf("a code is kept or logged: %s", code)
	}
	if !strings.Contains(tables, "$argon2id$") {
		t.Error("the dump does not even show the hash: it proves nothing")
	}
}

// dump returns all rows of tables, as JSON.
func dump(t testing.TB, h *kit.App, tables ...string) string {
	t.Helper()
	var all strings.Builder
	for _, table := range tables {
		var text string
		if err := h.Pool.QueryRow(t.Context(), `SELECT coalesce(string_agg(to_jsonb(x)::text, E'\n'), '') FROM `+table+
			` x`).Scan(&text); err != nil {
			t.Fatal(err)
		}
		all.WriteString(text)
	}
	return all.String()
}
