package admit

import (
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/api"
	"vitrine/internal/metric"
)

// A Kind is what a fill is for. Each kind has slots that the other cannot take.
type Kind int

// The kinds of fills.
const (
	Read   Kind = iota // records, lists and filters
	Search             // answers to a text
	kinds
)

// String names the kind in metrics.
func (k Kind) String() string {
	if k == Search {
		return "search"
	}
	return "read"
}

// Config bounds the fills of a gateway.
type Config struct {
	Memory int // fills that are answered from memory at once; a quarter is kept for each kind
	Parent int // fills that a parent gateway answers at once; a quarter is kept for each kind

	// Least, Start and Most bound the reads from Postgres at once. Start is the number at the start and after a quiet
	// time. Searches have a third as many beside them, which is one slot in four.
	Least, Start, Most int

	Queue    int           // fills that wait, in all pools; default 256
	Searches int           // running and waiting fills of one tenant with Demand.Bounded, in each pool; default 32
	Full     int           // a pool is full while more of a kind wait than this and than it has slots; default 32
	Burst    time.Duration // the longest wait for a slot; default 4 s
	Wait     time.Duration // the longest wait in a pool that has been full for Burst; default 1 s

	// Off switches all of it off but the highest limits: fills wait in the order in which they came, all together,
	// until their own time ends.
	Off bool
}

// DefaultConfig holds the defaults of the settings. reads is how many statements Postgres gets at once, and fills is
// how many fills may be in progress.
func DefaultConfig(reads, fills int) Config {
	most := max(1, fills*3/4)
	return Config{Memory: reads, Parent: fills, Least: min(2*reads, most), Start: min(4*reads, most), Most: most,
		Queue: 256, Searches: 32, Full: 32, Burst: 4 * time.Second, Wait: time.Second}
}

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Memory < 1, c.Parent < 0, c.Least < 1, c.Least > c.Start, c.Start > c.Most:
		return errors.New("admit: Memory must be positive, Parent not negative, and 1 <= Least <= Start <= Most")
	case c.Queue < 0, c.Full < 0, c.Searches < 1:
		return errors.New("admit: Queue and Full must not be negative, and Searches must be positive")
	case c.Wait <= 0, c.Burst < c.Wait:
		return errors.New("admit: Wait must be positive, and Burst at least Wait")
	}
	return nil
}

// A Gate admits fills.
type Gate struct {
	cfg   Config
	limit *limit // of reads from Postgres; nil if the gate is off

	mu                       sync.Mutex
	memory, parent, postgres pool
	waiting                  int       // in all pools
	order                    uint64    // of the last fill that began to wait
	swept                    time.Time // when all waiting fills were last checked for their clients

	long    atomic.Bool // more than Config.Full wait for Postgres
	crowded atomic.Bool // less than an eighth of the queue is free
	left    int         // fills that have ceased to wait for Postgres since it is crowded, less those begun instead

	// Refused counts fills that got no slot.
	Refused struct {
		Full     atomic.Uint64 // the queue was full
		Share    atomic.Uint64 // the queue was full, and the tenant had the largest part of it
		Late     atomic.Uint64 // none was free in time
		Searches atomic.Uint64 // too many searches of the tenant
		Gone     atomic.Uint64 // no client was there any more
	}
	// Waited counts fills that got a slot after they had waited.
	Waited atomic.Uint64
}

// New makes a gate.
func New(cfg Config) (*Gate, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	g := &Gate{cfg: cfg}
	quarter := func(n int) pool { return newPool(func(Kind) int { return max(1, n-max(1, n/4)) }, n) }
	g.memory, g.parent = quarter(cfg.Memory), quarter(cfg.Parent)
	if cfg.Off {
		g.memory = newPool(func(Kind) int { return cfg.Memory }, cfg.Memory)
		g.parent = newPool(func(Kind) int { return cfg.Parent }, cfg.Parent)
		most := cfg.Most + searchSlots(cfg.Most)
		g.postgres = newPool(func(Kind) int { return most }, most)
		return g, nil
	}
	g.limit = newLimit(cfg)
	g.postgres = newPool(g.slots, 0)
	g.postgres.permit = g.limit.take
	return g, nil
}

// slots is how many fills of a kind may read from Postgres at once.
func (g *Gate) slots(k Kind) int {
	if k == Search {
		return searchSlots(g.limit.now())
	}
	return g.limit.now()
}

