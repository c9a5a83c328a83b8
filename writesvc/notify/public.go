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

	"vitrine/internal/api"
)

// allowedEndpoint reports whether a URL that a client gave belongs to a push service: https, the default port, an
// allowed host.
func allowedEndpoint(endpoint string, hosts []string) bool {
	u, err := url.Parse(endpoint)
	if err != nil || len(endpoint) > maxEndpoint || u.Scheme != "https" || u.User != nil || u.Fragment != "" ||
		u.Opaque != "" || !strings.HasPrefix(endpoint, "https://") {
		return false
	}
	host := u.Host // including a port, which no allowed host has
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

// label reports whether a text consists of characters of host names.
func label(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '.' {
			return false
		}
	}
	return s[0] != '.' && s[0] != '-'
}

var errInner = errors.New("not a public address")

// publicTransport connects to public addresses only. It checks the dialled address after name resolution, so DNS
// rebinding has no effect. It uses no proxy.
func publicTransport() *http.Transport {
	d := &net.Dialer{Timeout: 10 * time.Second, ControlContext: func(_ context.Context, network, address string,
		_ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || network != "tcp4" && network != "tcp6" || !api.PublicAddr(at.Addr()) || at.Port() != 443 {
			return errInner
		}
		return nil
	}}
	return &http.Transport{DialContext: d.DialContext, TLSHandshakeTimeout: 10 * time.Second,
		ResponseHeaderTimeout: pushTimeout,
		MaxIdleConnsPerHost:   4, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: 32 << 10}
}

// withoutAddress removes the URL from a request's error. The URL of a push endpoint is a secret.
func withoutAddress(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return fmt.Errorf("no answer: %w", u.Err)
	}
	return err
}
