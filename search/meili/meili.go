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

// Name is the engine's, in search_cursor.
const Name = "meili"

// Config says where Meilisearch is and how long to wait for it.
type Config struct {
	URL    string // "http://127.0.0.1:7700"
	Key    string // an API key that may search, add and delete documents, make indexes and set them; "" if the server asks for none
	Prefix string // put before a kind to name its index; several installations can share a server. "vitrine_"

	// Timeout is how long a search may take before Postgres answers in its place. 500 ms.
	Timeout time.Duration
	// Pause is for how long Postgres answers after Meilisearch failed, unless Meilisearch said how long. It doubles with
	// each failure in a row, up to 30 s. 1 s.
	Pause time.Duration

	// Lost is called by whoever indexes, when a kind's index is not there or is not the one it knew: before anything is
	// put into the new one. It must take search_cursor's rows of this engine away, for they speak of the old one. nil if
	// nobody indexes here.
	Lost func(ctx context.Context) error

	Log *slog.Logger     // slog.Default()
	Now func() time.Time // time.Now
}

// DefaultConfig is a Config without a URL.
func DefaultConfig() Config {
	return Config{Prefix: "vitrine_", Timeout: 500 * time.Millisecond, Pause: time.Second, Log: slog.Default(), Now: time.Now}
}

// Validate reports the first field that cannot be used.
func (c *Config) Validate() error {
	u, err := url.Parse(c.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("meili: URL %q: want one such as http://127.0.0.1:7700", c.URL)
	case !indexName.MatchString(c.Prefix + "x"):
		return fmt.Errorf("meili: prefix %q: want letters, digits, - and _", c.Prefix)
	case c.Timeout <= 0 || c.Pause <= 0:
		return errors.New("meili: timeout and pause must be positive")
	case c.Log == nil || c.Now == nil:
		return errors.New("meili: a log and a clock are needed; begin with DefaultConfig")
	}
	return nil
}

// Engine searches with Meilisearch and Postgres.
type Engine struct {
	cfg    Config
	pg     *pg.Engine
	client meilisearch.ServiceManager

	pausedUntil atomic.Int64 // Unix nanoseconds
	failures    atomic.Int64 // in a row
	stats       counters

	mu  sync.Mutex
	set map[string]time.Time // when each kind's index was made, as it was when it was set up
}

// New returns an engine. It connects when it is first used.
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
	// A compressed answer is sent in pieces, the last of which now and then waited 40 ms for an acknowledgement.
	transport.DisableCompression = true
	e.client = meilisearch.New(cfg.URL, meilisearch.WithAPIKey(cfg.Key), meilisearch.DisableRetries(),
		meilisearch.WithCustomClient(&http.Client{Transport: heeding{transport, e}}))
	return e, nil
}

// Name is "meili".
func (*Engine) Name() string { return Name }

// Search answers q. With a Text, the Result's Stamp is the last change that the index is complete for, unless search/pg
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
	m := judge(&q, text, hits, since.changed)
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

// judge lets Postgres find, of q's rows, the candidates that it may show, and among what Meilisearch cannot know
// whatever text finds.
func judge(q *search.Query, text pg.Text, hits hits, changed []string) sql.Match {
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
	// Names first, as search/pg has it. A row that Meilisearch did not rank stands with its best if it is found by names
	// alone. The places go as one object, not as a table to join: Postgres guesses one row found, and would walk such a
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

// Reasons for which search/pg answers in the place of Meilisearch.
const (
	Unindexed   = "unindexed"   // no search_cursor of the tenant in this epoch, or no index
	Behind      = "behind"      // too much changed since, or the changes were pruned
	Paused      = "paused"      // it failed a moment ago
	Busy        = "busy"        // 503
	Unreachable = "unreachable" // no answer, or not in time
	Refused     = "refused"     // an answer that is an error, such as a bad key
)

var reasons = []string{Unindexed, Behind, Paused, Busy, Unreachable, Refused}

type counters struct {
	searches, unfound atomic.Uint64
	fallbacks         map[string]*atomic.Uint64
}

// Stats says how the engine has fared since it was made.
type Stats struct {
	Searches  uint64            // with a text
	Unfound   uint64            // of these, asked of search/pg because Meilisearch found nothing
	Fallbacks map[string]uint64 // of these, answered by search/pg, by reason
}

// Stats returns the counts so far.
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
