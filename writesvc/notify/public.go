package notify

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// allowedEndpoint reports whether an address that a client named is one of a push service: over https, at the usual port, of an allowed host.
func allowedEndpoint(endpoint string, hosts []string) bool {
	u, err := url.Parse(endpoint)
	if err != nil || len(endpoint) > maxEndpoint || u.Scheme != "https" || u.User != nil || u.Fragment != "" || u.Opaque != "" || !strings.HasPrefix(endpoint, "https://") {
		return false
	}
	host := u.Host // with its port, which none of them has
	for _, allowed := range hosts {
		below, any := strings.CutPrefix(allowed, "*")
		switch {
		case host == allowed:
			return true
		case any && strings.HasSuffix(host, below) && len(host) > len(below) && label(host[:len(host)-len(below)]):
			return true
		}
	}
	return false
}

// label reports whether a text is made of host names' letters.
func label(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '.' {
			return false
		}
	}
	return s[0] != '.' && s[0] != '-'
}

// inner are networks that no client of ours may lead us to, beside those that netip knows for private: of carriers, of tests, of documents, and
// IPv6 addresses that stand for IPv4 ones.
var inner = func() (all []netip.Prefix) {
	for _, s := range []string{"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10", "::/96"} {
		all = append(all, netip.MustParsePrefix(s))
	}
	return all
}()

// public reports whether an address is one of the internet at large.
func public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, p := range inner {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

var errInner = errors.New("the address is not of the internet at large")

// publicTransport reaches public addresses alone. It looks at the address that is dialled, after the name was resolved: a name that leads
// elsewhere the second time leads nowhere. It knows no proxy.
func publicTransport() *http.Transport {
	d := &net.Dialer{Timeout: 10 * time.Second, ControlContext: func(_ context.Context, network, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || network != "tcp4" && network != "tcp6" || !public(at.Addr()) || at.Port() != 443 {
			return errInner
		}
		return nil
	}}
	return &http.Transport{DialContext: d.DialContext, TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: pushTimeout,
		MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: 32 << 10}
}

// withoutAddress is an error of a request without the address, which is a secret: who knows it may write there.
func withoutAddress(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return fmt.Errorf("no answer: %w", u.Err)
	}
	return err
}
