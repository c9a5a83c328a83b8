package lookup

import (
	"errors"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
)

func TestHostName(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{
		"shop.example":       "shop.example",
		"shop.example:8080":  "shop.example",
		"shop.example:":      "shop.example",
		"shop.example.":      "shop.example",
		"shop.example.:443":  "shop.example",
		"shop.example..":     "shop.example.",
		"Shop.EXAMPLE:443":   "shop.example",
		"[::1]":              "[::1]",
		"[::1]:8080":         "[::1]",
		"[2001:DB8::1]:8080": "[2001:db8::1]",
		"":                   "",
		":80":                "",
		".":                  "",
		"a:b:80":             "a:b",
	} {
		given := []byte(host)
		if got := string(HostName(given)); got != want {
			t.Errorf("HostName(%q) is %q, want %q", host, got, want)
		}
		if string(given) != host {
			t.Errorf("HostName changed the request's bytes from %q to %q", host, given)
		}
	}
}

func TestATenantHeaderIsGivenOnce(t *testing.T) {
	t.Parallel()
	var h fasthttp.RequestHeader
	if id, once := TenantHeader(&h); id != nil || !once {
		t.Errorf("without a header: %q, %v", id, once)
	}
	h.Add("X-Service-Client", "a")
	if id, once := TenantHeader(&h); string(id) != "a" || !once {
		t.Errorf("with one header: %q, %v", id, once)
	}
	h.Add("x-service-client", "a")
	if id, once := TenantHeader(&h); id != nil || once {
		t.Errorf("with the same header twice: %q, %v", id, once)
	}
}

// Tenant a has the host a.example, tenant off is inactive.
func TestURLHeaderAndHostMustNameOneActiveTenant(t *testing.T) {
	t.Parallel()
	l := open(t).Lookup
	const none = ""
	for _, c := range []struct {
		url, header, host string
		want              string // the tenant
		code              api.Code
	}{
		{"a", none, none, "a", none},
		{none, "a", none, "a", none},
		{none, none, "a.example", "a", none},
		{none, none, "A.Example.:8080", "a", none},
		{"a", "a", "a.example", "a", none},
		{"b", none, "unknown.example", "b", none},
		{none, none, none, none, api.TenantRequired},
		{none, none, "unknown.example", none, api.TenantRequired},
		{"a", "b", none, none, api.TenantMismatch},
		{none, "b", "a.example", none, api.TenantMismatch},
		{"b", none, "a.example", none, api.TenantMismatch},
		{"c", none, "a.example", none, api.TenantMismatch},
		{"c", none, none, none, api.TenantUnknown},
		{"A", none, none, none, api.TenantUnknown},
		{"a\x00", none, none, none, api.TenantUnknown},
		{none, "\xff", none, none, api.TenantUnknown},
		{"off", none, none, none, api.TenantDisabled},
		{none, none, "off.example", none, api.TenantDisabled},
	} {
		var inURL []byte
		if c.url != none {
			inURL = []byte(c.url)
		}
		got, byHost, err := l.tenant(inURL, []byte(c.header), []byte(c.host))
		if byHost != (got != nil && strings.HasPrefix(strings.ToLower(c.host), "a.example")) {
			t.Errorf("URL %q, header %q, host %q: named by its host: %v", c.url, c.header, c.host, byHost)
		}
		var refused *api.Error
		switch {
		case c.code != none && (!errors.As(err, &refused) || refused.Code != c.code || got != nil):
			t.Errorf("URL %q, header %q, host %q: %v, %v; want %s", c.url, c.header, c.host, got, err, c.code)
		case c.code == none && (err != nil || got.ID() != c.want):
			t.Errorf("URL %q, header %q, host %q: %v, %v; want %s", c.url, c.header, c.host, got, err, c.want)
		}
	}
	if l.Serves("off") || l.Serves("c") || !l.Serves("a") {
		t.Error("the lookup must serve tenant a, but neither an inactive nor an unknown tenant")
	}
}
