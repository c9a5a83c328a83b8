package attack

import (
	"net/http"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

func contains(s string, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(s, part) {
			return false
		}
	}
	return true
}

// Anyone can make a shop send an email to somebody else by signing up. A name does not become a link in it.
func TestANameIsNoLinkInAnEmail(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	for _, name := range []string{"evil.example", "www.evil.example", "https://evil.example/x", "eve@evil.example",
		"evil．example", "evil.c\u00adom", "Call +90 532 123 45 67", "пример.рф"} {
		for _, member := range []string{"name.first", "name.last"} {
			r := c.Do(t, http.MethodPost, "/auth/signup", kit.SignUp("victim@example.com", member, name))
			if r.Status != 400 || r.Text("errors", 0, "field") != member {
				t.Errorf("%s %q: %d %s", member, name, r.Status, kit.Excerpt(r.Body))
			}
		}
	}
	// A name of before is left out.
	email := c.Tenant + "@example.com"
	p := c.SignUp(t, email)
	c.Mail(t, email, "Hello Ada,")
	c.exec(t, `UPDATE account SET first_name = 'Prize at evil.example' WHERE tenant_id = $1 AND id = $2`, c.Tenant, p.Id)
	c.Post(t, "/auth/forgot-password", map[string]string{"email": email}, 200)
	if m := c.Mail(t, email, "set a new password"); strings.Contains(m.Subject+m.Text+m.HTML, "evil") ||
		!strings.HasPrefix(m.Text, "Hello,") {
		t.Errorf("the email: %s", m.Text[:min(60, len(m.Text))])
	}
}
