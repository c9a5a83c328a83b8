package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"os"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/admit"
	"vitrine/gateway/read"
	"vitrine/gateway/stream"
	"vitrine/gateway/upstream"
	"vitrine/internal/alarm"
	"vitrine/internal/trace"
	"vitrine/search"
)

// Config is what a gateway needs. New hands its parts to the packages that they configure.
type Config struct {
	Addr    string         // the address to listen on, "127.0.0.1:8080"; port 0 picks a free port
	Name    string         // names the gateway in Cache-Status; letters, digits, - and _; default: made from host and Addr
	Pool    *pgxpool.Pool  // Postgres, read only
	Records *pgxpool.Pool  // the same for single records, whose statements have plans that never change; default Pool
	NATS    *nats.Conn     // the bus
	Engine  search.Engine  // lists, counts, facets, text
	Source  replica.Source // missed changes, from Postgres
	Log     *slog.Logger
	Cache   cache.Config   // Bytes and Share; New fills in the rest
	Replica replica.Config // HeartbeatTimeout, Lease and Grace; New fills in the rest

	// Without switches optimisations off, for measurements. Default: all are on.
	Without Without

	// Picture draws the SVG file of a demo picture, or reports false if there is none. If it is nil, nothing is under
	// /media/.
	Picture func(kind, name string) ([]byte, bool)

	// Site holds the files of the demo storefront and the landing page. If it is nil, nothing is at "/".
	Site fs.FS
	// Shop is the tenant whose shop is at "/"; other tenants have theirs at "/t/TENANT/". "": the landing page is at "/",
	// and no tenant has a shop.
	Shop string
	// Edit writes an edit of the page /live, and returns the data of the answer. It is for development. If it is nil,
	// there is no such page.
	Edit func(ctx context.Context, body []byte) (any, error)

	Now         func() time.Time // the clock; default: the machine's clock, corrected against Postgres's
	FillTimeout time.Duration    // the longest wait of a request for Postgres; default 5 s
	MaxFills    int              // the most fills that may read from Postgres at once; default 64
	MaxReads    int              // concurrent snapshots, and concurrent statements for single records; default AtOnce

	Outside   bool          // search has an index outside Postgres
	MissBurst time.Duration // the longest wait of an uncached read until it may begin; default 4 s
	MissWait  time.Duration // the same, while many have waited for MissBurst; default 1 s

	StreamsPerTenant int           // change streams that one tenant's clients may have open here; default 20
	StreamsAll       int           // change streams of all tenants; default 500
	OpenStreams      []string      // tenants whose stream tokens pages of this origin get without the key; in development
	OpenHere         bool          // pages on this machine get the tokens of every tenant without the key; in development
	StreamBeat       time.Duration // pause between the heartbeats of a stream; default 15 s
	SampleEach       uint64        // one hit in so many is compared with Postgres in the background; default 10,000

	// LeaderTimeout is how long the gateway waits for a leading worker to acknowledge it. After that it becomes ready
	// anyway, and verifies every hit in Postgres. Default 3 s.
	LeaderTimeout time.Duration

	// Before it is ready, the gateway reads the answers that are requested most, for at most WarmTime. Default 5 s. Which
	// they are, another gateway says, or HottestFile, where this one saves them; "": nowhere.
	WarmTime    time.Duration
	HottestFile string
	Loaded      func() // called before that, once all else is loaded; nil: nothing is

	ParentURL   string // the admin listener of a gateway that answers in place of Postgres; "": Postgres answers
	ParentToken string // of that listener

	WriteURL string         // the write service, such as http://127.0.0.1:8081; "": its addresses do not exist
	Trusted  []netip.Prefix // proxies in front of the gateway whose X-Forwarded-For is trusted; default none

	// Forwarded reads the client's address from Forwarded (RFC 7239) in place of X-Forwarded-For. Default false.
	Forwarded bool
	// Production also reports a proxy that is not declared if it sends no X-Forwarded-For, and ignores unknown parameters
	// that resemble known ones; otherwise they are refused. Default false.
	Production bool

	Alarms         *alarm.Board        // receives the gateway's alarms; nil: none are kept
	MoreMetrics    prometheus.Gatherer // further metrics of the process, for /metrics; nil: none
	PrivateMetrics bool                // /metrics and /status do not exist at Addr. Default false

	// Tarpit is the delay before a 429 from the write service is returned, so that a client cannot retry in a tight
	// loop. Default 1 s; negative disables it.
	Tarpit time.Duration

	Trace *trace.Tracer // records requests that are not answered by their raw URL; nil: none
}

