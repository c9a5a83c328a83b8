package attack

import (
	"net/http"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// TestTheServerIsReal shows that the harness attacks a server that signs people up and sends mail.
func TestTheServerIsReal(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	p := c.SignUp(t, "ada@example.com")
	if c.Mail(t, "ada@example.com", "").To == "" {
		t.Error("no mail")
	}
	if r := c.As(p).Do(t, http.MethodGet, "/auth/me", nil); r.Status != 200 || r.Text("data", "email") == "" {
		t.Errorf("me: %d %s", r.Status, kit.Excerpt(r.Body))
	}
}
