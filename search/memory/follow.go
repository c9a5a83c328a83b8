package memory

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/run"
	"vitrine/search"
	"vitrine/search/settings"
)

// Limits of catching up. Beyond them a table is built again.
const (
	mostBehind = 5000 // changes of a tenant

	// mostChanged is the number of rows in them. 20,000 changed prices of 66,778 products take 1.4 s to read and lock the
	// table for 46 ms. A build takes 4.1 s.
	mostChanged = 20_000

	// A row that enters or leaves the list of rows of a word, a code, a node or a pair moves the entries behind it.
	// Applying more such rows than surelyFew takes longer than a build once they, times all rows, exceed mostMoved.
	surelyFew  = 1000
	mostListed = 5000
	mostMoved  = 64 << 20
)

// listLimit returns the number of rows in other lists beyond which a table is built again, by the number of its rows.
func listLimit(rows int) int {
	return max(surelyFew, min(mostListed, mostMoved/max(rows, 1)))
}

// Parts implements search.Holder. A TextOnly kind is not held: its lists without a text are not.
func (e *Engine) Parts() (all []search.Part) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for key, s := range e.slots {
		if s.table != nil && !e.kinds[key.kind].TextOnly {
			all = append(all, search.Part{Tenant: key.tenant, Kind: key.kind})
		}
	}
	return all
}

// Holds implements search.Holder.
func (e *Engine) Holds(tenant, kind string, text bool) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.slots[slotKey{tenant, kind}]
	return s != nil && s.table != nil && (text || !e.kinds[kind].TextOnly)
}

// Follow implements search.Holder.
func (e *Engine) Follow(tenant string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for kind := range e.kinds {
		key := slotKey{tenant, kind}
		if s := e.slots[key]; s != nil && s.asked {
			e.followLocked(key, s)
		}
	}
}

// followers is the number of tables that catch up in the background at once, and followersEach that of one tenant. A
// tenant whose changes take long to read must not hold up the searches of others.
const (
	followers     = 4
	followersEach = 2
)

// followLocked has a table catch up in the background. While it catches up, it does so once more afterwards: the change
// may be too new for the snapshot that is being read.
func (e *Engine) followLocked(key slotKey, s *slot) {
	if s.table == nil || s.restsLocked() {
		return
	}
	s.behind = true
	e.queueLocked(key, s)
}

// queueLocked queues a table that is behind, unless it is queued, catches up, or has to wait for others of its tenant.
func (e *Engine) queueLocked(key slotKey, s *slot) {
	if !s.behind || s.inQueue || s.catching != nil || e.following[key.tenant] >= followersEach {
		return
	}
	select {
	case e.behind <- key:
		s.inQueue = true
	default: // the queue is full; the next change or query catches up
		s.behind = false
	}
}

func (e *Engine) runBehind(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case key := <-e.behind:
			if err := e.catchUp(ctx, key); err != nil && ctx.Err() == nil {
				e.cfg.Log.Warn("list in memory not brought up to date; the next query does it", "tenant", key.tenant,
					"kind", key.kind, "err", err)
			}
		}
	}
}

// restsFor is how long a table is not brought up to date in the background after that has failed: Postgres may be away,
// and every query would ask again.
const restsFor = time.Second

func (s *slot) restsLocked() bool { return time.Now().Before(s.rested) }

// rests reports whether a table is not brought up to date for a while.
func (e *Engine) rests(key slotKey) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.slots[key]
	return s != nil && s.restsLocked()
}

// followTimeout is the default of Engine.followTimeout.
const followTimeout = 15 * time.Second

// catchUp brings a table up to date, or has it built again.
func (e *Engine) catchUp(ctx context.Context, key slotKey) (err error) {
	s, t := e.beginCatchUp(key)
	if s == nil {
		return nil
	}
	defer func() { e.endCatchUp(key, s, err) }()
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, e.followTimeout)
	defer cancel()
	var is state
	err = run.Safely(func() (err error) {
		is, err = e.followHead(ctx, t, key.tenant)
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) { // the tenant was deleted
		e.drop(key, t)
		return nil
	}
	if is == useless {
		e.drop(key, t)
	}
	e.renew(key)
	return err
}

