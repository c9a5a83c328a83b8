package meili

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/search"
	"vitrine/search/memory"
)

// A keeper is a next engine that holds the rows in memory, as of a change.
type keeper interface {
	Beside(q *search.Query, since uint64) (*memory.Beside, error)
}

// current reports whether the next engine answers q from memory without waiting for its table.
func (e *Engine) current(q *search.Query) bool {
	next, ok := e.next.(keeper)
	if !ok {
		return false
	}
	_, err := next.Beside(q, q.Seq)
	return err == nil
}

// searchHeld answers q as of q.Seq without Postgres. The table of the next engine stands in for the snapshot: it knows
// the rows that changed since the index was complete, and how many documents there must be. It returns
// search.ErrNotHeld if there is no such table, if it is not known how complete the index is, or if the index has not
// the documents of q.Seq.
func (e *Engine) searchHeld(ctx context.Context, q *search.Query) (res search.Result, err error) {
	var why string
	corrected := q.Corrected
	if decided(q) {
		why = Settings
	} else if k := e.kinds[q.Kind]; k == nil {
		return res, search.ErrNotHeld
	} else if p, ok := k.push(q); !ok {
		why = Inexact
	} else {
		res, why, err = e.pushHeld(ctx, p)
	}
	if why == "" && err == nil && !q.Once && e.alteredNow(ctx, q.Kind) {
		why = Altered
	}
	if err == nil && why != "" {
		q.Corrected = q.Corrected || corrected // a caller that wants no correction gets none
		res, err = e.next.Search(ctx, search.Held{}, *q)
	} else {
		res.Engine = "meilisearch"
	}
	if err != nil {
		return search.Result{}, err //nolint:wrapcheck // ErrNotHeld, or from the next engine, which adds context
	}
	e.stats.searches.Add(1)
	if why != "" {
		e.stats.fallbacks[why].Add(1)
	}
	return res, nil
}

// pushHeld answers a query that Meilisearch can filter, sort and count. why is the reason if it cannot answer.
func (e *Engine) pushHeld(ctx context.Context, p *pushed) (res search.Result, why string, err error) {
	q := p.q
	next, ok := e.next.(keeper)
	if !ok || e.cursors == nil {
		return res, "", search.ErrNotHeld
	}
	if why := e.unusable(q.Kind); why != "" {
		return res, why, nil
	}
	if ok, err := e.sorts(ctx, search.Held{}, p); err != nil || !ok {
		return res, Inexact, err
	}
	if e.cursors.lost(q, true) {
		return res, Lost, nil
	}
	indexed, ok := e.cursors.of(q.Tenant, q.Epoch)
	if !ok || indexed > q.Seq {
		return res, "", search.ErrNotHeld
	}
	b, err := next.Beside(q, indexed)
	if err != nil {
		return res, "", err //nolint:wrapcheck // ErrNotHeld or ErrStaleSnapshot
	}
	s := p.kind.since(b.Edits)
	if s.indexed, s.head, s.held = indexed, q.Seq, true; len(s.text)+len(s.fields) > mostOverlaid {
		return res, "", search.ErrNotHeld
	}
	rows, err := b.Rows(s.text)
	if err != nil {
		return res, "", err //nolint:wrapcheck // ErrStaleSnapshot
	}
	began := time.Now()
	s.trusted = q.Once && q.Awaited && len(s.text)+len(s.fields) == 0 && e.cursors.trusts(q, trustFor)
	actx, cancel := context.WithTimeout(ctx, e.cfg.Timeout)
	defer cancel()
	f, err := e.ask(actx, p, &s)
	switch {
	case err != nil:
		return res, e.failed(ctx, q.Kind, err), nil
	case f.trusted && !e.cursors.trusts(q, trustUntil): // it took long, or another search found the index otherwise
		return res, "", search.ErrNotHeld
	case !f.trusted && f.rows != rows: // it has lost documents, or is ahead of a gateway without a lease
		e.cursors.counted(q, began, false)
		return res, Lost, nil
	case !f.trusted:
		e.cursors.counted(q, began, true)
	}
	res, why, err = e.correct(ctx, heldSource{b}, p, &s, f)
	res.Until, res.Leased = b.Until, f.trusted
	if f.trusted { // it may be empty: that nothing was found does not tell that a word is misspelt
		q.Corrected = false
	}
	return res, why, err
}

// since sorts the edits of rows by what changed, as watch.sort does.
func (k *Kind) since(edits []memory.Edit) (s since) {
	kinds := map[string]bool{} // id → whether its text may have changed
	for _, e := range edits {
		has := func(columns []string) bool {
			return slices.ContainsFunc(e.Columns, func(c string) bool { return slices.Contains(columns, c) })
		}
		text := e.Whole || len(e.Columns) == 0 || has(k.Texts)
		if text || has(k.own) {
			kinds[e.ID] = kinds[e.ID] || text
		}
	}
	s.put(kinds)
	return s
}

// A heldSource is the table of the next engine, as of the change that the query names.
type heldSource struct{ *memory.Beside }

