package edge

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	neturl "net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// A result is that of one of the public tests of HTTP caches (https://cache-tests.fyi).
type result struct {
	ID, Name, Kind string // required, optimal or check
	Passed         bool
	Why            string
}

// meant are the required tests that Varnish and nginx pass as Debian configures them, and do not pass with the
// configurations of deploy/edge, with the reason.
var meant = map[string]map[string]string{
	"varnish": {
		"age-parse-prefix":               twoAges,
		"status-599-must-understand":     "a lifetime for the edge holds for every status: Vitrine knows which it gives one",
		"surrogate-max-age-other-target": "Vitrine writes no targets into Surrogate-Control",
		"304-etag-update-response-*": "Varnish takes all fields of a 304; without our configuration it sends the old " +
			"answer while it asks",
	},
	"nginx": {"age-parse-prefix": twoAges},
}

const twoAges = "the proxy in front of the origin reads two Ages as none"

// The public tests of HTTP caches pass with our configurations as they pass without them. Their origin stands behind a
// proxy that states lifetimes as Vitrine does.
func TestProveCacheTestsPassAsWithoutOurConfiguration(t *testing.T) {
	t.Parallel()
	if !proving.Long() {
		t.Skip("SKIPPED but in make prove: it takes two minutes")
	}
	a := newApp(t, "cachetests")
	origin := testkit.FreeAddr(t)
	_, port, _ := strings.Cut(origin, ":")
	cmd := exec.Command("node", "--no-warnings", "run.mjs", "origin", port) //nolint:gosec,noctx // ended by start
	cmd.Dir = a.dir
	start(t, origin, cmd)

	for _, c := range []struct {
		name        string
		ours, plain func(t *testing.T, gateway string) string
	}{{"varnish", varnish, plainVarnish}, {"nginx", nginx, plainNginx}} {
		t.Run(c.name, func(t *testing.T) {
			with := cacheTests(t, a, c.ours(t, proxyOf(t, origin, c.name)))
			without := cacheTests(t, a, c.plain(t, proxyOf(t, origin, "")))
			t.Logf("%s with our configuration: %s", c.name, count(with))
			t.Logf("%s without it: %s", c.name, count(without))
			var again map[string]result // the tests wait for seconds, and a busy machine makes some fail
			for id, r := range with {
				if r.Kind != "required" || r.Passed || !without[id].Passed || isMeant(c.name, id) {
					continue
				}
				if again == nil {
					again = cacheTests(t, a, c.ours(t, proxyOf(t, origin, c.name)))
				}
				if !again[id].Passed {
					t.Errorf("%s: %s: %s", id, r.Name, again[id].Why)
				}
			}
		})
	}
}

// isMeant reports whether a test is not expected to pass. A star at the end stands for anything.
func isMeant(cache, id string) bool {
	for known := range meant[cache] {
		if family, all := strings.CutSuffix(known, "*"); id == known || all && strings.HasPrefix(id, family) {
			return true
		}
	}
	return false
}

// cacheTests runs the tests against a cache, and returns their results by id.
func cacheTests(t *testing.T, a *nextApp, cache string) map[string]result {
	t.Helper()
	out, err := a.try(nil, "node", "--no-warnings", "run.mjs", "tests", "http://"+cache+"/t/demo/v1")
	var all []result
	if err == nil {
		err = json.Unmarshal([]byte(out[max(0, strings.LastIndex(out, "[{")):]), &all)
	}
	if err != nil || len(all) < 300 {
		t.Fatalf("%v, %d results: %.2000s", err, len(all), out)
	}
	byID := map[string]result{}
	for _, r := range all {
		byID[r.ID] = r
	}
	return byID
}

// count says how many tests of each kind passed.
func count(all map[string]result) string {
	var parts []string
	for _, kind := range []string{"required", "optimal", "check"} {
		passed, n := 0, 0
		for _, r := range all {
			if r.Kind == kind {
				n++
				if r.Passed {
					passed++
				}
			}
		}
		parts = append(parts, strconv.Itoa(passed)+" of "+strconv.Itoa(n)+" "+kind)
	}
	return strings.Join(parts, ", ")
}

// proxyOf stands between a cache and the origin of the tests: it takes the path of Vitrine's addresses away, and states
// lifetimes as Vitrine does for an edge of a kind. It returns its address.
func proxyOf(t *testing.T, origin, kind string) string {
	t.Helper()
	proxy := httputil.ReverseProxy{
		ErrorLog: log.New(io.Discard, "", 0), // tests have the origin close connections
		// A request is not tried again when the origin closes the connection, which tests have it do.
		Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true},
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&neturl.URL{Scheme: "http", Host: origin})
			r.Out.URL.Path = strings.TrimPrefix(r.In.URL.Path, "/t/demo/v1")
		},
		ModifyResponse: func(rs *http.Response) error {
			h := rs.Header
			switch kind {
			case "varnish":
				if h.Get("Surrogate-Control") == "" && lifetime(h) > 0 {
					h.Set("Surrogate-Control", "max-age="+strconv.Itoa(lifetime(h)))
				}
				h.Set("xkey", "abc")
			case "nginx":
				h.Set("X-Accel-Expires", strconv.Itoa(lifetime(h)))
			}
			return nil
		},
	}
	server := httptest.NewServer(&proxy)
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

// lifetime is how long a shared cache may keep an answer, in seconds (RFC 9111, section 4.2.1).
func lifetime(h http.Header) int {
	directives := map[string]string{}
	for part := range strings.SplitSeq(strings.Join(h.Values("Cache-Control"), ","), ",") {
		name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(part)), "=")
		if _, twice := directives[name]; !twice {
			directives[name] = strings.Trim(value, `"`)
		}
	}
	for _, name := range []string{"no-store", "no-cache", "private"} {
		if _, said := directives[name]; said {
			return 0
		}
	}
	age := 0
	if values := h.Values("Age"); len(values) > 0 {
		var err error
		if age, err = strconv.Atoi(values[0]); err != nil || len(values) > 1 || age < 0 {
			return 0
		}
	}
	for _, name := range []string{"s-maxage", "max-age"} {
		if value, said := directives[name]; said {
			seconds, err := strconv.Atoi(value)
			if err != nil {
				return 0
			}
			return max(0, seconds-age)
		}
	}
	date, err := http.ParseTime(h.Get("Date"))
	expires, err2 := http.ParseTime(h.Get("Expires"))
	if err != nil || err2 != nil || len(h.Values("Expires")) > 1 {
		return 0
	}
	return max(0, int(expires.Sub(date)/time.Second)-age)
}

// plainVarnish starts Varnish without a configuration, but for its backend.
func plainVarnish(t *testing.T, gateway string) string {
	t.Helper()
	path, addr := program(t, "varnishd", "varnish"), testkit.FreeAddr(t)
	start(t, addr, exec.Command(path, "-F", "-j", "none", "-n", filepath.Join(t.TempDir(), "work"), "-a", addr, "-b",
		gateway, "-s", "malloc,64m")) //nolint:gosec,noctx // Varnish, ended by start
	return addr
}

// plainNginx starts nginx with a cache and nothing else.
func plainNginx(t *testing.T, gateway string) string {
	t.Helper()
	dir, addr := t.TempDir(), testkit.FreeAddr(t)
	runNginx(t, dir, addr, "", "proxy_cache_path "+dir+"/cache keys_zone=c:8m;\nserver {\nlisten "+addr+
		";\nlocation / {\nproxy_pass http://"+gateway+";\nproxy_cache c;\nproxy_cache_revalidate on;\n}\n}\n")
	return addr
}