// beginCatchUp notes that a table catches up. It returns no slot if the table does already, or has to wait for others
// of its tenant.
func (e *Engine) beginCatchUp(key slotKey) (*slot, *table) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.slots[key]
	if s == nil {
		return nil, nil
	}
	s.inQueue = false
	if s.catching != nil || e.following[key.tenant] >= followersEach {
		return nil, nil // endCatchUp queues it
	}
	e.following[key.tenant]++
	s.asked, s.behind = false, false // before the change number is read: later changes request another time
	s.catching = make(chan struct{})
	return s, s.table
}

// endCatchUp wakes the queries that wait. After a failure, the table is not brought up to date for a while. Then the
// tables of the tenant are queued that had to wait, this one perhaps among them.
func (e *Engine) endCatchUp(key slotKey, s *slot, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err != nil {
		s.asked, s.behind, s.rested = true, false, time.Now().Add(restsFor)
	}
	close(s.catching)
	s.catching = nil
	if e.following[key.tenant]--; e.following[key.tenant] == 0 {
		delete(e.following, key.tenant)
	}
	for kind := range e.kinds {
		other := slotKey{key.tenant, kind}
		if s := e.slots[other]; s != nil {
			e.queueLocked(other, s)
		}
	}
}

// catching returns a channel that is closed once a table has caught up as far as is in progress, or has failed to. If
// nothing is in progress, it has the table catch up, and returns no channel.
func (e *Engine) catching(key slotKey) <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.slots[key]
	if s == nil {
		return nil
	}
	if s.catching == nil {
		e.followLocked(key, s)
	}
	return s.catching
}

// asOf is a change of a tenant.
type asOf struct {
	tenant, epoch string
	n             uint64
}

// A caller brings tables up to date.
type caller int

const (
	ofQuery caller = iota
	inBackground
)

// A state is what a table is to a snapshot.
type state int

const (
	useful  state = iota
	useless       // of another epoch, or too far behind
	later         // behind by more than a query applies
)

// Limits of what a query applies: reading briefRows takes some 20 ms. The rest is applied in the background.
const (
	briefRows = 200
	briefWait = 50 * time.Millisecond // for changes that others apply
)

// follow applies the changes up to a later one to a table that is behind.
func (e *Engine) follow(ctx context.Context, db search.DB, t *table, to asOf) (state, error) {
	is, behind := t.state(to.epoch, to.n)
	if is == useless || !behind {
		return is, nil
	}
	if ok, err := t.enter(ctx, ofQuery); !ok || err != nil {
		return later, err
	}
	defer t.leave()
	defer t.abandonInPanic()
	if is, behind = t.state(to.epoch, to.n); is == useless || !behind { // another goroutine applied them meanwhile
		return is, nil
	}
	var batch pgx.Batch
	c := t.queueChanges(&batch, to.tenant, int64(to.n))
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return useful, fmt.Errorf("read the changes of %s: %w", t.kind.Name, err)
	}
	return e.apply(ctx, db, t, to, c, ofQuery)
}

// followHead applies all changes to a table. Searches wait for it, so the transaction begins in the round trip that
// reads the changes.
func (e *Engine) followHead(ctx context.Context, t *table, tenant string) (is state, err error) {
	conn, err := e.cfg.Pool.Acquire(ctx) // before the permit: queries that have a session must not wait for one
	if err != nil {
		return useful, fmt.Errorf("list %s: %w", t.kind.Name, err)
	}
	defer conn.Release() // it closes a session whose transaction has not ended
	if is, err = e.applyHead(ctx, conn, t, tenant); err == nil {
		_, err = conn.Exec(ctx, "COMMIT")
	}
	return is, err //nolint:wrapcheck // it adds context, or is of COMMIT
}