// overlay compares changed rows word by word: their names, and what describes them beside their own texts. What memory
// finds by rules of its own is left to a snapshot: by another form of a word, without a stop word, or in prose.
func (h heldSource) overlay(_ context.Context, p *pushed, s *since, matched []string) (search.Result, error) {
	found, err := h.Matching(s.text, false)
	if err != nil {
		return search.Result{}, err //nolint:wrapcheck // ErrStaleSnapshot
	}
	titles, err := h.Titles(s.text)
	if err != nil {
		return search.Result{}, err //nolint:wrapcheck // ErrNotHeld or ErrStaleSnapshot
	}
	described, err := h.Described(s.text)
	if err != nil {
		return search.Result{}, err //nolint:wrapcheck // ErrStaleSnapshot
	}
	words := search.Words(p.q.Text)
	for _, id := range s.text {
		if has(strings.Fields(folded(titles[id]+" "+described[id])), words, true) {
			matched = append(matched, id)
		} else if slices.Contains(found, id) {
			return search.Result{}, search.ErrNotHeld
		}
	}
	q := p.changed(len(matched))
	q.Text = ""
	return h.Among(&q, matched) //nolint:wrapcheck // ErrNotHeld or ErrStaleSnapshot
}

// has reports whether some words include all words of a text. With prefix, the last one may be a beginning.
func has(name, text []string, prefix bool) bool {
	for i, w := range text {
		begins := func(s string) bool { return strings.HasPrefix(s, w) }
		if !slices.Contains(name, w) && (!prefix || i < len(text)-1 || !slices.ContainsFunc(name, begins)) {
			return false
		}
	}
	return true
}

func (h heldSource) sorted(_ context.Context, q *search.Query, ids []string) ([]string, error) {
	some := ofRows(q, ids)
	some.Text = ""
	res, err := h.Among(&some, ids)
	return res.IDs, err //nolint:wrapcheck // ErrNotHeld or ErrStaleSnapshot
}

func (h heldSource) ranked(_ context.Context, q *search.Query, ids []string) ([]ranked, error) {
	some := *q
	some.Text, some.Conds, some.Facets, some.NoTotal, some.Offset, some.Limit = "", nil, nil, true, 0, len(ids)
	inOrder, err := h.Among(&some, ids)
	if err != nil {
		return nil, err //nolint:wrapcheck // ErrNotHeld or ErrStaleSnapshot
	}
	titles, err := h.Titles(inOrder.IDs)
	if err != nil {
		return nil, err //nolint:wrapcheck // as above
	}
	named, err := h.Matching(inOrder.IDs, true)
	if err != nil {
		return nil, err //nolint:wrapcheck // as above
	}
	typed := folded(strings.Join(search.Split(q.Text), " "))
	all := make([]ranked, len(inOrder.IDs))
	for i, id := range inOrder.IDs {
		all[i] = ranked{id: id, class: class(folded(titles[id]), typed), named: slices.Contains(named, id)}
	}
	return all, nil
}

// folded returns the words of a text, as the column search_words has them.
func folded(text string) string {
	return strings.Join(strings.FieldsFunc(search.Fold(text), search.Separates), " ")
}

// class is pg.Text.Class of a name.
func class(name, typed string) int {
	switch rest, ok := strings.CutPrefix(name, typed); {
	case !ok:
		return 3
	case rest == "":
		return 0
	case rest[0] == ' ':
		return 1
	default:
		return 2
	}
}

func (h heldSource) names(_ context.Context, _ string, of map[string][]string) (
	all map[string]map[string]search.Count, err error,
) {
	all = map[string]map[string]search.Count{}
	for table, ids := range of {
		if all[table], err = h.Names(table, ids); err != nil {
			return nil, err //nolint:wrapcheck // ErrNotHeld or ErrStaleSnapshot
		}
	}
	return all, nil
}

// A search whose answer is not kept does not count the documents of the index if another one has just done so. Counting
// takes a fifth of the time of a search. The index has no changes that the table lacks, because the worker indexes only
// what every gateway with a lease has applied (Result.Leased). Documents that others delete are missed until the next
// count.
//
// An index that was emptied finds nothing, so the next engine answers. A worker that finds an index emptied waits for
// emptyFor before it fills it again. Rows that a worker writes at that moment have changed since the cursor, so that
// their kind is not trusted.
const (
	trustFor   = 100 * time.Millisecond // how long after a count searches begin without one
	trustUntil = 250 * time.Millisecond // and until when they end
	emptyFor   = 300 * time.Millisecond // longer than trustUntil

	lostFor = 30 * time.Second // how long an index that lacked documents is not used without another count
)

// Limits of what is known of the cursors of tenants.
const (
	cursorEvery = 500 * time.Millisecond // pause between two readings
	cursorFor   = 2 * time.Second        // how long a reading counts
	cursorUsed  = 15 * time.Minute       // how long the cursor of a tenant is read that nobody searches
	mostCursors = 1000                   // tenants
)

