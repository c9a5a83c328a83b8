package meili

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/meilisearch/meilisearch-go"

	"vitrine/search"
	"vitrine/search/pg"
	"vitrine/search/sql"
)

// Name is the name of the engine, the key of search_cursor.
const Name = "meili"

// Config is the configuration of the engine.
type Config struct {
	URL string // "http://127.0.0.1:7700"
	// An API key that may search, add and delete documents, and create and configure indexes; "" for a server without
	// keys.
	Key    string
	Prefix string // prefix of index names, so that installations can share a server; default "vitrine_"

	// Timeout is the time after which Postgres answers a search instead. Default 500 ms.
	Timeout time.Duration
	// Pause is the time for which Postgres answers after a failure, unless Meilisearch sent Retry-After. It doubles with
	// each consecutive failure, up to 30 s. Default 1 s.
	Pause time.Duration

	// Lost is called when the index of a kind is missing or was recreated, before documents are added to the new one. It
	// must delete the rows of this engine in search_cursor, which describe the old index. nil in a process that does not
	// index.
	Lost func(ctx context.Context) error

	Log *slog.Logger     // slog.Default()
	Now func() time.Time // time.Now
}

// DefaultConfig returns the defaults, without a URL.
func DefaultConfig() Config {
	return Config{Prefix: "vitrine_", Timeout: 500 * time.Millisecond, Pause: time.Second, Log: slog.Default(),
		Now: time.Now}
}

// Validate reports the first wrong field.
func (c *Config) Validate() error {
	u, err := url.Parse(c.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("meili: URL %q is not valid: expected a URL such as http://127.0.0.1:7700", c.URL)
	case !indexName.MatchString(c.Prefix + "x"):
		return fmt.Errorf("meili: Prefix %q is not valid: use letters, digits, - and _", c.Prefix)
	case c.Timeout <= 0 || c.Pause <= 0:
		return errors.New("meili: Timeout and Pause must be positive")
	case c.Log == nil || c.Now == nil:
		return errors.New("meili: Log and Now are required: start from DefaultConfig")
	}
	return nil
}

// Engine searches with Meilisearch and Postgres.
type Engine struct {
	cfg    Config
	pg     *pg.Engine
	client meilisearch.ServiceManager

	pausedUntil atomic.Int64 // Unix nanoseconds
	failures    atomic.Int64 // consecutive
	stats       counters

	mu  sync.Mutex
	set map[string]time.Time // creation time of each kind's index when it was set up
}

// New returns an engine. It connects on first use.
func New(cfg Config) (*Engine, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	e := &Engine{cfg: cfg, pg: pg.New(), set: map[string]time.Time{}}
	e.stats.fallbacks = map[string]*atomic.Uint64{}
	for _, why := range reasons {
		e.stats.fallbacks[why] = new(atomic.Uint64)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	// Compressed answers arrive in several packets, and the last one was sometimes delayed by 40 ms (delayed ACK).
	transport.DisableCompression = true
	e.client = meilisearch.New(cfg.URL, meilisearch.WithAPIKey(cfg.Key), meilisearch.DisableRetries(),
		meilisearch.WithCustomClient(&http.Client{Transport: retryAfter{transport, e}}))
	return e, nil
}

// Name returns "meili".
func (*Engine) Name() string { return Name }

// Search answers q. With a Text, the Result's Stamp is the last change that the index includes, unless search/pg
// answered.
func (e *Engine) Search(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	if err := q.Check(); err != nil {
		return search.Result{}, err
	}
	text := pg.Typed(q.Text)
	if q.Text == "" || text.Empty() {
		return e.pg.Search(ctx, db, q)
	}
	e.stats.searches.Add(1)
	since, why, err := e.recent(ctx, db, &q)
	if err != nil {
		return search.Result{}, err
	}
	var hits hits
	if why == "" {
		hits, why = e.candidates(ctx, &q)
	}
	if why != "" {
		e.stats.fallbacks[why].Add(1)
		return e.pg.Search(ctx, db, q)
	}
	m := match(&q, text, hits, since.changed)
	res, err := sql.List(ctx, db, &q, m)
	if err != nil {
		return search.Result{}, err
	}
	if len(res.IDs) == 0 && res.Total <= 0 {
		found, err := sql.Any(ctx, db, &q, m)
		if err != nil {
			return search.Result{}, err
		}
		if !found {
			e.stats.unfound.Add(1)
			if res, err = e.pg.Search(ctx, db, q); err != nil {
				return search.Result{}, err
			}
		}
	}
	res.Capped = hits.capped
	res.Stamp = &since.indexed
	return res, nil
}

// match returns the condition for Postgres: the visible candidates, and the rows changed since the index was complete
// that match the text.
func match(q *search.Query, text pg.Text, hits hits, changed []string) sql.Match {
	hits.drop(changed)
	unknown := text.Related(q)
	if len(changed) > 0 {
		unknown = sql.Or(sql.Expr{SQL: q.ID + " = ANY(?)", Args: []any{changed}}, unknown)
	}
	if unknown.SQL != "" {
		unknown = sql.And(unknown, text.Found(q))
	}
	m := sql.Match{Where: sql.Or(sql.Expr{SQL: q.ID + " = ANY(?)", Args: []any{hits.ids}}, unknown)}
	if q.Sorted {
		return m
	}
	// Names come first, as in search/pg. A row that Meilisearch did not rank gets the best place if names alone match it.
	// The places are one JSON object and not a table to join, because Postgres estimates one match and would scan the
	// table for each.
	places := make(map[string]int32, len(hits.ids))
	for i, id := range hits.ids {
		places[id] = hits.places[i]
	}
	class, named := text.Class(q), text.Named(q)
	m.Rank = sql.Expr{
		SQL:  class.SQL + ", coalesce((?::jsonb ->> " + q.ID + ")::int, CASE WHEN " + named.SQL + " THEN 1 END)",
		Args: append(append(class.Args, places), named.Args...),
	}
	return m
}

// Reasons for which search/pg answers instead of Meilisearch.
const (
	Unindexed   = "unindexed"   // the tenant has no search_cursor in this epoch, or no index
	Behind      = "behind"      // too many changes since, or the changes were pruned
	Paused      = "paused"      // a pause after a failure
	Busy        = "busy"        // 503
	Unreachable = "unreachable" // no answer within the timeout
	Refused     = "refused"     // an error answer, such as for a bad key
)

var reasons = []string{Unindexed, Behind, Paused, Busy, Unreachable, Refused}

type counters struct {
	searches, unfound atomic.Uint64
	fallbacks         map[string]*atomic.Uint64
}

// Stats are the counters of the engine.
type Stats struct {
	Searches  uint64            // searches with a text
	Unfound   uint64            // of these, without a match in Meilisearch and passed to search/pg
	Fallbacks map[string]uint64 // of these, answered by search/pg, by reason
}

// Stats returns the counters.
func (e *Engine) Stats() Stats {
	s := Stats{Searches: e.stats.searches.Load(), Unfound: e.stats.unfound.Load(), Fallbacks: map[string]uint64{}}
	for why, n := range e.stats.fallbacks {
		s.Fallbacks[why] = n.Load()
	}
	return s
}

// Counts implements search.Counted.
func (e *Engine) Counts() map[string]uint64 {
	s := e.Stats()
	counts := map[string]uint64{"meili": s.Searches, "meili_unfound": s.Unfound}
	for why, n := range s.Fallbacks {
		counts["meili_"+why] = n
	}
	return counts
}
