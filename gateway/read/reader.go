package read

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/admit"
	"vitrine/gateway/query"
	"vitrine/gateway/read/flight"
	"vitrine/gateway/read/settings"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/clock"
	"vitrine/internal/metric"
	"vitrine/search"
)

// Config is what a Reader needs.
type Config struct {
	Pool    *pgxpool.Pool // Postgres, read only
	Records *pgxpool.Pool // the same for statements whose plan never changes: single records, by slug or id; default Pool
	Engine  search.Engine // lists, counts, facets, text
	Cache   *cache.Cache
	Clock   *clock.Clock
	Log     *slog.Logger // for values that cannot be shown; nil: they are only counted

	Views  map[string]View    // the special views of the catalogue, by name
	Facets map[string][]Facet // its filters pages, by the name of their special view, facets in the order of their fields

	Timeout  time.Duration // of a fill; default 5 s
	MaxFills int           // the most fills that may read from Postgres at once; default 64
	MaxReads int           // concurrent snapshots, and concurrent statements for records; default MaxReads()

	Admission admit.Config // which fills wait, and for how long; default admit.DefaultConfig

	Parent Parent // another gateway that answers in place of Postgres; nil: there is none

	// TagsInETag reports whether the entity tags of a tenant's answers cover their tags; nil: those of no tenant do.
	TagsInETag func(tenantID string) bool

	NoBatching   bool // one statement reads one record
	NoAssembly   bool // lists and filters are read whole
	NoHeld       bool // each search and list that is not in the cache opens a Postgres snapshot
	NoPriceBands bool // an answer that depends on prices carries the tag of the column
}

// A Parent is another gateway that has answers, or makes them. An answer is as of the returned snapshot, which is not
// older than what was applied to the tenant at the call. A nil answer means that Postgres has to answer. An error is a
// refusal, which the client reads.
type Parent interface {
	Fetch(ctx context.Context, t *replica.Tenant, q *query.Query) (*Answer, cache.Snapshot, error)

	// Rests reports that the other gateway has failed lately, and is not asked now.
	Rests() bool
}

// A View answers a query of a special view in a snapshot.
type View func(ctx context.Context, s *Snapshot, q *query.Query) (*Answer, error)

// DefaultConfig holds the defaults of the settings.
func DefaultConfig() Config {
	return Config{Timeout: 5 * time.Second, MaxFills: 64, MaxReads: MaxReads()}
}

// MaxReads is the default of Config.MaxReads: twice the processors, at least 4. More concurrent reads make no answer
// faster and all of them slower, edits included.
func MaxReads() int { return max(4, 2*runtime.GOMAXPROCS(0)) }

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Pool == nil, c.Engine == nil, c.Cache == nil, c.Clock == nil:
		return errors.New("read: a pool, an engine, a cache and a clock are required")
	case c.Timeout <= 0, c.MaxFills <= 0, c.MaxReads <= 0:
		return errors.New("read: Timeout, MaxFills and MaxReads must be positive")
	}
	for v := range catalog.Views() {
		if v.Special != "" && c.Views[v.Special] == nil && c.Facets[v.Special] == nil {
			return fmt.Errorf("read: view %s needs the special view %q, which does not exist", v.Path, v.Special)
		}
	}
	return nil
}

// A Reader fills the cache.
type Reader struct {
	cfg     Config
	cache   *cache.Cache
	clock   *clock.Clock
	fills   flight.Group[*cache.Entry]
	readers admit.Readers
	gate    *admit.Gate
	reads   chan struct{}
	batch   batcher
	door    *doorkeeper
	onKept  func(Kept)
	faults  faults
	waits   *prometheus.HistogramVec // by kind and result

	settings *settings.Known
	holder   search.Holder // nil: the engine holds nothing in memory

	// Stats count answers since the reader was made.
	Stats struct {
		Assembled atomic.Uint64 // lists and filters assembled from fragments
		Held      atomic.Uint64 // searches and filters answered without a Postgres snapshot
		Whole     atomic.Uint64 // answers read whole from Postgres
		Inlined   atomic.Uint64 // records kept as they arrived with a change
		Batched   atomic.Uint64 // records read in one statement with others
		Given     atomic.Uint64 // answers of the parent
	}
}

