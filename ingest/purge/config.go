package purge

import (
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/ingest/purge/provider"
	"vitrine/internal/wire"
)

// Config is what a Purger needs. Store, Publish and Log are required.
type Config struct {
	Store   Store
	Publish func(wire.Edges) error // to the gateways
	News    *nats.Conn             // announcements of it wake the purger; nil: it looks every second
	Term    int64
	Log     *slog.Logger

	Networks  []netip.Prefix      // private networks that edges may be in
	Transport http.RoundTripper   // reaches the providers; nil: the network
	Lookup    func(string) string // finds secrets in the environment; default os.Getenv
}

const (
	window    = 25 * time.Millisecond // announcements within it are purged together
	every     = time.Second           // how often all edges are looked at, and reported to gateways
	atOnce    = 32                    // edges that are purged at once
	longWait  = 2 * time.Second       // an edge that has to wait longer for its budget gives its place to others
	stepLimit = 30 * time.Second      // of one purge of one edge
	readMost  = 1000                  // announcements of one edge that are read at once
	retryMin  = time.Second
	retryMax  = time.Minute
)

func (c Config) filled() Config {
	if c.Transport == nil {
		c.Transport = provider.Transport(c.Networks)
	}
	if c.Lookup == nil {
		c.Lookup = os.Getenv
	}
	return c
}
