package meili

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/meilisearch/meilisearch-go"
	"github.com/valyala/fasthttp"

	"vitrine/internal/run"
	"vitrine/search"
	"vitrine/search/memory"
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

	Kinds []Kind        // the kinds whose lists Meilisearch filters, sorts and counts; it only searches others
	Next  search.Engine // answers what Meilisearch cannot; default search/pg

	// Pool reads up to which change indexes are complete, in the background. nil: every search needs a snapshot.
	Pool *pgxpool.Pool

	// Timeout is the time after which Next answers a search instead. Default 60 ms.
	Timeout time.Duration
	// Pause is the time between two probes of a server that fails, unless it sent Retry-After. Default 1 s.
	Pause time.Duration
	// TaskTimeout is the time limit of a task of indexing. Default 5 min.
	TaskTimeout time.Duration

	// Lost is called when the index of a kind is missing, was recreated or has other settings, before documents are added
	// to the new one. It must delete the rows of this engine in search_cursor, which describe the old index. nil in a
	// process that does not index.
	Lost func(ctx context.Context) error

	Log *slog.Logger     // slog.Default()
	Now func() time.Time // time.Now
}

// DefaultConfig returns the defaults, without a URL.
func DefaultConfig() Config {
	return Config{Prefix: "vitrine_", Timeout: 60 * time.Millisecond, Pause: time.Second, TaskTimeout: 5 * time.Minute,
		Next: pg.New(), Log: slog.Default(), Now: time.Now}
}

// Validate reports the first wrong field.
func (c *Config) Validate() error {
	u, err := url.Parse(c.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("meili: URL %q is not valid: expected a URL such as http://127.0.0.1:7700", c.URL)
	case !indexName.MatchString(c.Prefix + "x"):
		return fmt.Errorf("meili: Prefix %q is not valid: use letters, digits, - and _", c.Prefix)
	case c.Timeout <= 0 || c.Pause <= 0 || c.TaskTimeout <= 0:
		return errors.New("meili: Timeout, Pause and TaskTimeout must be positive")
	case c.Log == nil || c.Now == nil || c.Next == nil:
		return errors.New("meili: Log, Now and Next are required: start from DefaultConfig")
	}
	for i := range c.Kinds {
		if err := c.Kinds[i].Check(); err != nil {
			return err
		}
	}
	return nil
}

// Engine searches with Meilisearch and Postgres.
type Engine struct {
	*server
	next search.Engine
}

// server is what all engines of one Meilisearch share.
type server struct {
	cfg      Config
	url      string
	kinds    map[string]*Kind
	http     *http.Client
	searches *fasthttp.HostClient // sends searches; nil: http does
	client   meilisearch.ServiceManager
	breaker  *breaker
	stats    counters

	probed   atomic.Pointer[string] // the index that the next probe searches
	behind   atomic.Pointer[string] // the tenant whose index was last found behind
	bytewise atomic.Pointer[bool]   // whether the database sorts text by bytes

	mu  sync.Mutex
	set map[string]time.Time // creation time of each kind's index when it was set up

	counts counts // of documents
	looks  looks  // at settings

	cursors *cursors // of tenants whose searches need no snapshot; nil: there are none
}

