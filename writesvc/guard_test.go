package writesvc

import (
	"strings"
	"testing"
)

func TestContentTypeOfBodies(t *testing.T) {
	t.Parallel()
	f := func(header string, want bool) {
		t.Helper()
		if got := isType(header, "application/json"); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
	f("application/json", true)
	f("Application/JSON ; Charset=UTF-8", true)
	f("application/json; charset=utf-16", false)
	f("application/json, text/plain", false)
	f("application/jsonp", false)
	f("text/plain; x=application/json", false)
	f("", false)
}

// Only one type is accepted, however the header is written, and only in UTF-8.
func FuzzContentType(f *testing.F) {
	for _, seed := range []string{"application/json", "application/json;charset=utf-8",
		"application/json; charset=\"utf-8\"", "text/plain", "AppliCAtion/json\r", "application/json\x00",
		"application/json;charset*=utf-8''x", "application/json;a=\"\x00\"",
		"application/json;a=utf-16", "application/json;charset=\"iso-8859-9\"", ";", "multipart/form-data; boundary=x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if !isType(header, "application/json") {
			return
		}
		name, params, _ := strings.Cut(header, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "application/json") ||
			strings.ContainsAny(strings.TrimSpace(header), "\x00\r\n") {
			t.Errorf("%q is taken", header)
		}
		// The charset alone decides: other parameters may have any value.
		p := strings.ReplaceAll(strings.ToLower(params), `"`, "")
		if strings.Contains(p, "charset=utf-16") || strings.Contains(p, "charset=iso-8859") {
			t.Errorf("%q is taken", header)
		}
	})
}

// A path that is accepted equals its cleaned form.
func FuzzPlain(f *testing.F) {
	for _, seed := range []string{"/auth/login", "/auth//login", "/auth/./login", "/auth/../login", "/auth/%2e%2e/login",
		"/auth;x/login", "/auth\\login", "/..", "/."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		if !strings.HasPrefix(path, "/") || !plain(path) {
			return
		}
		for part := range strings.SplitSeq(path[1:], "/") {
			if part == "." || part == ".." || part == "" && path != "/" && !strings.HasSuffix(path, "/") {
				t.Errorf("%q is taken", path)
			}
		}
	})
}
