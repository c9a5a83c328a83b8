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

// errNotPublic means that a webhook leads where only we can reach: a shop must not make us ask our own machines.
var errNotPublic = errors.New("the address is not a public one")

// newPoster is the client of webhooks. It looks at the address it is about to connect to, after names were resolved, so that no name leads elsewhere than was
// checked; it follows nobody elsewhere, and takes no proxy from the environment. loopback lets it reach this machine, for development.
func newPoster(loopback bool) *http.Client {
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

// checkURL says what is wrong with a webhook's URL, as far as can be said without asking anybody.
func checkURL(s string, loopback bool) error {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		return errors.New("a webhook is a URL such as https://shop.example/changes")
	case u.User != nil:
		return errors.New("a webhook's URL has no user and no password in it: what comes is signed")
	case len(s) > 2000:
		return errors.New("a webhook's URL has at most 2000 characters")
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && !api.PublicAddr(a) && (!loopback || !a.Unmap().IsLoopback()) {
		return fmt.Errorf("%s: %w", u.Hostname(), errNotPublic)
	}
	return nil
}
