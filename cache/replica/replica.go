package replica

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/cache"
	"vitrine/internal/run"
	"vitrine/internal/wire"
)

// Config is what a Replica needs. Zero durations take the value DefaultConfig gives them.
type Config struct {
	Source Source           // where missed changes are read; required
	Now    func() time.Time // the clock, corrected against the database; default time.Now

	// HeartbeatTimeout is how long a heartbeat renews the lease. Default 500 ms.
	HeartbeatTimeout time.Duration

	// Lease is how long an acknowledged report renews the lease, counted from when it was sent. It must be clearly less
	// than the 1.5 s after which the leader no longer waits for a gateway. Default 1 s.
	Lease time.Duration

	// Grace is how long CatchUp waits for the bus before it reads from Postgres. It must be longer than a change takes
	// under load, when reading would only add to the load. Default 1 s.
	Grace time.Duration

	// Changed is called for each change before it counts as applied, so that its effects are visible to a reader that
	// relies on the change. The tenant is nil if it has not joined. Changed must not call the replica for the same
	// tenant.
	Changed func(*Tenant, wire.Message)

	// Inlined is called with a message that carries a record, once its change is applied. It must not block. It may be
	// nil.
	Inlined func(*Tenant, wire.Message)

	// Applied is called after a change was applied, with the time since its seal. It must not block. It may be nil.
	Applied func(*Tenant, time.Duration)
}

// DefaultConfig is what a gateway uses.
func DefaultConfig() Config {
	return Config{HeartbeatTimeout: 500 * time.Millisecond, Lease: time.Second, Grace: time.Second, Now: time.Now}
}

// Validate checks the configuration.
func (c Config) Validate() error {
	if c.Source == nil {
		return errors.New("replica: Source is missing")
	}
	return nil
}

// Stats count what a Replica did since it was made.
type Stats struct {
	// Messages applied; gaps found; reads of missed changes from Postgres; epochs begun.
	Applied, Gaps, Pulls, Epochs atomic.Uint64
	// Hits verified against Postgres; verifications that Postgres did not answer.
	Verified, Unverified atomic.Uint64
	Lag                  atomic.Int64 // nanoseconds from the seal of the last change to its being applied here
}

// A Replica applies the changes of all tenants to a cache, in order and without a gap. Its methods may be called from
// any goroutine.
type Replica struct {
	cfg   Config
	Stats Stats

	tenants    sync.Map // id → *Tenant
	cache      *cache.Cache
	puller     puller
	lease      lease
	bus        bus
	unreported unreported
	start      time.Time
}

// New makes a replica without tenants for a cache.
func New(c *cache.Cache, cfg Config) (*Replica, error) {
	d := DefaultConfig()
	if cfg.HeartbeatTimeout == 0 {
		cfg.HeartbeatTimeout = d.HeartbeatTimeout
	}
	if cfg.Lease == 0 {
		cfg.Lease = d.Lease
	}
	if cfg.Grace == 0 {
		cfg.Grace = d.Grace
	}
	if cfg.Now == nil {
		cfg.Now = d.Now
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	r := &Replica{cfg: cfg, cache: c, start: time.Now()}
	r.puller.replica, r.lease.replica = r, r
	r.unreported.wake = run.NewWake()
	r.RenewLease()
	return r, nil
}

// Tenant finds a tenant that has joined, or nil.
func (r *Replica) Tenant(id string) *Tenant {
	if t, ok := r.tenants.Load(id); ok {
		return t.(*Tenant)
	}
	return nil
}

// Join adds a tenant at a head. A tenant that has joined before stays as it is.
func (r *Replica) Join(h wire.Head) *Tenant {
	if t := r.Tenant(h.Tenant); t != nil {
		return t
	}
	t := &Tenant{Tenant: r.cache.NewTenant(h.Tenant, cache.Snapshot{Epoch: h.Epoch, Seq: h.Seq}), replica: r}
	if was, loaded := r.tenants.LoadOrStore(h.Tenant, t); loaded {
		return was.(*Tenant)
	}
	r.unreported.add(t)
	return t
}

// Apply applies a message to its tenant. It reports false if the tenant has not joined.
func (r *Replica) Apply(ctx context.Context, m wire.Message) (bool, error) {
	t := r.Tenant(m.Tenant)
	if t == nil {
		return false, nil
	}
	err := t.Apply(ctx, m)
	// Not if a pull found another epoch.
	if err == nil && m.Inlined != nil && r.cfg.Inlined != nil && t.reached(m.Epoch, m.Seq) {
		r.cfg.Inlined(t, m)
	}
	return true, err
}

// Entries iterates over the kept entries of all tenants, in no order. Entries that are added or removed meanwhile may
// be missing.
func (r *Replica) Entries() iter.Seq[*cache.Entry] {
	return func(yield func(*cache.Entry) bool) {
		r.tenants.Range(func(_, t any) bool {
			for e := range t.(*Tenant).Entries() {
				if !yield(e) {
					return false
				}
			}
			return true
		})
	}
}

// AppliedAll is the number of applied changes, over all tenants.
func (r *Replica) AppliedAll() (n uint64) {
	r.tenants.Range(func(_, t any) bool {
		n += t.(*Tenant).Applied()
		return true
	})
	return n
}
