package announce

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"vitrine/internal/api"
)

// errNotPublic means that a webhook leads to a private address: a tenant must not reach the operator's machines.
var errNotPublic = errors.New("the address is not public")

// newClient makes the HTTP client for webhooks. It checks each address after name resolution, follows no redirects,
// and uses no proxy from the environment. loopback permits loopback addresses, for development.
func newClient(loopback bool) *http.Client {
	dialer := &net.Dialer{Timeout: 5 * time.Second, Control: func(network, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("%s: %w", network, errNotPublic)
		}
		if loopback && at.Addr().Unmap().IsLoopback() || api.PublicAddr(at.Addr()) {
			return nil
		}
		return errNotPublic
	}}
	return &http.Client{
		Timeout: 10 * time.Second,
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				return dialer.DialContext(ctx, network, address)
			},
			TLSHandshakeTimeout:    5 * time.Second,
			MaxIdleConns:           100,
			MaxIdleConnsPerHost:    2,
			IdleConnTimeout:        30 * time.Second,
			MaxResponseHeaderBytes: 16 << 10,
			DisableCompression:     true,
			ForceAttemptHTTP2:      true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// checkURL checks a webhook's URL without network access.
func checkURL(s string, loopback bool) error {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return errors.New("the webhook must be a URL such as https://shop.example/changes")
	case u.User != nil:
		return errors.New("the webhook's URL must not contain a user or password; deliveries are signed")
	case len(s) > 2000:
		return errors.New("the webhook's URL must not exceed 2000 characters")
	}
	a, err := netip.ParseAddr(u.Hostname())
	if err == nil && !api.PublicAddr(a) && (!loopback || !a.Unmap().IsLoopback()) {
		return fmt.Errorf("%s: %w", u.Hostname(), errNotPublic)
	}
	return nil
}