// New makes a reader.
func New(cfg Config) (*Reader, error) {
	if cfg.Records == nil {
		cfg.Records = cfg.Pool
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.Admission == (admit.Config{}) {
		cfg.Admission = admit.DefaultConfig(cfg.MaxReads, cfg.MaxFills)
	}
	gate, err := admit.New(cfg.Admission)
	if err != nil {
		return nil, err //nolint:wrapcheck // it names the package
	}
	r := &Reader{cfg: cfg, cache: cfg.Cache, clock: cfg.Clock, door: newDoorkeeper(), faults: faults{log: cfg.Log},
		gate: gate, reads: make(chan struct{}, cfg.MaxReads), onKept: func(Kept) {}, settings: settings.New(cfg.Cache),
		waits: newWaits()}
	r.batch.max, r.batch.off = cfg.MaxReads, cfg.NoBatching
	if !cfg.NoHeld {
		r.holder, _ = cfg.Engine.(search.Holder)
	}
	return r, nil
}

// OnKept has f called for each answer that is kept. It must be called before the first fill.
func (r *Reader) OnKept(f func(Kept)) { r.onKept = f }

// HalfBusy reports whether readers need Postgres: half of the snapshots that may be open at once are open, or admission
// leaves no slot for background work.
func (r *Reader) HalfBusy() bool { return 2*len(r.reads) >= cap(r.reads) || !r.gate.IsIdle() }

// Load is the state of admission.
func (r *Reader) Load() admit.Load { return r.gate.Load() }

// ManyWait reports whether many fills wait for Postgres. It costs next to nothing.
func (r *Reader) ManyWait() bool { return r.gate.Long() }

// Crowded reports whether Refuse may return an error.
func (r *Reader) Crowded() bool { return r.gate.Crowded() && r.cfg.Parent == nil }

// Refuse returns the error of a query whose fill admission would refuse, before the fill begins. It returns nil for a
// query that may be answered without Postgres, for one that another request waits for, and for filters.
func (r *Reader) Refuse(t *replica.Tenant, q *query.Query, key []byte) error {
	if !r.Crowded() || q.View.Special != "" || q.View.Across || r.readers.Has(key) {
		return nil
	}
	if list := q.View.Shape != catalog.One; list && r.holder != nil &&
		r.holder.Holds(t.ID, q.View.Plan().Resource.Name, q.Text != "") ||
		r.assemblable(q) && r.hasFragment(listKey(key, t.ID)) {
		return nil
	}
	kind := kindOf(q)
	err := r.gate.Refuse(admit.Demand{Tenant: t.ID, Kind: kind})
	if err != nil {
		r.noteWait(kind, 0, err)
	}
	return err //nolint:wrapcheck // the client reads it
}

// A Rendering is the answer to a query as Postgres alone gives it.
type Rendering struct {
	Status int
	Body   []byte         // as it is sent without compression; an error has a request id of its own
	Engine string         // the engine that searched for a text; "" for an answer without a text
	Read   cache.Snapshot // the snapshot it was read in; zero if nothing had to be read, as for an invalid parameter
}

// Render answers a query from Postgres. It neither reads nor fills the cache.
func (r *Reader) Render(ctx context.Context, tenantID string, q *query.Query) (Rendering, error) {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.Timeout)
	defer cancel()
	ans, at, err := r.read(ctx, tenantID, q)
	if err != nil {
		return Rendering{}, err
	}
	out := Rendering{Status: ans.status(), Body: ans.Body, Engine: ans.Engine, Read: at}
	if ans.Body == nil {
		return out, NoRecord()
	}
	return out, nil
}

// NoRecord is the error for a record that does not exist.
func NoRecord() error { return api.Errorf(404, api.NotFound, "There is no such record.") }

// Register registers the metrics of the reader.
func (r *Reader) Register(reg prometheus.Registerer) {
	st := &r.Stats
	metric.Counter(reg, "vitrine_answers_assembled_total",
		"Lists and filters assembled from cached fragments and from those that had to be read.", &st.Assembled)
	metric.Counter(reg, "vitrine_answers_in_memory_total",
		"Searches and filters answered from tables in memory, without a snapshot of Postgres.", &st.Held)
	metric.Counter(reg, "vitrine_answers_read_total", "Answers read whole from Postgres.", &st.Whole)
	metric.Counter(reg, "vitrine_parent_answers_total", "Answers that the parent gave.", &st.Given)
	metric.Counter(reg, "vitrine_records_together_total",
		"Records read from Postgres in one statement with records of other requests.", &st.Batched)
	metric.Counter(reg, "vitrine_records_unreadable_total",
		"Records that an answer leaves out, because a required value cannot be shown.", &r.faults.records)
	metric.Counter(reg, "vitrine_fields_unreadable_total",
		"Fields that a record leaves out, because their value cannot be shown.", &r.faults.fields)
	metric.Counter(reg, "vitrine_answers_inlined_total",
		"Pages of single records that were kept as they arrived with a change.", &st.Inlined)
	reg.MustRegister(&r.faults.removed, r.waits)
	r.gate.Register(reg)
}