// searchSlots is how many searches run beside n reads: one slot in four of all.
func searchSlots(n int) int { return max(1, n/3) }

// Refusals. The client reads the sentence, the log the cause.
var (
	errFull  = errors.New("too many fills wait")
	errShare = errors.New("too many fills of this tenant wait")
	errLate  = errors.New("no slot was free in time")
)

// ErrGone is the cause of the refusal of a fill that no client waits for any more.
var ErrGone = errors.New("no client waits for it any more")

// ErrNotIdle is the error of background work that would take a slot from a reader.
var ErrNotIdle = errors.New("no slot is idle")

// retrySpread spreads the next requests of refused clients over so many seconds, so that they do not come together.
const retrySpread = 3

// busy is the 503 of a fill that is refused.
func busy(cause error) error {
	return &api.Error{Status: 503, Code: api.Unavailable, Message: "The server is busy. Try again in a moment.",
		RetryAfter: 1 + rand.IntN(retrySpread), Cause: cause} //nolint:gosec // no secret
}

// tooMany is the 429 of a tenant with as many searches as it may have at once.
func tooMany(most int) error {
	return &api.Error{Status: 429, Code: api.TooManyRequests, RetryAfter: 1, Limit: most,
		Message: "Too many searches at once. Try again in a moment."}
}

// Load is the state of a gate, for /status.
type Load struct {
	Limit   int    `json:"limit"`   // fills that may read from Postgres at once
	Running int    `json:"running"` // fills that read from Postgres
	Memory  int    `json:"memory"`  // fills that are answered from memory
	Parent  int    `json:"parent"`  // fills that wait for the parent's answer
	Waiting int    `json:"waiting"`
	Refused uint64 `json:"refused"` // since the start, without those whose clients were gone
}

// Load returns the state of the gate.
func (g *Gate) Load() Load {
	limit := g.postgres.slots(Read) + g.postgres.slots(Search)
	if g.cfg.Off {
		limit = g.postgres.total
	}
	r := &g.Refused
	g.mu.Lock()
	defer g.mu.Unlock()
	return Load{Limit: limit, Running: g.postgres.busyLocked(), Memory: g.memory.busyLocked(),
		Parent: g.parent.busyLocked(), Waiting: g.waiting,
		Refused: r.Full.Load() + r.Share.Load() + r.Late.Load() + r.Searches.Load()}
}

// Register registers the metrics of the gate.
func (g *Gate) Register(reg prometheus.Registerer) {
	for k := range kinds {
		kind := prometheus.Labels{"kind": k.String()}
		gauge := func(name, help string, value func() int) {
			reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: kind},
				func() float64 { return float64(value()) }))
		}
		locked := func(value func() int) func() int {
			return func() int {
				g.mu.Lock()
				defer g.mu.Unlock()
				return value()
			}
		}
		gauge("vitrine_admission_limit", "Uncached answers that may be read from Postgres at once. It follows how fast "+
			"Postgres answers.", func() int { return g.postgres.slots(k) })
		gauge("vitrine_admission_in_flight", "Uncached answers that are being read from Postgres.",
			locked(func() int { return g.postgres.held[k] }))
		gauge("vitrine_admission_in_memory", "Uncached answers that are being made from memory.",
			locked(func() int { return g.memory.held[k] }))
		gauge("vitrine_admission_at_parent", "Uncached answers that the parent is being asked for.",
			locked(func() int { return g.parent.held[k] }))
		gauge("vitrine_admission_waiting", "Uncached answers that wait until they may be made.",
			locked(func() int { return g.postgres.waiting[k] + g.parent.waiting[k] + g.memory.waiting[k] }))
	}
	metric.Counter(reg, "vitrine_admission_waited_total", "Uncached answers that were made after they had waited.",
		&g.Waited)
	r := &g.Refused
	for cause, n := range map[string]*atomic.Uint64{"full": &r.Full, "share": &r.Share, "late": &r.Late,
		"searches": &r.Searches, "gone": &r.Gone} {
		reg.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "vitrine_admission_refused_total",
			Help: "Uncached answers that were not made, by cause: full, too many waited; share, too many of the tenant " +
				"waited; late, none could be made in time; searches, too many searches of the tenant; gone, the client " +
				"had closed its connection.",
			ConstLabels: prometheus.Labels{"cause": cause}}, func() float64 { return float64(n.Load()) }))
	}
}