// Without names the optimisations that a gateway can do without. Its answers stay the same. make bench-without measures
// what each buys; docs/benchmarks.md has the figures.
type Without struct {
	EventLoop      bool // a goroutine reads each connection
	RecordBatching bool // one statement reads one record
	PageAssembly   bool // lists and filters are read whole
	RefreshAhead   bool // a stale list waits for its next reader
	PriceBands     bool // every edit of a price invalidates all lists that depend on prices
	HeldAnswers    bool // each search and list that is not in the cache opens a snapshot of Postgres
	WarmStart      bool // the cache is empty when the gateway becomes ready
	Admission      bool // fills wait in the order in which they came, without a bound but FillTimeout
}

// AtOnce is the number of concurrent reads from Postgres, of each of two kinds: snapshots, and statements for records.
func AtOnce() int { return read.MaxReads() }

// DefaultConfig holds the defaults of the settings.
func DefaultConfig() Config {
	fills, streams := read.DefaultConfig(), stream.DefaultConfig()
	waits := admit.DefaultConfig(fills.MaxReads, fills.MaxFills)
	return Config{Addr: "127.0.0.1:8080", Cache: cache.DefaultConfig(), Replica: replica.DefaultConfig(),
		FillTimeout: fills.Timeout, MaxFills: fills.MaxFills, MaxReads: fills.MaxReads,
		MissBurst: waits.Burst, MissWait: waits.Wait,
		StreamsPerTenant: streams.PerTenant, StreamsAll: streams.Total, StreamBeat: streams.Heartbeat,
		SampleEach: 10_000, LeaderTimeout: 3 * time.Second,
		WarmTime: 5 * time.Second, Tarpit: upstream.DefaultConfig().Tarpit}
}

// withDefaults replaces zero settings by their defaults.
func (c Config) withDefaults() Config {
	d := DefaultConfig()
	if c.Records == nil {
		c.Records = c.Pool
	}
	setDefault(&c.Name, nameOf(c.Addr))
	setDefault(&c.FillTimeout, d.FillTimeout)
	setDefault(&c.MaxFills, d.MaxFills)
	setDefault(&c.MaxReads, d.MaxReads)
	setDefault(&c.MissBurst, d.MissBurst)
	setDefault(&c.MissWait, d.MissWait)
	setDefault(&c.StreamsPerTenant, d.StreamsPerTenant)
	setDefault(&c.StreamsAll, d.StreamsAll)
	setDefault(&c.StreamBeat, d.StreamBeat)
	setDefault(&c.SampleEach, d.SampleEach)
	setDefault(&c.LeaderTimeout, d.LeaderTimeout)
	setDefault(&c.WarmTime, d.WarmTime)
	setDefault(&c.Tarpit, d.Tarpit)
	return c
}

// nameOf derives a short name that says nothing about the host, and stays the same when the gateway is restarted.
func nameOf(addr string) string {
	host, _ := os.Hostname() // without it, the address alone counts
	sum := sha256.Sum256([]byte(host + " " + addr))
	return hex.EncodeToString(sum[:4])
}

func setDefault[T comparable](setting *T, otherwise T) {
	var zero T
	if *setting == zero {
		*setting = otherwise
	}
}

var nameRE = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Addr == "":
		return errors.New("gateway: no address to listen on")
	case !nameRE.MatchString(c.Name):
		return fmt.Errorf("gateway: the name %q: use at most 32 letters, digits, - and _", c.Name)
	case c.Pool == nil, c.NATS == nil, c.Engine == nil, c.Source == nil, c.Log == nil:
		return errors.New("gateway: a pool, the bus, an engine, a source of changes and a log are required")
	case c.FillTimeout <= 0 || c.MaxFills <= 0 || c.MaxReads <= 0:
		return errors.New("gateway: FillTimeout, MaxFills and MaxReads must be positive")
	}
	return nil
}