// applyHead begins a transaction and applies all changes that it shows.
func (e *Engine) applyHead(ctx context.Context, conn *pgxpool.Conn, t *table, tenant string) (is state, err error) {
	if ok, err := t.enter(ctx, inBackground); !ok || err != nil {
		return later, err
	}
	defer t.leave()
	defer t.abandonInPanic()
	to := asOf{tenant: tenant}
	var batch pgx.Batch
	batch.Queue(beginSnapshot)
	batch.Queue(planOnceSQL, tenant).QueryRow(func(row pgx.Row) error { return row.Scan(&to.epoch, &to.n, nil) })
	c := t.queueChanges(&batch, tenant, math.MaxInt64)
	if err := conn.SendBatch(ctx, &batch).Close(); err != nil {
		t.apart = errors.Is(err, context.DeadlineExceeded)
		return useful, fmt.Errorf("read the changes of %s: %w", t.kind.Name, err)
	}
	is, behind := t.state(to.epoch, to.n)
	if is == useful && behind {
		is, err = e.apply(ctx, conn, t, to, c, inBackground)
	}
	return is, err
}

// apply applies the changes up to a later one, by the holder of the permit.
func (e *Engine) apply(ctx context.Context, db search.DB, t *table, to asOf, c *changes, by caller) (state, error) {
	ok, err := c.complete(ctx, db, t, to)
	switch {
	case err != nil:
		return useful, err
	case !ok:
		return useless, nil
	case by == ofQuery && e.runs() && c.of.count() > briefRows:
		return later, nil
	}
	t.long.Store(c.of.count() > briefRows)
	d, err := t.delta(ctx, db, readOf{tenant: to.tenant, manner: t.manner}, c)
	switch {
	case by == inBackground && errors.Is(err, context.DeadlineExceeded): // another run would take as long
		return useless, err
	case err != nil:
		return useful, err
	case d.listed > listLimit(len(t.ids)):
		return useless, nil
	}
	t.change(d, to.n, c.edits)
	t.apart = false
	e.Stats.Followed.Add(1)
	if t.put += len(c.of[t.kind.Name]); t.put >= measureEvery {
		t.put = 0
		e.measure(slotKey{to.tenant, t.kind.Name}, t)
	}
	return useful, nil
}

// change applies a delta, and notes the edits. A table that a panic leaves half changed is used no longer.
func (t *table) change(d *delta, n uint64, all edits) {
	t.mu.Lock()
	defer t.mu.Unlock()
	gone := t.gone
	t.gone = true
	t.applyLocked(d, n)
	t.edits.note(n, all)
	t.gone = gone
}

// abandonInPanic is deferred where changes are read and applied. If that ends in a panic, the table is used no longer:
// the next change would end in the same.
func (t *table) abandonInPanic() {
	p := recover()
	if p == nil {
		return
	}
	t.mu.Lock()
	t.gone = true
	t.wakeLocked()
	t.mu.Unlock()
	panic(p)
}

// enter takes the permit to apply changes. ok is false if a query would wait long for it.
func (t *table) enter(ctx context.Context, by caller) (ok bool, err error) {
	var limit <-chan time.Time
	if by == ofQuery {
		if t.long.Load() {
			return false, nil
		}
		timer := time.NewTimer(briefWait)
		defer timer.Stop()
		limit = timer.C
	}
	select {
	case t.permit <- struct{}{}:
		return true, nil
	case <-limit:
		return false, nil
	case <-ctx.Done():
		return false, fmt.Errorf("list %s: %w", t.kind.Name, ctx.Err())
	}
}

func (t *table) leave() {
	t.long.Store(false)
	<-t.permit
}

// runs reports whether tables are brought up to date in the background.
func (e *Engine) runs() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.stop != nil
}

