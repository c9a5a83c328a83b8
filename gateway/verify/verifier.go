package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/lookup"
	"vitrine/gateway/read"
	"vitrine/internal/clock"
	"vitrine/internal/metric"
)

// Config is what a Verifier needs.
type Config struct {
	Cache   *cache.Cache
	Replica *replica.Replica
	Lookup  *lookup.Lookup
	Clock   *clock.Clock
	Log     *slog.Logger
	Changes *Changes // for the log

	// Render reads the answer to a URL such as "/v1/product?limit=2" from Postgres.
	Render func(ctx context.Context, tenantID, url string) (read.Rendering, error)

	Timeout time.Duration // of a comparison; default 5 s
	Outside bool          // search has an index outside Postgres; answers to searches are not compared then
}

// DefaultConfig holds the defaults of the settings.
func DefaultConfig() Config { return Config{Timeout: 5 * time.Second} }

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Cache == nil, c.Replica == nil, c.Lookup == nil, c.Clock == nil, c.Log == nil, c.Changes == nil,
		c.Render == nil:
		return errors.New("verify: a cache, a replica, a lookup, a clock, a log, Changes and Render are required")
	case c.Timeout <= 0:
		return errors.New("verify: Timeout must be positive")
	}
	return nil
}

// A Verifier compares served answers with Postgres: hits that the cache samples, and in turn the hottest answers of
// each tenant and kind (anti-entropy).
type Verifier struct {
	cfg   Config
	queue chan *cache.Entry // sampled hits; those that do not fit are dropped

	// Stats count since the verifier was made. StaleHits and Drift must stay 0.
	Stats struct {
		Compared  atomic.Uint64 // comparisons
		Overtaken atomic.Uint64 // comparisons that a change made pointless
		Unread    atomic.Uint64 // comparisons for which Postgres could not be read
		Dropped   atomic.Uint64 // sampled hits that did not fit into the queue
		StaleHits atomic.Uint64 // sampled hits that differed
		Rounds    atomic.Uint64 // kinds of a tenant that were compared in turn
		Drift     atomic.Uint64 // answers that differed then
		Mended    atomic.Uint64 // tenants whose answers were dropped because one differed
		Jumps     atomic.Uint64 // jumps of Postgres's clock
	}

	turns map[turn]uint64 // when each kind of a tenant was compared last; used by Run alone
	turn  uint64
}

// A turn is all answers of one kind of a tenant.
type turn struct{ tenant, kind string }

const (
	queueSize   = 64
	turnEvery   = time.Second            // pause between turns
	turnEntries = 3                      // answers that are compared in one turn
	restFactor  = 50                     // a comparison is followed by so many times its own duration without one
	clockJump   = 250 * time.Millisecond // clocks drift less between two corrections
)

// New makes a verifier.
func New(cfg Config) (*Verifier, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Verifier{cfg: cfg, queue: make(chan *cache.Entry, queueSize), turns: map[turn]uint64{}}, nil
}

// Sample queues a hit for comparison, if a URL names it. It is called on the path of a hit: it neither blocks nor
// allocates.
func (v *Verifier) Sample(e *cache.Entry) {
	if name := e.Name(); len(name) == 0 || name[0] != '/' {
		return // the answer to a request with a body
	}
	select {
	case v.queue <- e:
	default:
		v.Stats.Dropped.Add(1)
	}
}

// Run compares one answer at a time until ctx is done.
func (v *Verifier) Run(ctx context.Context) {
	tick := time.NewTicker(turnEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-v.queue:
			began := time.Now()
			if v.differs(ctx, e) {
				v.Stats.StaleHits.Add(1)
			}
			select { // verifying must stay cheap beside what it verifies
			case <-ctx.Done():
				return
			case <-time.After(min(restFactor*time.Since(began), turnEvery)):
			}
		case <-tick.C:
			v.takeTurn(ctx)
		}
	}
}

// takeTurn compares some of the hottest answers of the tenant's kind that was compared longest ago.
func (v *Verifier) takeTurn(ctx context.Context) {
	found := map[turn][]*cache.Entry{}
	v.cfg.Cache.Hottest(func(e *cache.Entry) {
		path, isPage := strings.CutPrefix(string(e.Name()), "/")
		if !isPage {
			return // a fragment
		}
		kind, _, _ := strings.Cut(path, "/")
		kind, _, _ = strings.Cut(kind, "?")
		t := turn{e.Tenant().ID, kind}
		if len(found[t]) < turnEntries {
			found[t] = append(found[t], e)
		}
	})
	var next turn
	for t := range found {
		if next == (turn{}) || v.turns[t] < v.turns[next] {
			next = t
		}
	}
	for t := range v.turns {
		if found[t] == nil {
			delete(v.turns, t) // if it comes back, it counts as never compared
		}
	}
	if next == (turn{}) {
		return
	}
	v.turn++
	v.turns[next] = v.turn
	v.Stats.Rounds.Add(1)
	for _, e := range found[next] {
		if v.differs(ctx, e) {
			v.Stats.Drift.Add(1)
		}
	}
}

