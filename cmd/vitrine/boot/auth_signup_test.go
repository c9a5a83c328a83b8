package boot

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestSigningUpLetsIn(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	r := a.post(t, "/auth/signup", somebody("  Ada.Lovelace@EXAMPLE.com ")).want(t, "sign up", 201, "")
	if r.text("data", "user", "email") != "ada.lovelace@example.com" || r.text("data", "user", "name", "last") != "Lovelace" {
		t.Errorf("user: %s", r.Body)
	}
	if strings.Contains(string(r.Body), goodPassword) || strings.Contains(string(r.Body), "argon2") {
		t.Errorf("the answer has the password: %s", r.Body)
	}
	p := personOf(r)
	me := a.ask(t, http.MethodGet, "/auth/me", p.as()...).want(t, "me", 200, "")
	if me.text("data", "id") != p.id || me.at("data", "emailVerified") != false || me.text("data", "phone") != "+905321234567" {
		t.Errorf("me: %s", me.Body)
	}
	a.post(t, "/auth/signup", somebody("ADA.LOVELACE@example.com")).want(t, "the same address again", 409, "EMAIL_TAKEN")
	a.post(t, "/auth/signup", somebody("ada.lovelace@example.com"), "x-service-client", "other").want(t, "in another shop", 201, "")
	if m := a.box.next(t, "mail", p.email, "https://shop.example/verify-email?token=shop~"); m.HTML == "" || m.FromName != "Shop" {
		t.Errorf("the letter: %+v", m)
	}
}

func TestSigningInTakesTheRightPassword(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	r := a.post(t, "/auth/login", map[string]string{"email": "Ada@Example.com", "password": goodPassword}).want(t, "log in", 200, "")
	if got := personOf(r); got.id != p.id || got.access == "" || got.access == p.access {
		t.Errorf("log in: %s", r.Body)
	}
	wrong := a.post(t, "/auth/login", map[string]string{"email": "ada@example.com", "password": "another horse"}).want(t, "wrong", 401, "INVALID_CREDENTIALS")
	unknown := a.post(t, "/auth/login", map[string]string{"email": "bob@example.com", "password": "another horse"}).want(t, "unknown", 401, "INVALID_CREDENTIALS")
	if wrong.text("message") != unknown.text("message") || wrong.Header.Get("WWW-Authenticate") != unknown.Header.Get("WWW-Authenticate") {
		t.Errorf("wrong and unknown can be told apart:\n%s\n%s", wrong.Body, unknown.Body)
	}
	a.post(t, "/auth/login", map[string]string{"email": "ada@example.com", "password": goodPassword}, "x-service-client", "other").want(t, "in another shop", 401, "INVALID_CREDENTIALS")
}

func TestKeysOfAccessTokensArePublished(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	for _, path := range []string{"/v1/.well-known/jwks.json", "/.well-known/jwks.json"} {
		r := send(t, a.House, http.MethodGet, path)
		var set struct {
			Keys []map[string]string `json:"keys"`
		}
		if err := json.Unmarshal(r.Body, &set); err != nil || r.Status != 200 || len(set.Keys) != 1 || set.Keys[0]["crv"] != "Ed25519" || set.Keys[0]["d"] != "" {
			t.Errorf("%s: %d %s", path, r.Status, r.Body)
		}
	}
}
