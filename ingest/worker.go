package ingest

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/wire"
)

// leaderLock is the advisory lock that the leading worker of a database holds.
const leaderLock = 0x76697472696e65 // "vitrine"

// slowRetry is the longest pause between attempts to reach Postgres.
const slowRetry = 3 * time.Second

// doorbell is the channel on which writers ring, while the drain says that it sleeps.
const doorbell = "vitrine"

// A Worker publishes what changes. Any number may run on a database: one leads, the others stand by and take over within
// about Config.Standby when the leader stops or its session ends.
type Worker struct {
	Stats Stats

	cfg Config
	bus *bus
	id  string // names the worker in heartbeats

	number  int64              // of the term, while it leads
	cursors map[string]*cursor // as the last term left them: what this worker knows to have been

	mu     sync.Mutex
	cancel context.CancelFunc
	done   chan struct{}
}

// New makes a worker; Start begins.
func New(cfg Config) (*Worker, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.filled()
	bus, err := newBus(cfg.NATS, cfg.Replicas)
	if err != nil {
		return nil, err
	}
	return &Worker{cfg: cfg, bus: bus, id: uuid.NewString(), cursors: map[string]*cursor{}}, nil
}

// Start begins to stand by, and to lead once nobody else does. It returns an error if Postgres cannot be reached now; later
// it is tried again for ever. It may be called again. The worker runs until Stop or until ctx is done.
func (w *Worker) Start(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel != nil {
		select {
		case <-w.done: // its context ended
		default:
			return nil
		}
	}
	conn, err := w.connect(ctx)
	if err != nil {
		return err
	}
	ctx, w.cancel = context.WithCancel(ctx)
	w.done = make(chan struct{})
	go func() {
		defer close(w.done)
		w.work(ctx, conn)
	}()
	return nil
}

// Stop stops, saves the cursor, lets the next worker lead, and waits for all of that. It may be called again.
func (w *Worker) Stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel == nil {
		return
	}
	w.cancel()
	<-w.done
	w.cancel = nil
}

// work leads, or tries to, until ctx is done.
func (w *Worker) work(ctx context.Context, conn *pgx.Conn) {
	var last string
	var wait time.Duration
	for ctx.Err() == nil {
		began := time.Now()
		var err error
		if conn == nil {
			conn, err = w.connect(ctx)
		}
		if err == nil {
			err = w.term(ctx, conn)
		}
		conn = nil
		if err == nil || ctx.Err() != nil {
			continue
		}
		if time.Since(began) > slowRetry {
			last, wait = "", 0
		}
		if err.Error() != last { // the same trouble is told once
			last = err.Error()
			w.cfg.Log.Error("ingest lost Postgres; trying again", "err", err)
		}
		wait = min(max(2*wait, w.cfg.Standby), slowRetry)
		pause(ctx, wait)
	}
	if conn != nil {
		w.hangUp(conn)
	}
}

// Plans are the settings of sessions that look up little by keys: changes, and records. Planning such a statement takes longer than running it, and compiling
// it a thousand times as long: a plan is made once and kept. It must not be one for tables that were small when it was made.
func Plans() map[string]string {
	return map[string]string{"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "jit": "off"}
}

// connect opens a session for the drain. Its plans are made for looking up little in large tables, whatever the statistics say, and the
// server ends it soon after its worker fell silent, so that the lock is free for another.
func (w *Worker) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	cfg := w.cfg.Pool.Config().ConnConfig.Copy()
	maps.Copy(cfg.RuntimeParams, Plans())
	for name, value := range map[string]string{
		"application_name":        "vitrine ingest",
		"synchronous_commit":      "off", // the cursor may be lost: changes are published twice
		"idle_session_timeout":    "10s",
		"statement_timeout":       "20s",
		"tcp_keepalives_idle":     "2",
		"tcp_keepalives_interval": "1",
		"tcp_keepalives_count":    "4",
	} {
		cfg.RuntimeParams[name] = value
	}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("connect the drain: %w", err)
	}
	return conn, nil
}