// state reports whether a table can serve a snapshot, and whether it is behind the snapshot.
func (t *table) state(epoch string, n uint64) (is state, behind bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.gone || t.epoch != epoch {
		return useless, false
	}
	return useful, t.n < n
}

// awaitChange waits until a table is as of change n, or later, or dropped.
func (e *Engine) awaitChange(ctx context.Context, t *table, n uint64) bool {
	return e.wait(ctx, func() (<-chan struct{}, bool) {
		t.mu.RLock()
		defer t.mu.RUnlock()
		return t.moved, t.n >= n || t.gone
	})
}

// shortWait is the default of Engine.shortWait. Catching up takes a few round trips to Postgres. A snapshot would take
// more of them, while the table catches up for the next query.
const shortWait = 25 * time.Millisecond

// awaitCatchUp waits until a table has caught up in the background. It does not wait if that takes long or has just
// failed, or if nothing runs in the background.
func (e *Engine) awaitCatchUp(ctx context.Context, t *table, to asOf) state {
	is, behind := t.state(to.epoch, to.n)
	if is == useless || !behind {
		return is
	}
	key := slotKey{to.tenant, t.kind.Name}
	if !e.runs() {
		return later
	}
	limit := time.NewTimer(e.shortWait)
	defer limit.Stop()
	for {
		t.mu.RLock()
		moved := t.moved
		t.mu.RUnlock()
		switch is, behind := t.state(to.epoch, to.n); {
		case is == useless || !behind:
			return is
		case t.long.Load(), e.rests(key):
			return later
		}
		select {
		case <-moved:
		case <-e.catching(key):
		case <-limit.C:
			return later
		case <-ctx.Done():
			return later
		}
	}
}

// snapshot opens a transaction that reads one state, and so does beginSnapshot.
var snapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

const beginSnapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

// headSQL reads the epoch and the change number of a tenant.
const headSQL = "SELECT epoch::text, n FROM tenant_seq WHERE tenant_id = $1"

// planOnceSQL reads the same. It has Postgres plan each query of the transaction once for a session, not each time:
// planning the queries of a few changed rows takes twice as long as executing them. The plan uses indexes, because
// change_row may grow from nothing to millions of rows before it is planned anew.
const planOnceSQL = "SELECT epoch::text, n, set_config('plan_cache_mode', 'force_generic_plan', true) || " +
	"set_config('enable_seqscan', 'off', true) || set_config('jit', 'off', true) FROM tenant_seq WHERE tenant_id = $1"

func head(ctx context.Context, db search.DB, tenant string) (epoch string, n uint64, err error) {
	if err := db.QueryRow(ctx, headSQL, tenant).Scan(&epoch, &n); err != nil {
		return "", 0, fmt.Errorf("read the change number of %s: %w", tenant, err)
	}
	return epoch, n, nil
}

// touched are the ids of changed rows, by table.
type touched map[string]map[string]bool

func (c touched) count() (n int) {
	for _, ids := range c {
		n += len(ids)
	}
	return n
}

// changes are the rows that changed after one change of a tenant, up to a later one.
type changes struct {
	since         uint64
	of            touched
	edits         edits
	sealed        uint64
	count         int
	all           bool // any row may have changed
	tenantChanged bool

	few  bool   // so few rows changed that they were read with the changes
	rows []*row // with few: the changed rows as they are now
}

// fewChanged is the number of changed rows of any kind up to which the rows are read in the round trip that reads what
// changed.
const fewChanged = 16