// differs reads an answer from Postgres and reports whether a valid entry differs from it. Both are compared as of the
// same change: what Postgres showed is applied here first. If that invalidates the entry, or it expires meanwhile,
// there is nothing to compare. If an entry differs, all entries of its tenant are dropped, because others may be wrong
// too.
func (v *Verifier) differs(ctx context.Context, e *cache.Entry) bool {
	st := &v.Stats
	where := string(e.Name())
	if v.cfg.Outside && (strings.Contains(where, "search=") || strings.Contains(where, "q=")) {
		return false // such an engine may rank equal results differently each time
	}
	if !e.Fresh(v.cfg.Clock.Now()) {
		st.Overtaken.Add(1)
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, v.cfg.Timeout)
	defer cancel()
	id := e.Tenant().ID
	t := v.cfg.Replica.Tenant(id)
	r, err := v.cfg.Render(ctx, id, "/v1"+where)
	if err == nil {
		err = t.CatchUp(ctx, r.Read.Epoch, r.Read.Seq)
	}
	if err != nil || r.Read.Epoch == "" {
		st.Unread.Add(1)
		return false
	}
	if !e.Fresh(v.cfg.Clock.Now()) {
		st.Overtaken.Add(1)
		return false
	}
	if r.Engine != e.Engine { // each engine ranks a text by rules of its own
		st.Overtaken.Add(1)
		return false
	}
	st.Compared.Add(1)
	if (r.Status == 200) == (e.Body != nil) && (e.Body == nil || bytes.Equal(r.Body, e.Body)) {
		return false
	}
	v.report(id, "/v1"+where, e, r)
	t.InvalidateAll()
	st.Mended.Add(1)
	return true
}

// report logs a difference with what is needed to find its cause. It is called before anything is dropped.
func (v *Verifier) report(tenantID, url string, e *cache.Entry, r read.Rendering) {
	d, tags := firstDifference(e.Body, r.Body), e.AllTags()
	if d == nil {
		d = &Difference{Path: "status"}
	}
	var between []string
	changes, err := v.cfg.Changes.Between(tenantID, e.Stamp, r.Read.Seq)
	for _, c := range changes {
		between = append(between, fmt.Sprintf("%d: %s", c.Seq, strings.Join(c.Rows, ", ")))
	}
	if err != nil {
		between = []string{err.Error()}
	}
	v.cfg.Log.Error("cached answer differs from Postgres and no change explains it; all answers of the tenant are dropped",
		"tenant", tenantID, "url", url, "stamp", e.Stamp, "read", r.Read.Seq, "found", e.Body != nil, "want", r.Status,
		"path", d.Path, "cached", d.Cached, "postgres", d.Postgres, "cause", e.Cause, "made", e.Made, "changes", between,
		"tags", tags[:min(len(tags), 50)])
}

// Jumped handles a correction of Postgres's clock against the machine's. Answers whose ValidUntil lies within a jump
// were served too long.
func (v *Verifier) Jumped(by time.Duration) {
	if by.Abs() < clockJump {
		return
	}
	v.Stats.Jumps.Add(1)
	v.cfg.Log.Warn("Postgres's clock jumped", "by", by)
	now := v.cfg.Clock.Now()
	v.cfg.Cache.Hottest(func(e *cache.Entry) {
		if !e.ValidUntil.IsZero() && e.ValidUntil.Before(now) && e.ValidUntil.After(now.Add(-by)) {
			v.cfg.Lookup.Late.Add(1)
		}
	})
}

// Register registers the metrics of the verifier.
func (v *Verifier) Register(reg prometheus.Registerer) {
	st := &v.Stats
	metric.Counter(reg, "vitrine_stale_hits_total",
		"Sampled hits that differed from Postgres. Must stay 0.", &st.StaleHits)
	metric.Counter(reg, "vitrine_verifier_checks_total", "Answers compared with Postgres.", &st.Compared)
	metric.Counter(reg, "vitrine_verifier_stale_total",
		"Comparisons that a change or another search engine made pointless.", &st.Overtaken)
	metric.Counter(reg, "vitrine_verifier_unread_total",
		"Comparisons for which Postgres could not be read.", &st.Unread)
	metric.Counter(reg, "vitrine_verifier_dropped_total",
		"Sampled hits that were not compared because the queue was full.", &st.Dropped)
	metric.Counter(reg, "vitrine_antientropy_rounds_total",
		"Anti-entropy rounds: each compares the hottest answers of one kind of a tenant.", &st.Rounds)
	metric.Counter(reg, "vitrine_antientropy_drift_total",
		"Answers that differed from Postgres in an anti-entropy round. Must stay 0.", &st.Drift)
	metric.Counter(reg, "vitrine_antientropy_mended_total",
		"Times that all answers of a tenant were dropped because one differed.", &st.Mended)
	metric.Counter(reg, "vitrine_clock_jumps_total", "Jumps of Postgres's clock.", &st.Jumps)
}