// hangUp ends a session, and with it its lock.
func (w *Worker) hangUp(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := conn.Close(ctx); err != nil {
		w.cfg.Log.Debug("close the drain's session", "err", err)
	}
}

// term waits on conn for the lead and leads until ctx is done, which is no error, or the session fails.
func (w *Worker) term(ctx context.Context, conn *pgx.Conn) error {
	defer w.hangUp(conn)
	for {
		leads, err := w.lock(conn)
		if err != nil {
			return err
		}
		if leads {
			return w.lead(ctx, conn)
		}
		if pause(ctx, w.cfg.Standby); ctx.Err() != nil {
			return nil
		}
	}
}

func (w *Worker) lock(conn *pgx.Conn) (leads bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(leaderLock)).Scan(&leads); err != nil {
		return false, fmt.Errorf("try to lead: %w", err)
	}
	return leads, nil
}

// lead does what one worker alone may do.
func (w *Worker) lead(ctx context.Context, conn *pgx.Conn) error {
	renewed, err := w.renewEpoch(conn)
	if err != nil {
		return err
	}
	if w.number, err = beginTerm(conn); err != nil {
		return err
	}
	w.Stats.Terms.Add(1)
	w.Stats.Leading.Store(true)
	w.cfg.Log.Info("ingest leads", "worker", w.id)
	defer w.Stats.Leading.Store(false)

	d := &drain{cfg: w.cfg, stats: &w.Stats, conn: conn, bus: w.bus, cursors: w.cursors, renewed: renewed, began: time.Now()}
	ctx, cancel := context.WithCancel(ctx)
	var aside sync.WaitGroup
	defer aside.Wait()
	defer cancel()
	aside.Go(func() { w.heartbeat(ctx, d) })
	aside.Go(func() { w.retain(ctx) })
	r := newRoster()
	s := newSignaller(w, r)
	d.desk, d.moved = s.desk, s.note
	aside.Go(func() { w.hear(ctx, d, r) })
	aside.Go(func() { s.run(ctx) })
	aside.Go(func() { w.post(ctx, s) })
	if w.cfg.outside() {
		x := newIndexer(w.cfg, &w.Stats)
		d.moved = func(h wire.Head) {
			s.note(h)
			x.note(h.Tenant)
		}
		aside.Go(func() { x.run(ctx) })
		aside.Go(func() { x.keepComparing(ctx) })
	}
	return d.run(ctx)
}

// leader names the worker and its term.
func (w *Worker) leader() string { return w.id + ":" + strconv.FormatInt(w.number, 10) }

// beginTerm counts the term up, on the session that leads. Whoever led before and has not noticed writes nothing from now on.
func beginTerm(conn *pgx.Conn) (term int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	err = conn.QueryRow(ctx, `
UPDATE ingest_term SET term = term + 1 FROM set_config('synchronous_commit', 'on', true) RETURNING term`).Scan(&term)
	if err != nil {
		return 0, fmt.Errorf("begin a term: %w", err)
	}
	return term, nil
}

// heartbeat tells gateways that they hear all there is to hear, as long as that is so, and what that was, lest something was lost.
func (w *Worker) heartbeat(ctx context.Context, d *drain) {
	tick := time.NewTicker(w.cfg.Beat)
	defer tick.Stop()
	for n := uint64(1); ; {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if !d.current(now) {
				w.Stats.BeatsHeld.Add(1) // gateways notice, and ask Postgres
				continue
			}
			err := w.bus.beat(wire.Beat{Leader: w.id, Number: n, At: now, Heads: d.told.take()})
			n++ // what a beat that failed would have told is missed with it
			if err != nil {
				w.Stats.BeatsHeld.Add(1)
				continue
			}
			w.Stats.Beats.Add(1)
		}
	}
}
