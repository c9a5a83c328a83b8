package attack

import (
	"net/http"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// Nobody signs up with an address that looks like that of somebody else.
func TestNoAccountHasAnAddressThatLooksLikeAnother(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	owner := c.SignUp(t, "ada@example.com")
	for _, like := range []string{"a\u034fda@example.com", "ada\ufe0f@example.com", "ada\u3164@example.com",
		"a\u17b5da@example.com", "\u115fada@example.com", "a\u180bda@example.com", "ada\U000e0101@example.com",
		"a\u0640da@example.com", "\u0430da@example.com", "ad\u0430@example.com"} {
		if r := c.Do(t, http.MethodPost, "/auth/signup", kit.SignUp(like)); r.Status != 400 {
			t.Errorf("%+q: %d %s", like, r.Status, r.Text("code"))
		}
	}
	// Other ways to write an address lead to the same account.
	for _, same := range []string{"ADA@EXAMPLE.COM", "ａｄａ@example.com", "ada＠example。com", "ada@exam\u034fple.com",
		"ada@exa\u00admple.com."} {
		if r := c.Do(t, http.MethodPost, "/auth/signup", kit.SignUp(same)); r.Text("code") != "EMAIL_TAKEN" {
			t.Errorf("%+q: %d %s", same, r.Status, r.Text("code"))
		}
		r := c.Do(t, http.MethodPost, "/auth/login", map[string]string{"email": same, "password": kit.Password})
		if p := kit.PersonOf(r); p.Id != owner.Id {
			t.Errorf("%+q signs in: %d %s", same, r.Status, r.Text("code"))
		}
	}
	if n := c.Count(t, `SELECT count(*) FROM account WHERE tenant_id = $1`, c.Tenant); n != 1 {
		t.Errorf("%d accounts, want 1", n)
	}
	// Addresses outside ASCII (RFC 6531) are accepted, and found in any case.
	for _, good := range []string{"şükrü@örnek.com.tr", "用户@例子.中国", "ναύτης@example.gr", "иван.петров@example.org",
		"دانا@example.com"} {
		c.SignUp(t, good)
	}
	c.Post(t, "/auth/login", map[string]string{"email": "ŞÜKRÜ@ÖRNEK.com.tr", "password": kit.Password}, 200)
	c.SignUp(t, "ibrahim@example.com")
	c.Post(t, "/auth/login", map[string]string{"email": "İBRAHİM@example.com", "password": kit.Password}, 200)
}

// Accounts of before keep their address and stay apart. An operator finds them, and handles them by their id.
func TestAccountsWithAnOlderAddressStay(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	const older = "a\u034fda@example.com"
	p, q := c.SignUp(t, "ada@example.com"), c.SignUp(t, "eve@example.com")
	if _, err := c.Pool.Exec(t.Context(), `UPDATE account SET email = $3 WHERE tenant_id = $1 AND id = $2`, c.Tenant, q.Id,
		older); err == nil {
		t.Error("the database accepts an address with a hidden character")
	}
	c.exec(t, `UPDATE account SET email = $3, email_older = true WHERE tenant_id = $1 AND id = $2`, c.Tenant, q.Id, older)
	for email, id := range map[string]string{"ada@example.com": p.Id, older: q.Id} {
		r := c.Post(t, "/auth/login", map[string]string{"email": email, "password": kit.Password}, 200)
		if got := kit.PersonOf(r).Id; got != id {
			t.Errorf("%+q signs in as %s, want %s", email, got, id)
		}
	}
	out, err := c.Run(t, "", "user", "list", "--older", c.Tenant)
	if err != nil || !contains(out, q.Id, `a\u034fda@example.com`) || contains(out, p.Id) {
		t.Errorf("user list --older: %v\n%s", err, out)
	}
	if out, err := c.Run(t, "", "user", "lock", c.Tenant, q.Id); err != nil || !contains(out, "is locked") {
		t.Errorf("user lock: %v\n%s", err, out)
	}
	c.Post(t, "/auth/login", map[string]string{"email": "ada@example.com", "password": kit.Password}, 200)
	c.Post(t, "/auth/login", map[string]string{"email": older, "password": kit.Password}, 401)
}
