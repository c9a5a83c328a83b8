package lookup

import (
	"bytes"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/internal/clock"
	"vitrine/internal/edge"
	"vitrine/internal/metric"
	"vitrine/internal/tenant"
)

// Config is what a Lookup needs.
type Config struct {
	Cache   *cache.Cache
	Replica *replica.Replica
	Pool    *pgxpool.Pool  // tenants are read from it
	Source  replica.Source // the change number of a new tenant
	Clock   *clock.Clock
	Log     *slog.Logger
}

// A Lookup finds tenants and cache entries.
type Lookup struct {
	cfg     Config
	cache   *cache.Cache
	replica *replica.Replica
	clock   *clock.Clock
	dir     *tenant.Directory
	pending pending

	// Late counts answers that were served after their ValidUntil. It must stay 0.
	Late atomic.Uint64
}

// New makes a lookup without tenants; Load reads them.
func New(cfg Config) *Lookup {
	return &Lookup{cfg: cfg, cache: cfg.Cache, replica: cfg.Replica, clock: cfg.Clock, dir: tenant.NewDirectory()}
}

// MaxKey is the length, in bytes, below which Find looks up a key. A longer key takes the path of a miss.
const MaxKey = 512

// Prefixes of URLs.
var (
	prefixAPI    = []byte("/v1")
	prefixTenant = []byte("/t/")
)

// A Naming is how a request named the entry that was found.
type Naming struct {
	Base  []byte       // the URL before /v1
	Other bool         // the URL is not the canonical one
	Edges *edge.Policy // for the edges that may keep the answer; nil: none may
}

// AppendLocation appends the canonical URL of the entry, in the form in which the request named its tenant.
func (n Naming) AppendLocation(dst []byte, e *cache.Entry) []byte {
	return append(append(append(dst, n.Base...), prefixAPI...), e.Name()...)
}

// Find looks up a request without a body: by its URL, the tenant in its header and its host. It builds the key in room,
// which may be reused once Find has returned. It finds nothing if any of the three is invalid.
func (l *Lookup) Find(room []byte, at time.Time, url, header, host []byte) (*cache.Entry, Naming, bool) {
	var inURL []byte
	var how Naming
	if rest, ok := bytes.CutPrefix(url, prefixTenant); ok {
		i := bytes.IndexByte(rest, '/')
		if i <= 0 {
			return nil, how, false
		}
		inURL, how.Base, url = rest[:i], url[:len(prefixTenant)+i], rest[i:]
	}
	url, ok := bytes.CutPrefix(url, prefixAPI)
	if !ok {
		return nil, how, false
	}
	t, byHost, err := l.tenant(inURL, header, host)
	if err != nil || len(t.ID())+len(url) >= MaxKey {
		return nil, how, false
	}
	key := cache.AppendKey(room, t.ID(), url)
	e := l.cache.Look(key, at)
	if e == nil || e.Digest == nil { // a record that does not exist, or a fragment of an answer
		return nil, how, false
	}
	how.Other, how.Edges = !bytes.Equal(key, e.Key), t.Policy(inURL != nil, byHost)
	return e, how, true
}

// Remember lets Find find an entry under the URL of a request that named it in another spelling.
func (l *Lookup) Remember(tenantID string, url []byte, e *cache.Entry) {
	rest, ok := bytes.CutPrefix(url, prefixTenant)
	if ok {
		i := bytes.IndexByte(rest, '/')
		rest = rest[max(0, i):]
	}
	rest, ok = bytes.CutPrefix(rest, prefixAPI)
	key := cache.AppendKey(nil, tenantID, rest)
	if ok && len(key) < MaxKey && len(e.Name()) < MaxKey && !bytes.Equal(key, e.Key) {
		l.cache.Alias(key, e)
	}
}

const (
	longestSend   = 10 * time.Second       // no answer takes longer to be sent
	boundarySlack = 100 * time.Millisecond // an answer may be in transit for so long after its ValidUntil
)

// Sent counts an entry that was found at a time and has been sent now, if its ValidUntil has passed meanwhile.
func (l *Lookup) Sent(e *cache.Entry, found time.Time) {
	if e.ValidUntil.IsZero() || e.ValidUntil.Sub(found) > longestSend {
		return
	}
	if l.clock.Now().Sub(e.ValidUntil) > boundarySlack {
		l.Late.Add(1)
	}
}

// Register registers the metrics of the lookup.
func (l *Lookup) Register(reg prometheus.Registerer) {
	metric.Counter(reg, "vitrine_missed_boundaries_total",
		"Answers served after their valid-until time. Must stay 0.", &l.Late)
	metric.Gauge(reg, "vitrine_tenants", "Known tenants.", func() float64 { return float64(l.dir.Len()) })
}