// queueChanges queues the queries of what changed since the table's change, up to n. Only the holder of the permit
// calls it, because it writes the table's change.
func (t *table) queueChanges(batch *pgx.Batch, tenant string, n int64) *changes {
	k := t.kind
	c := &changes{since: t.n, of: touched{}, few: !t.apart}
	n = min(n, int64(c.since)+mostBehind+1) //nolint:gosec // as in Postgres; of more changes, none is applied
	batch.Queue("SELECT (SELECT count(*) FROM (SELECT FROM change_tx t WHERE t.tenant_id = $1 AND t.seq > $2 AND "+
		"t.seq <= $3 LIMIT $5) t), (SELECT count(*) FROM (SELECT "+changedRows+") r)", tenant, int64(c.since), n,
		fewChanged+1, mostBehind+1).QueryRow(func(row pgx.Row) error {
		var rows int
		err := row.Scan(&c.sealed, &rows)
		c.few = c.few && rows <= fewChanged
		return err //nolint:wrapcheck // callers add context
	})
	// OFFSET 0 makes Postgres read the transactions first, by their index, and then the rows of each. Its statistics of
	// change_row are unreliable, because the table grows and shrinks all the time. The plan of the whole would hide what
	// it costs to read all transactions.
	batch.Queue(`
SELECT c.kind, coalesce(CASE WHEN c.kind = ANY($5) THEN c.before ->> $6 ELSE c.id END, ''),
  coalesce(CASE WHEN c.kind = ANY($5) THEN c.after ->> $6 END, ''), c.op::text, c.changed
FROM (
  SELECT xid, tenant_id FROM change_tx WHERE tenant_id = $1 AND seq > $2 AND seq <= $3 OFFSET 0) t
CROSS JOIN LATERAL (
  SELECT r.kind, r.id, r.op, r.before, r.after, r.changed FROM change_row r
  WHERE r.xid = t.xid AND r.tenant_id = t.tenant_id AND r.kind = ANY($4) OFFSET 0) c
LIMIT $7`, tenant, int64(c.since), n, k.kinds(), []string{k.Tree.Links, k.Pairs.Table}, k.owner(),
		mostChanged+1).Query(func(rows pgx.Rows) error {
		var kind, id, other, op string
		var columns []string
		_, err := pgx.ForEachRow(rows, []any{&kind, &id, &other, &op, &columns}, func() error {
			c.add(k, kind, id, other, op, columns)
			return nil
		})
		return err //nolint:wrapcheck // callers add context
	})
	if c.few {
		of := readOf{tenant: tenant, manner: t.manner, changed: &span{c.since, n}}
		k.queueRead(batch, of, func(r *row) { c.rows = append(c.rows, r) })
	}
	return c
}

// read calls each with the changed rows as they are now.
func (c *changes) read(ctx context.Context, db search.DB, k *Kind, of readOf, each func(*row)) error {
	if !c.few {
		return k.read(ctx, db, of, each)
	}
	for _, r := range c.rows {
		each(r)
	}
	return nil
}

// add adds a changed row.
func (c *changes) add(k *Kind, kind, id, other, op string, columns []string) {
	c.count++
	c.edits.add(k, kind, id, other, op, columns)
	c.all = c.all || op == "T" || c.count > mostChanged
	c.tenantChanged = c.tenantChanged || kind == tenantTable || kind == settings.Table
	if kind == k.Tree.Links || kind == k.Pairs.Table {
		kind = k.Name
	} else {
		other = ""
	}
	if c.of[kind] == nil {
		c.of[kind] = map[string]bool{}
	}
	for _, id := range []string{id, other} {
		if id != "" {
			c.of[kind][id] = true
		}
	}
}

// complete reports whether these are all changes up to the one of a snapshot, and not of too many rows.
func (c *changes) complete(ctx context.Context, db search.DB, t *table, to asOf) (bool, error) {
	if to.n-c.since > mostBehind || c.sealed != to.n-c.since || c.all {
		return false, nil
	}
	if c.tenantChanged {
		m, err := mannerOf(ctx, db, to.tenant)
		if err != nil || m != t.manner { // all words are read in another language, or weighed otherwise
			return false, err
		}
	}
	return true, nil
}

// owner returns the column of links and pairs with the id of their row.
func (k *Kind) owner() string {
	if k.Tree.Owner != "" {
		return k.Tree.Owner
	}
	return k.Pairs.Owner
}