// New returns an engine. It connects on first use.
func New(cfg Config) (*Engine, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	e := &Engine{&server{cfg: cfg, url: strings.TrimRight(cfg.URL, "/"), kinds: map[string]*Kind{},
		set: map[string]time.Time{}, counts: counts{of: map[string]count{}}}, cfg.Next}
	e.looks.init()
	for i := range cfg.Kinds {
		k := cfg.Kinds[i]
		k.own = k.OwnColumns()
		e.kinds[k.Name] = &k
	}
	e.stats.fallbacks = map[string]*atomic.Uint64{}
	for _, why := range reasons {
		e.stats.fallbacks[why] = new(atomic.Uint64)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	// Compressed answers arrive in several packets, and the last one was sometimes delayed by 40 ms (delayed ACK).
	transport.DisableCompression = true
	e.http = &http.Client{Transport: transport}
	if server, err := url.Parse(e.url); err == nil { // Validate has parsed it
		e.searches = newSearches(server, cfg.Timeout)
	}
	e.client = meilisearch.New(cfg.URL, meilisearch.WithAPIKey(cfg.Key), meilisearch.DisableRetries(),
		meilisearch.WithCustomClient(e.http))
	if cfg.Pool != nil {
		e.cursors = newCursors(cfg.Pool)
	}
	e.breaker = newBreaker(cfg.Pause, e.probe, func(open bool, err error) {
		if open {
			cfg.Log.Warn("searching without Meilisearch", "because", explainError(err))
		} else {
			cfg.Log.Info("searching in Meilisearch again")
		}
	})
	return e, nil
}

// Before returns an engine on the same Meilisearch that passes on what it cannot answer to next.
func (e *Engine) Before(next search.Engine) *Engine { return &Engine{e.server, next} }

// Parts implements search.Holder for the next engine.
func (e *Engine) Parts() []search.Part {
	if next, ok := e.next.(search.Holder); ok {
		return next.Parts()
	}
	return nil
}

// Holds implements search.Holder for the next engine.
func (e *Engine) Holds(tenant, kind string, text bool) bool {
	next, ok := e.next.(search.Holder)
	return ok && next.Holds(tenant, kind, text)
}

// Follow implements search.Holder for the next engine.
func (e *Engine) Follow(tenant string) {
	if next, ok := e.next.(search.Holder); ok {
		next.Follow(tenant)
	}
}

// Stop ends what runs in the background. Searches may go on.
func (e *Engine) Stop() {
	e.breaker.close()
	e.looks.close()
	if e.cursors != nil {
		e.cursors.close()
	}
}

// probe searches as the search that failed.
func (e *Engine) probe(ctx context.Context) error {
	kind := e.probed.Load()
	if kind == nil {
		return nil
	}
	q := question{Index: e.index(*kind), Filter: "tenant = " + quote("probe") + " AND v > 0", Retrieve: []string{},
		Strategy: "all"}
	err := e.post(ctx, "/multi-search", map[string]any{"queries": []question{q}}, nil)
	if code(err) == "index_not_found" {
		return nil // the server answers; searches of this kind go on to the next engine
	}
	return err
}

// Name returns "meili".
func (*Engine) Name() string { return Name }

// Search answers q, as of db's snapshot. The changes that the index lacks are read from Postgres.
func (e *Engine) Search(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	if err := q.Check(); err != nil {
		return search.Result{}, err
	}
	text := pg.Typed(q.Text)
	if q.Text == "" || q.Named || text.Empty() || q.Suggests && e.current(&q) {
		return e.next.Search(ctx, db, q) //nolint:wrapcheck // it adds context
	}
	if search.IsHeld(db) {
		return e.searchHeld(ctx, &q)
	}
	e.stats.searches.Add(1)
	corrected := q.Corrected
	var res search.Result
	var why string
	var err error
	if decided(&q) {
		why = Settings
	} else if k := e.kinds[q.Kind]; k == nil {
		res, why, err = e.find(ctx, db, &q, text)
	} else if p, ok := k.push(&q); !ok {
		why = Inexact
	} else {
		if next, ok := e.next.(preparer); ok {
			next.Prepare(q.Tenant, q.Kind)
		}
		res, why, err = e.push(ctx, db, p, text)
	}
	if why == "" && err == nil && !q.Once && e.alteredNow(ctx, q.Kind) {
		why = Altered
	}
	switch {
	case err != nil:
		return search.Result{}, err
	case why != "":
		e.stats.fallbacks[why].Add(1)
		q.Corrected = corrected || q.Corrected && e.holds(ctx, &q) // a caller that wants no correction gets none
		return e.next.Search(ctx, db, q)                           //nolint:wrapcheck // it adds context
	}
	res.Engine = "meilisearch"
	return res, nil
}

// decided reports whether the tenant's search settings count for a query.
func decided(q *search.Query) bool {
	return q.Settings.Finds() || len(q.Settings.Pinned(q.Kind, q.Text)) > 0
}

// preparer is an engine that can make ready for queries of a tenant that come when Meilisearch fails.
type preparer interface{ Prepare(tenant, kind string) }

// push answers a query that Meilisearch can filter, sort and count. why is the reason if it cannot answer.
func (e *Engine) push(ctx context.Context, db search.DB, p *pushed, text pg.Text) (
	res search.Result, why string, err error,
) {
	q := p.q
	if why := e.unusable(q.Kind); why != "" {
		return res, why, nil
	}
	if ok, err := e.sorts(ctx, db, p); err != nil || !ok {
		return res, Inexact, err
	}
	if e.cursors != nil {
		e.cursors.of(q.Tenant, q.Epoch) // for the next search
		if e.cursors.lost(q, false) {
			return res, Lost, nil
		}
	}
	// Fast path: the index of most tenants is complete, so the search starts before that is known. The snapshot was taken
	// before, so the index can only be newer than what the snapshot says of it.
	type asked struct {
		f   *found
		err error
	}
	var early chan asked
	actx, cancel := context.WithTimeout(ctx, e.cfg.Timeout)
	defer cancel()
	if behind := e.behind.Load(); q.Epoch != "" && (behind == nil || *behind != q.Tenant) {
		early = make(chan asked, 1)
		go func() {
			var a asked
			a.err = run.Safely(func() (err error) {
				a.f, err = e.ask(actx, p, &since{head: q.Seq})
				return err
			})
			early <- a
		}()
	}
	s, why, err := e.recent(ctx, db, q, p.kind)
	if err != nil || why != "" {
		return res, why, err
	}
	var got asked
	if len(s.text)+len(s.fields) == 0 && early != nil {
		got = <-early
	} else {
		e.noteBehind(q.Tenant, len(s.text)+len(s.fields) > 0)
		got.f, got.err = e.ask(actx, p, &s)
	}
	switch {
	case run.Panicked(got.err): // no failure of the server
		return res, "", got.err
	case got.err != nil:
		return res, e.failed(ctx, q.Kind, got.err), nil
	}
	return e.correct(ctx, snapshotSource{db, text}, p, &s, got.f)
}

// holds reports whether the index has documents of q's tenant. An index that was emptied finds nothing, whatever the
// spelling.
func (e *Engine) holds(ctx context.Context, q *search.Query) bool {
	ctx, cancel := context.WithTimeout(ctx, e.cfg.Timeout)
	defer cancel()
	var got answer
	err := e.sendSearch(ctx, "/indexes/"+e.index(q.Kind)+"/search", map[string]any{
		"filter": "tenant = " + quote(q.Tenant), "limit": 0, "attributesToRetrieve": []string{}}, &got)
	return err == nil && got.Total > 0
}

// noteBehind remembers whether the index of a tenant lags, for the next search.
func (e *Engine) noteBehind(tenant string, lags bool) {
	if lags {
		e.behind.Store(&tenant)
	} else if was := e.behind.Load(); was != nil && *was == tenant {
		e.behind.CompareAndSwap(was, nil)
	}
}

// correct adds the changed rows to what Meilisearch found.
func (e *Engine) correct(ctx context.Context, src source, p *pushed, s *since, f *found) (
	res search.Result, why string, err error,
) {
	switch {
	case f.ahead > 0:
		return res, Ahead, nil
	case f.nulls > 0:
		return res, Inexact, nil
	case f.total+len(f.matched) == 0:
		texts := 0
		if len(p.conds) > 0 {
			if e.current(p.q) { // memory finds out itself whether the text or a condition is the reason
				p.q.Corrected = false
				return res, Unfound, nil
			}
			if texts, err = e.texts(ctx, p, s); err != nil {
				return res, e.failed(ctx, p.q.Kind, err), nil
			}
		}
		if texts == 0 { // a changed row may match, even mistyped
			p.q.Corrected = len(s.text) == 0
			return res, Unfound, nil
		}
	}
	over := search.Nothing(p.q)
	if len(f.matched)+len(s.text) > 0 {
		matched := make([]string, len(f.matched))
		for i, m := range f.matched {
			matched[i] = m.id
		}
		if over, err = src.overlay(ctx, p, s, matched); err != nil {
			return res, "", err
		}
	}
	res, ok, err := merge(ctx, src, p, f, &over)
	if err == nil && !ok {
		why = Inexact
	}
	if len(s.text) > 0 { // a misspelt match is missing and a rank is estimated until they are indexed
		res.Stamp = &s.indexed
	}
	return res, why, err
}

// unusable returns the reason for which no search is sent to the index of a kind; "" for none.
func (e *Engine) unusable(kind string) string {
	switch {
	case e.breaker.open.Load():
		return Paused
	case e.altered(kind):
		return Altered
	}
	return ""
}

// sorts reports whether Meilisearch sorts as the database does. It sorts text by bytes.
func (e *Engine) sorts(ctx context.Context, db search.DB, p *pushed) (bool, error) {
	if len(p.kind.Names) == 0 || !strings.HasPrefix(strings.Join(p.order, " "), attrName) {
		return true, nil
	}
	if is := e.bytewise.Load(); is != nil {
		return *is, nil
	}
	is, err := memory.SortsBytes(ctx, db)
	if err == nil {
		e.bytewise.Store(&is)
	}
	return is, err //nolint:wrapcheck // it adds context
}

// failed notes a failed search, and returns the reason to count.
func (e *Engine) failed(ctx context.Context, kind string, err error) string {
	reason := why(err)
	if ctx.Err() != nil || reason == Unindexed {
		return reason // the caller cancelled, or the server answered
	}
	e.probed.Store(&kind)
	e.breaker.fail(err)
	return reason
}

// find answers a query of a kind that Meilisearch only searches: it finds candidates, and Postgres filters them. More
// candidates than it reads are left to the next engine, so that totals are exact.
func (e *Engine) find(ctx context.Context, db search.DB, q *search.Query, text pg.Text) (
	res search.Result, why string, err error,
) {
	if why := e.unusable(q.Kind); why != "" {
		return res, why, nil
	}
	since, why, err := e.recent(ctx, db, q, nil)
	if err != nil || why != "" {
		return res, why, err
	}
	hits, err := e.candidates(ctx, q)
	if err != nil {
		return res, e.failed(ctx, q.Kind, err), nil
	}
	if hits.capped {
		return res, Inexact, nil
	}
	m := match(q, text, hits, since.changed())
	if res, err = sql.List(ctx, db, q, m); err != nil {
		return res, "", err //nolint:wrapcheck // it adds context
	}
	if len(res.IDs) == 0 && res.Total <= 0 {
		found, err := sql.Any(ctx, db, q, m)
		if err != nil || !found {
			q.Corrected = len(since.text) == 0
			return res, Unfound, err //nolint:wrapcheck // it adds context
		}
	}
	res.Stamp = &since.indexed
	return res, "", nil
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

// Reasons for which the next engine answers instead of Meilisearch.
const (
	Unindexed   = "unindexed"   // the tenant has no search_cursor in this epoch, or no index
	Behind      = "behind"      // too many changes since, or changes of records that documents contain
	Ahead       = "ahead"       // the index has changes that the snapshot does not show
	Inexact     = "inexact"     // a filter, sort or facet that Meilisearch cannot answer exactly
	Unfound     = "unfound"     // no match; the next engine may correct the spelling
	Paused      = "paused"      // the server failed, and is probed
	Busy        = "busy"        // 503
	Slow        = "slow"        // no answer within the timeout
	Unreachable = "unreachable" // no answer at all
	Refused     = "refused"     // an error answer, such as for a bad key
	Lost        = "lost"        // the index lacks documents, or has some that the caller may not see yet
	Altered     = "altered"     // somebody gave the index other settings
	Settings    = "settings"    // the tenant's search settings count; the indexes hold all tenants and know none of them
)

var reasons = []string{Unindexed, Behind, Ahead, Inexact, Unfound, Paused, Busy, Slow, Unreachable, Refused,
	Lost, Altered, Settings}

type counters struct {
	searches  atomic.Uint64
	fallbacks map[string]*atomic.Uint64
}

// Stats are the counters of the engine.
type Stats struct {
	Searches  uint64            // searches with a text
	Fallbacks map[string]uint64 // of these, passed to the next engine, by reason
}

// Stats returns the counters.
func (e *Engine) Stats() Stats {
	s := Stats{Searches: e.stats.searches.Load(), Fallbacks: map[string]uint64{}}
	for why, n := range e.stats.fallbacks {
		s.Fallbacks[why] = n.Load()
	}
	return s
}

// Counts implements search.Counted.
func (e *Engine) Counts() map[string]uint64 {
	s := e.Stats()
	counts := map[string]uint64{"meili": s.Searches}
	for why, n := range s.Fallbacks {
		counts["meili_"+why] = n
	}
	if next, ok := e.next.(search.Counted); ok {
		maps.Copy(counts, next.Counts())
	}
	return counts
}
