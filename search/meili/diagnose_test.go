package meili_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/search/meili"
)

// An operator reads what is wrong with the server or the key. Every action is tried, and none changes anything.
func TestDiagnoseNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	refuse := func(code string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write([]byte(`{"code":"` + code + `"}`))
		}
	}
	is := func(version string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"pkgVersion":"` + version + `"}`)) }
	}
	missing := func(w http.ResponseWriter) {
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"code":"index_not_found"}`))
	}
	rejected := refuse("invalid_api_key")
	for _, c := range []struct {
		name            string
		version, others func(http.ResponseWriter)
		lacks           string // the path of the only action that is refused
		want, is        string // part of the error, "" for none; the version
	}{
		{"in order", is("1.50.0"), missing, "", "", "1.50.0"},
		{"a key without the right to read the version", rejected, missing, "", "", ""},
		{"too old", is("1.13.3"), missing, "", "1.14 or newer is needed", "1.13.3"},
		{"no key", refuse("missing_authorization_header"), rejected, "", "requires a key, and none is set", ""},
		{"a wrong key", rejected, rejected, "", "rejects the key", ""},
		{"another fault", refuse("something"), missing, "", "rejects the key: 403 something", ""},
		{"a key that may not search", is("1.50.0"), missing, "/search", "the key lacks the actions search, or may not use " +
			"indexes named shop_*", "1.50.0"},
		{"a key that may not swap", is("1.50.0"), missing, "/swap-indexes", "the actions indexes.swap,", "1.50.0"},
		{"not Meilisearch", func(w http.ResponseWriter) { _, _ = w.Write([]byte("<html>")) }, missing, "",
			"not the JSON of Meilisearch", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case r.URL.Path == "/health":
					_, _ = w.Write([]byte("{}"))
				case r.URL.Path == "/version":
					c.version(w)
				case c.lacks != "" && strings.HasSuffix(r.URL.Path, c.lacks):
					rejected(w)
				default:
					c.others(w)
				}
			}))
			t.Cleanup(s.Close)
			version, err := diagnosed(t, s.URL)
			if version != c.is || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q, %v; want %q, %q", version, err, c.is, c.want)
			}
		})
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	if _, err := diagnosed(t, gone.URL); err == nil || !strings.Contains(err.Error(), "the server does not answer") {
		t.Errorf("without a server: %v", err)
	}
}

func diagnosed(t *testing.T, url string) (version string, err error) {
	t.Helper()
	cfg := meili.DefaultConfig()
	cfg.URL, cfg.Key, cfg.Prefix = url, "key", "shop_"
	return newEngine(t, cfg).Diagnose(t.Context())
}
