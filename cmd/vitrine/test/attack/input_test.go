package attack

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// Every input of /auth gets an answer below 500, whatever its bytes: each path, query parameter, header and member of a
// body with NUL, invalid UTF-8, lone surrogates, wrong types and very long texts.
func TestNoInputOfAuthCausesAServerError(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	me := c.As(c.SignUp(t, c.Tenant+"@example.com"))
	long := strings.Repeat("a", 1<<20)
	// Raw query values.
	for _, value := range []string{"%00", "%ff", "%ff%fe", "%00~" + strings.Repeat("A", 43),
		"%ff~" + strings.Repeat("A", 43),
		c.Tenant + "%00~" + strings.Repeat("A", 43), "%ed%a0%80~" + strings.Repeat("A", 43), c.Tenant + "~%00", "%c0%80", "%",
		"%zz", "", "a%0d%0ab", c.Tenant + "~" + strings.Repeat("A", 43), long[:8<<10],
		"%F0%9F%98%80~" + strings.Repeat("A", 43), "'%20OR%201=1--~" + strings.Repeat("A", 43)} {
		for _, p := range []string{"/auth/verify-email?token=", "/auth/verify-email?token=x&token=",
			"/auth/verify-email?"} {
			c.below500(t, http.MethodPost, p+value, nil, "x-service-client", "")
			c.below500(t, http.MethodPost, p+value, nil)
		}
		c.below500(t, http.MethodPost, "/auth/reset-password?token="+value, map[string]string{"password": "a new long one"})
		for _, name := range []string{"page", "limit", "perPage", value} {
			me.below500(t, http.MethodGet, "/auth/sessions?"+name+"="+value, nil)
		}
		me.below500(t, http.MethodDelete, "/auth/sessions/"+value, nil)
	}
	// Members of bodies.
	bad := []json.RawMessage{[]byte(`"\u0000"`), []byte(`"a\u0000b@example.com"`), []byte(`"\ud800"`),
		[]byte(`"\udfff\ud800x"`),
		[]byte("\"\xff\""), []byte("\"a\xc3@example.com\""), []byte("\"\xed\xa0\x80\""), []byte("\"\x00\""),
		[]byte(`"\u2028\u202e\ufeff"`), []byte(`"` + long + `"`), []byte(`"` + long[:60_000] + `"`), []byte(`"%00"`),
		[]byte(`"'; DROP TABLE account; --"`), []byte(`null`), []byte(`true`), []byte(`-1`), []byte(`1e999`),
		[]byte(`9223372036854775808`), []byte(`1.5`), []byte(`[]`), []byte(`[null]`), []byte(`{}`),
		[]byte(`{"a":{"$ne":1}}`), []byte(`[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]`), []byte(``), []byte(`"`)}
	for path, body := range map[string]string{
		"/auth/signup": `{"email":"eve@example.com","password":"correct horse battery","name":{"first":"A","last":"B"},` +
			`"contact":{"mobileNumber":[{"areaCode":532,"countryCode":90,"isoCode":"TR","phoneNumber":1234567}]},` +
			`"language":"tr","company":{"name":"A","taxNumber":"1","taxOffice":"B","address":"C"}}`,
		"/auth/login":                   `{"email":"eve@example.com","password":"correct horse battery"}`,
		"/auth/logout":                  `{"refreshToken":"x"}`,
		"/auth/refresh-tokens":          `{"refreshToken":"x"}`,
		"/auth/forgot-password":         `{"email":"eve@example.com","method":"email"}`,
		"/auth/reset-password?token=x":  `{"password":"a new long one"}`,
		"/auth/send-verification-email": `{}`,
		"/auth/verify-email?token=x":    `{"password":"a new long one"}`,
		"/auth/send-phone-verification": `{}`,
		"/auth/verify-phone":            `{"otp":"123456"}`,
		"/auth/resend-otp":              `{"email":"eve@example.com","method":"sms"}`,
		"/auth/verify-otp":              `{"email":"eve@example.com","otp":"123456"}`,
		"/auth/social-login":            `{"provider":"idp","idToken":"x.y.z","nonce":"n"}`,
	} {
		for _, value := range bad {
			for _, b := range append(spoiled(t, body, value), value) {
				c.exec(t, `DELETE FROM rate WHERE tenant_id = $1`, c.Tenant) // so that no limit hides an error
				me.At(Address(), me.Headers...).below500(t, http.MethodPost, path, b)
			}
		}
	}
	// Headers.
	for _, value := range []string{"\xff", "\xed\xa0\x80", "Bearer \xff", "Bearer " + long[:9000], "Bearer a.b.c",
		"Bearer ..", "\u202e", "Bearer eyJhbGciOiJFZERTQSIsImtpZCI6IlwwIn0.e30.AA",
		"Bearer eyJraWQiOiJcdTAwMDAiLCJhbGciOiJFZERTQSJ9.e30.AA"} {
		for _, name := range []string{"Authorization", "User-Agent", "X-Forwarded-For", "x-service-client", "X-Device-Token",
			"Content-Type", "Accept", "Accept-Language", "Origin", "Cookie"} {
			c.exec(t, `DELETE FROM rate WHERE tenant_id = $1`, c.Tenant)
			c.below500(t, http.MethodPost, "/auth/logout", map[string]string{"refreshToken": "x"}, name, value)
			c.below500(t, http.MethodPost, "/auth/verify-email?token=x", nil, name, value)
			c.below500(t, http.MethodGet, "/auth/me", nil, name, value)
		}
	}
}

// below500 sends a request. Its answer must be below 500 and must not end the connection.
func (c *Client) below500(t testing.TB, method, path string, body any, headers ...string) {
	t.Helper()
	r, err := c.Try(t.Context(), method, path, body, headers...)
	switch {
	case err != nil && strings.Contains(err.Error(), "invalid"): // the client refuses to send it
	case err != nil && len(fmt.Sprintf("%s", body)) > 64<<10: // the server closed before it was sent
	case err != nil:
		t.Errorf("%s %.60s %.80q %.60q: %v", method, path, body, headers, err)
	case r.Status >= 500:
		t.Errorf("%s %.60s %.80q %.60q: %d %s", method, path, body, headers, r.Status, kit.Excerpt(r.Body))
	}
}

// spoiled returns copies of a body, each with one member or element replaced by a value.
func spoiled(t testing.TB, body string, value json.RawMessage) (all [][]byte) {
	t.Helper()
	var replace func(text json.RawMessage, put func(json.RawMessage))
	replace = func(text json.RawMessage, put func(json.RawMessage)) {
		put(value)
		var members map[string]json.RawMessage
		var elements []json.RawMessage
		if json.Unmarshal(text, &members) == nil {
			for name, m := range members {
				replace(m, func(v json.RawMessage) { put(object(members, name, v)) })
			}
		} else if json.Unmarshal(text, &elements) == nil {
			for _, e := range elements {
				replace(e, func(v json.RawMessage) { put([]byte("[" + string(v) + "]")) })
			}
		}
	}
	replace([]byte(body), func(v json.RawMessage) { all = append(all, v) })
	return all
}

// object writes an object with one member replaced. It does not check the value.
func object(members map[string]json.RawMessage, name string, value json.RawMessage) json.RawMessage {
	var parts []string
	for n, v := range members {
		if n == name {
			v = value
		}
		parts = append(parts, fmt.Sprintf("%q:%s", n, v))
	}
	return []byte("{" + strings.Join(parts, ",") + "}")
}