// cursors are up to which changes the indexes of tenants are complete, as read from search_cursor a moment ago. While
// tenants are searched, a goroutine reads them. An older reading is not wrong, as long as the index is whole: more
// changes are taken from memory.
type cursors struct {
	pool *pgxpool.Pool
	ctx  context.Context //nolint:containedctx // ends with the engine
	stop context.CancelFunc
	done sync.WaitGroup

	mu      sync.Mutex
	tenants map[string]*cursor
	runs    bool
}

type cursor struct {
	epoch      string
	seq        uint64
	read, used time.Time
	kinds      map[string]*tally
}

// A tally is what searches last counted in the index of a kind.
type tally struct {
	whole time.Time // when it last had all documents
	lost  time.Time // when it last lacked some; zero: it has all
	tried time.Time // when a search last tried to count it, since then
}

func newCursors(pool *pgxpool.Pool) *cursors {
	c := &cursors{pool: pool, tenants: map[string]*cursor{}}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// of returns the change up to which the index of a tenant is complete. ok is false if that is not known; then it is
// read in the background.
func (c *cursors) of(tenant, epoch string) (seq uint64, ok bool) {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.tenants[tenant]
	if at == nil {
		if len(c.tenants) >= mostCursors || c.ctx.Err() != nil {
			return 0, false
		}
		at = &cursor{}
		c.tenants[tenant] = at
	}
	at.used = now
	if !c.runs && c.ctx.Err() == nil {
		c.runs = true
		c.done.Go(c.run)
	}
	return at.seq, at.epoch == epoch && epoch != "" && now.Sub(at.read) < cursorFor
}

// counted notes whether a search that began at a time counted all documents of its kind.
func (c *cursors) counted(q *search.Query, began time.Time, all bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.tenants[q.Tenant]
	if at == nil || at.epoch != q.Epoch {
		return
	}
	if at.kinds == nil {
		at.kinds = map[string]*tally{}
	}
	t := at.kinds[q.Kind]
	if t == nil {
		t = &tally{}
		at.kinds[q.Kind] = t
	}
	if !all {
		t.whole, t.lost, t.tried = time.Time{}, began, began
	} else if began.After(t.whole) && began.After(t.lost) {
		t.whole, t.lost = began, time.Time{}
	}
}

// trusts reports whether a search counted all documents so long ago at most, and the cursor counts still.
func (c *cursors) trusts(q *search.Query, within time.Duration) bool {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.tenants[q.Tenant]
	if at == nil || at.epoch != q.Epoch || now.Sub(at.read) >= cursorFor {
		return false
	}
	t := at.kinds[q.Kind]
	return t != nil && now.Sub(t.whole) < within
}

// lost reports whether the index of a kind lacked documents when they were last counted. counts tells that the search
// can count them again. It does so if nobody else has for a while.
func (c *cursors) lost(q *search.Query, counts bool) bool {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.tenants[q.Tenant]
	if at == nil || at.epoch != q.Epoch {
		return false
	}
	t := at.kinds[q.Kind]
	switch {
	case t == nil || t.lost.IsZero() || now.Sub(t.lost) > lostFor:
		return false
	case counts && now.Sub(t.tried) > trustFor:
		t.tried = now
		return false
	}
	return true
}

// run reads the cursors until no tenant is searched any more.
func (c *cursors) run() {
	for {
		tenants := c.inUse()
		if tenants == nil {
			return
		}
		ctx, cancel := context.WithTimeout(c.ctx, cursorFor)
		_ = c.readAll(ctx, tenants) // without a reading, searches need a snapshot, and find out themselves
		cancel()
		select {
		case <-c.ctx.Done():
		case <-time.After(cursorEvery):
		}
	}
}

// inUse returns the tenants whose cursors are read; nil ends the readings.
func (c *cursors) inUse() (tenants []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for tenant, at := range c.tenants {
		if time.Since(at.used) > cursorUsed {
			delete(c.tenants, tenant)
		} else {
			tenants = append(tenants, tenant)
		}
	}
	if c.ctx.Err() != nil {
		tenants = nil
	}
	c.runs = tenants != nil
	return tenants
}

// readAll reads the cursors of tenants. A tenant without a cursor has none from then on.
func (c *cursors) readAll(ctx context.Context, tenants []string) error {
	now := time.Now()
	got := map[string]cursor{}
	rows, err := c.pool.Query(ctx, "SELECT tenant_id, epoch::text, n FROM search_cursor WHERE engine = $1 "+
		"AND tenant_id = ANY($2)", Name, tenants)
	if err == nil {
		var tenant, epoch string
		var n int64
		_, err = pgx.ForEachRow(rows, []any{&tenant, &epoch, &n}, func() error {
			got[tenant] = cursor{epoch: epoch, seq: uint64(n)}
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("read the search cursors: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, tenant := range tenants {
		if at := c.tenants[tenant]; at != nil && now.After(at.read) {
			if got[tenant].epoch != at.epoch {
				at.kinds = nil
			}
			at.epoch, at.seq, at.read = got[tenant].epoch, got[tenant].seq, now
		}
	}
	return nil
}

// close ends the readings.
func (c *cursors) close() {
	c.mu.Lock()
	c.stop()
	c.mu.Unlock()
	c.done.Wait()
}
