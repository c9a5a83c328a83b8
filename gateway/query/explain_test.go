package query

import (
	"strings"
	"testing"
)

// explain is for searches of lists, and for development.
func TestExplain(t *testing.T) {
	t.Parallel()
	f := func(develop bool, url, want string) {
		t.Helper()
		q, err := NewRouter(develop).ResolveURL(url)
		got := ""
		switch {
		case err != nil:
			got = err.Error()
		case q.Explain:
			got = string(q.AppendURL(nil))
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	f(true, "/v1/product?search=lamp&explain=true", "/product?explain=true&search=lamp")
	f(true, "/v1/brand?explain=true&q=lamp", "explain=true")
	f(true, "/v1/product?search=lamp&explain=false", "")
	f(true, "/v1/product?search=lamp&explain=", "")
	f(true, "/v1/product?explain=true", "explain needs search")
	f(true, "/v1/product?explain=true&search=", "explain needs search")
	f(true, "/v1/product?search=lamp&explain=yes", "true or false")
	f(true, "/v1/product?search=lamp&explain=true&explain=true", "once")
	f(true, "/v1/product?search=lamp&explain=true%00", "NUL")
	f(true, "/v1/product/lamp?explain=true", "")
	f(true, "/v1/search?q=lamp&explain=true", "")
	f(false, "/v1/product?search=lamp&explain=true", "no value in production")
	f(false, "/v1/product?search=lamp&explain=false", "")
}
