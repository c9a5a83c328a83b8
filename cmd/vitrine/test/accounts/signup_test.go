package accounts

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
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
