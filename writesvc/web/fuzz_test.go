package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
)

// Any body is parsed, or rejected with a 4xx that repeats no value. encoding/json parses accepted bodies alike.
func FuzzBody(f *testing.F) {
	for _, s := range []string{
		`{"email":"a@example.com","password":"x"}`, `{"email":"a","email":"b"}`, `{"Email":"a"}`,
		`{"name":{"first":"A","last":"B"}}`, `null`, `[]`, `{`, ``, `{"a":1}`,
		`{"contact":{"mobileNumber":[{"areaCode":532,"countryCode":90,"isoCode":"TR","phoneNumber":1234567}]}}`,
		`{"contact":{"mobileNumber":[{"areaCode":1e400}]}}`,
		"{\"email\":\"\xff\"}", `{"email":"\ud800"}`, `{"password":{"$gt":""}}`, strings.Repeat("[",
			100), `{"company":null}`, `{"email":"a"}{"email":"b"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var v writeapi.SignUp
		err := Decode(body, &v)
		if err == nil {
			var same writeapi.SignUp
			if err := json.Unmarshal(body, &same); err != nil {
				t.Errorf("read, though encoding/json does not: %v", err)
			}
			if a, b := toJSON(t, v), toJSON(t, same); a != b {
				t.Errorf("read as %s, by encoding/json as %s", a, b)
			}
			return
		}
		var e *api.Error
		if !errors.As(err, &e) || e.Status < 400 || e.Status > 499 || len(e.Message) > 400 {
			t.Errorf("not refused as it should be: %v", err)
		}
	})
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Page parameters are within bounds, or rejected.
func FuzzPage(f *testing.F) {
	for _, s := range []string{"", "page=1&limit=100", "page=0", "limit=101", "page=1&page=2", "limit=1&perPage=1",
		"page=+1", "page=%zz", "page=99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, query string) {
		rq, err := http.NewRequest(http.MethodGet, "http://x/", nil)
		if err != nil {
			t.Fatal(err)
		}
		rq.URL.RawQuery = query
		p, err := (&Request{HTTP: rq}).Page()
		if err == nil && (p.Page < 1 || p.Page > api.MaxPage || p.Limit < 1 || p.Limit > api.MaxLimit) {
			t.Errorf("%q: %+v", query, p)
		}
	})
}
