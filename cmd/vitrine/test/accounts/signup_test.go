package accounts

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/writesvc/auth"
)

func TestASignUpSignsIn(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	r := a.Post(t, "/auth/signup", kit.SignUp("  Ada.Lovelace@EXAMPLE.com ")).Want(t, "sign up", 201, "")
	if r.Text("data", "user", "email") != "ada.lovelace@example.com" ||
		r.Text("data", "user", "name", "last") != "Lovelace" {
		t.Errorf("user: %s", r.Body)
	}
	if strings.Contains(string(r.Body), kit.Password) || strings.Contains(string(r.Body), "argon2") {
		t.Errorf("the answer has the password: %s", r.Body)
	}
	p := kit.PersonOf(r)
	me := a.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "me", 200, "")
	if me.Text("data", "id") != p.Id || me.At("data", "emailVerified") != false ||
		me.Text("data", "phone") != "+905321234567" {
		t.Errorf("me: %s", me.Body)
	}
	a.Post(t, "/auth/signup", kit.SignUp("ADA.LOVELACE@example.com")).Want(t, "the same address again", 409, "EMAIL_TAKEN")
	a.Post(t, "/auth/signup", kit.SignUp("ada.lovelace@example.com"), "x-service-client", "other").Want(t,
		"in another shop", 201, "")
	if m := a.Mailbox.Next(t, "mail", p.Email, "https://shop.example/verify-email?token=shop~"); m.HTML == "" ||
		m.FromName != "Shop" {
		t.Errorf("the email: %+v", m)
	}
}

// Without tokens, a sign-up answers alike whether or not the address has an account. The owner gets an email.
func TestASignUpWithoutTokensRevealsNoAccount(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	a.Settle(t, "shop", auth.Settings{VerifyFirst: true})
	first := a.Post(t, "/auth/signup", kit.SignUp("ada@example.com")).Want(t, "new", 201, "")
	a.Mailbox.Next(t, "mail", "ada@example.com", "verify-email?token=")
	again := kit.SignUp("Ada@example.com", "name.first", "Eve", "password", "another horse")
	second := a.Post(t, "/auth/signup", again).Want(t, "taken", 201, "")
	if first.At("data", "tokens") != nil || second.At("data", "tokens") != nil ||
		len(second.Text("data", "user", "id")) != len(first.Text("data", "user", "id")) ||
		second.Text("data", "user", "id") == first.Text("data", "user", "id") ||
		second.Text("data", "user", "name", "first") != "Eve" || len(second.Header) != len(first.Header) {
		t.Errorf("they can be distinguished:\n%s\n%s", first.Body, second.Body)
	}
	// Nobody has proved the address yet, so the owner gets a link to do so.
	verify := linkIn(t, a.Mailbox.Next(t, "mail", "ada@example.com", "verify-email?token="))
	a.Post(t, "/auth/verify-email?token="+url.QueryEscape(verify), map[string]string{"password": kit.Password}).Want(t,
		"verify", 200, "")
	a.Advance(2 * time.Minute)
	a.Post(t, "/auth/signup", again).Want(t, "taken and proved", 201, "")
	a.Mailbox.Next(t, "mail", "ada@example.com", "already have an account")
	a.Post(t, "/auth/login", map[string]string{"email": "ada@example.com", "password": "another horse"}).Want(t,
		"the password of the second sign-up", 401, "INVALID_CREDENTIALS")
	if n := a.Count(t, `SELECT count(*) FROM account`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestASignInNeedsTheRightPassword(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	r := a.Post(t, "/auth/login", map[string]string{"email": "Ada@Example.com", "password": kit.Password}).Want(t,
		"log in", 200, "")
	if got := kit.PersonOf(r); got.Id != p.Id || got.Access == "" || got.Access == p.Access {
		t.Errorf("log in: %s", r.Body)
	}
	wrong := a.Post(t, "/auth/login", map[string]string{"email": "ada@example.com", "password": "another horse"}).Want(t,
		"wrong", 401, "INVALID_CREDENTIALS")
	unknown := a.Post(t, "/auth/login", map[string]string{"email": "bob@example.com", "password": "another horse"}).Want(t,
		"unknown", 401, "INVALID_CREDENTIALS")
	if wrong.Text("message") != unknown.Text("message") ||
		wrong.Header.Get("WWW-Authenticate") != unknown.Header.Get("WWW-Authenticate") {
		t.Errorf("wrong and unknown can be distinguished:\n%s\n%s", wrong.Body, unknown.Body)
	}
	a.Post(t, "/auth/login", map[string]string{"email": "ada@example.com", "password": kit.Password}, "x-service-client",
		"other").Want(t, "in another shop", 401, "INVALID_CREDENTIALS")
}

func TestKeysOfAccessTokensArePublished(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	for _, path := range []string{"/v1/.well-known/jwks.json", "/.well-known/jwks.json"} {
		r := a.Send(t, http.MethodGet, path)
		var set struct {
			Keys []map[string]string `json:"keys"`
		}
		if err := json.Unmarshal(r.Body, &set); err != nil || r.Status != 200 || len(set.Keys) != 1 ||
			set.Keys[0]["crv"] != "Ed25519" || set.Keys[0]["d"] != "" {
			t.Errorf("%s: %d %s", path, r.Status, r.Body)
		}
	}
}
