package notify

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"vitrine/internal/api"
)

func TestOnlyPushServicesAreAllowed(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"https://fcm.googleapis.com/fcm/send/abc:def", "https://updates.push.services.mozilla.com/wpush/v2/xyz",
		"https://web.push.apple.com/QX",
		"https://wns2-par02p.notify.windows.com/w/?token=abc",
	} {
		if !allowedEndpoint(good, PushHosts) {
			t.Errorf("%s is refused", good)
		}
	}
	for _, bad := range []string{
		"", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com:443/x",
		"https://u:p@fcm.googleapis.com/x", "https://fcm.googleapis.com@127.0.0.1/x",
		"https://fcm.googleapis.com.evil.example/x", "https://evilfcm.googleapis.com/x", "https://push.apple.com/x",
		"https://.push.apple.com/x", "https://evil.example/.push.apple.com",
		"https://evil.example#.push.apple.com", "https://evil.example?.push.apple.com",
		"https://evil.example\\.push.apple.com/", "https://a_b.push.apple.com/x", "https://A.push.apple.com/x",
		"https://127.0.0.1/x", "https://169.254.169.254/latest/meta-data", "https://localhost/x", "https://[::1]/x",
		"//fcm.googleapis.com/x", "HTTPS://fcm.googleapis.com/x",
		"https://fcm.googleapis.com/" + strings.Repeat("a", 1100), "https://fcm.googleapis.com/x#frag", "https://0x7f.1/x",
		"https://fcm.googleapis.com./x",
	} {
		if allowedEndpoint(bad, PushHosts) {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestOnlyPublicAddressesAreDialled(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"142.250.185.74", "17.57.144.20", "2a00:1450:4001:82a::200a"} {
		if !api.PublicAddr(netip.MustParseAddr(good)) {
			t.Errorf("%s is not public", good)
		}
	}
	for _, bad := range []string{"127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
		"0.0.0.0", "255.255.255.255", "224.0.0.1", "198.18.0.1",
		"192.0.0.192", "203.0.113.9", "::", "::1", "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1",
		"::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "::7f00:1"} {
		if api.PublicAddr(netip.MustParseAddr(bad)) {
			t.Errorf("%s is public", bad)
		}
	}
	// An allowed name that resolves to a local address, as after DNS rebinding.
	asked := false
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer server.Close()
	for _, host := range []string{server.Listener.Addr().String(),
		"localhost" + server.URL[strings.LastIndex(server.URL, ":"):], "localhost", "[::1]"} {
		rq, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://"+host+"/secret", nil)
		if err != nil {
			t.Fatal(err)
		}
		rs, err := (&http.Client{Transport: publicTransport()}).Do(rq)
		if err == nil {
			rs.Body.Close()
		}
		if !errors.Is(err, errInner) || asked {
			t.Errorf("%s: %v", host, err)
		}
		if err != nil && strings.Contains(withoutAddress(err).Error(), "secret") {
			t.Errorf("the error names the address: %v", withoutAddress(err))
		}
	}
}
