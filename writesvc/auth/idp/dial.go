package idp

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"vitrine/internal/api"
)

const (
	idpTimeout = 5 * time.Second
	mostJWKS   = 1 << 20 // bytes
)

var errInner = errors.New("not a public address")

// newClient returns a client for the documents of providers. It connects to public addresses, and to those of private.
// It checks the dialled address after name resolution, so DNS cannot lead it elsewhere. It uses no proxy and follows no
// redirect.
func newClient(private []netip.Prefix) *http.Client {
	d := &net.Dialer{Timeout: idpTimeout, ControlContext: func(_ context.Context, network, address string,
		_ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || network != "tcp4" && network != "tcp6" || !reachable(at.Addr(), private) {
			return errInner
		}
		return nil
	}}
	return &http.Client{
		Timeout: idpTimeout,
		Transport: &http.Transport{DialContext: d.DialContext, MaxIdleConns: 16, IdleConnTimeout: time.Minute,
			TLSHandshakeTimeout: idpTimeout, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: 32 << 10},
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the provider redirects: configure the target URL instead")
		},
	}
}

// reachable reports whether a provider may have an address.
func reachable(a netip.Addr, private []netip.Prefix) bool {
	a = a.Unmap().WithZone("")
	return api.PublicAddr(a) || slices.ContainsFunc(private, func(p netip.Prefix) bool { return p.Contains(a) })
}
