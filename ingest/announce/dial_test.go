package announce

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"vitrine/internal/api"
)

func TestWebhooksLeadToPublicAddressesOnly(t *testing.T) {
	t.Parallel()
	f := func(address string, want bool) {
		t.Helper()
		if got := api.PublicAddr(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s public: %v", address, got)
		}
	}
	for _, a := range []string{"93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "172.32.0.1",
		"100.128.0.1"} {
		f(a, true)
	}
	for _, a := range []string{
		"127.0.0.1", "127.8.9.1", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
		"100.64.0.1", "0.0.0.0", "0.1.2.3", "192.0.0.8",
		"198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
		"::ffff:10.0.0.1", "::7f00:1", "fe80::1", "fc00::1",
		"fd12::1", "fec0::1", "ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1", "192.0.2.1",
		"203.0.113.9",
	} {
		f(a, false)
	}
	for _, url := range []string{
		"ftp://shop.example/x", "shop.example", "https://", "https://user:pw@shop.example/", "http://127.0.0.1/x",
		"http://[::1]/", "http://10.0.0.1/", "http://169.254.169.254/latest/",
		"https://shop.example/" + strings.Repeat("x", 2000),
	} {
		if checkURL(url, false) == nil {
			t.Errorf("%s is accepted", url)
		}
	}
	if err := checkURL("http://10.0.0.1/", true); err == nil {
		t.Error("with loopback permitted, a private address is accepted too")
	}
	// The address of a name is checked when it is dialled.
	hit := false
	here := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hit = true }))
	defer here.Close()
	for _, host := range []string{"127.0.0.1", "localhost"} {
		u := strings.Replace(here.URL, "127.0.0.1", host, 1)
		rs, err := newClient(false).Get(u)
		if err == nil {
			_ = rs.Body.Close()
		}
		if host == "127.0.0.1" && !errors.Is(err, errNotPublic) || err == nil || hit {
			t.Errorf("%s: %v, reached: %v", u, err, hit)
		}
	}
}
