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

	"vitrine/ingest/announce"
	"vitrine/ingest/capture"
	"vitrine/ingest/index"
	"vitrine/internal/run"
	"vitrine/internal/wire"
)

// LeaderLock is the advisory lock that the leading worker of a database holds.
const LeaderLock = 0x76697472696e65 // "vitrine"

// leadLimit is the most that a statement about the lead may take.
const leadLimit = 10 * time.Second

// slowRetry is the longest pause between attempts to reach Postgres.
const slowRetry = 3 * time.Second

// A Worker publishes what changes. Any number may run on a database: one leads, the others stand by and take over within
// about Config.Standby when the leader stops or its session ends.
type Worker struct {
	Stats Stats

	cfg Config
	bus *capture.Bus
	id  string // names the worker in heartbeats

	number  int64                      // of the term, while it leads
	cursors map[string]*capture.Cursor // as the last term left them: what this worker knows to have been

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
	bus, err := capture.NewBus(cfg.NATS, cfg.Replicas)
	if err != nil {
		return nil, err
	}
	return &Worker{cfg: cfg, bus: bus, id: uuid.NewString(), cursors: map[string]*capture.Cursor{}}, nil
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
		run.Pause(ctx, wait)
	}
	if conn != nil {
		w.hangUp(conn)
	}
}

// connect opens a session for the drain. Its plans are made for looking up little in large tables, whatever the statistics say, and the
// server ends it soon after its worker fell silent, so that the lock is free for another.
func (w *Worker) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	cfg := w.cfg.Pool.Config().ConnConfig.Copy()
	maps.Copy(cfg.RuntimeParams, capture.SessionSettings())
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
		if run.Pause(ctx, w.cfg.Standby); ctx.Err() != nil {
			return nil
		}
	}
}

// renewEpoch makes sure, on a fresh session, that the numbers in this database were given here. Where a dump was restored, the cluster cloned
// or a standby promoted that may not have seen the last commits, every tenant begins a new epoch, and whoever follows them learns it.
func (w *Worker) renewEpoch(conn *pgx.Conn) (renewed bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), leadLimit)
	defer cancel()
	if err := conn.QueryRow(ctx, "SELECT renew_epoch() FROM set_config('synchronous_commit', 'on', true)").Scan(&renewed); err != nil {
		return false, fmt.Errorf("check the epoch: %w", err)
	}
	if renewed {
		w.cfg.Log.Warn("this is not the database whose changes were numbered: every tenant begins a new epoch")
	}
	return renewed, nil
}

func (w *Worker) lock(conn *pgx.Conn) (leads bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), leadLimit)
	defer cancel()
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(LeaderLock)).Scan(&leads); err != nil {
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

	a := announce.New(announce.Config{
		Pool: w.cfg.Pool, NATS: w.cfg.NATS, Log: w.cfg.Log, Stats: &w.Stats.Announce, Leader: w.leader(), Term: w.number, Members: w.Stats.members,
		WebhookLoopback: w.cfg.WebhookLoopback, Retry: w.cfg.Retry,
	})
	published := a.Note
	var x *index.Indexer
	if w.cfg.outside() {
		x = index.New(index.Config{Pool: w.cfg.Pool, NATS: w.cfg.NATS, Engine: w.cfg.Engine, Documents: w.cfg.Documents, Stats: &w.Stats.Index, Log: w.cfg.Log,
			Batch: w.cfg.Batch, VerifyEach: w.cfg.Entropy})
		published = func(h wire.Head) {
			a.Note(h)
			x.Note(h.Tenant)
		}
	}
	planned := a.Add
	if w.cfg.NoChangeBuffer {
		planned = nil
	}
	relay := capture.NewRelay(capture.Config{
		Conn: conn, Bus: w.bus, Stats: &w.Stats.Relay, Log: w.cfg.Log, Records: w.cfg.Records,
		Cursors: w.cursors, NewEpoch: renewed, Began: time.Now(),
		Poll: w.cfg.Poll, Awake: w.cfg.Awake, Drowsy: w.cfg.Drowsy, Asleep: w.cfg.Asleep, Checkpoint: w.cfg.Checkpoint, Compare: w.cfg.Compare,
		Planned: planned, Published: published,
	})
	ctx, cancel := context.WithCancel(ctx)
	var aside sync.WaitGroup
	defer aside.Wait()
	defer cancel()
	aside.Go(func() { relay.Heartbeat(ctx, w.id, w.cfg.Beat) })
	aside.Go(func() { w.retain(ctx) })
	aside.Go(func() { a.Hear(ctx, relay.Alive) })
	aside.Go(func() { a.Run(ctx) })
	aside.Go(func() { a.Deliver(ctx) })
	if x != nil {
		aside.Go(func() { x.Run(ctx) })
		aside.Go(func() { x.Verify(ctx) })
	}
	return relay.Run(ctx)
}

// leader names the worker and its term.
func (w *Worker) leader() string { return w.id + ":" + strconv.FormatInt(w.number, 10) }

// beginTerm counts the term up, on the session that leads. Whoever led before and has not noticed writes nothing from now on.
func beginTerm(conn *pgx.Conn) (term int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), leadLimit)
	defer cancel()
	err = conn.QueryRow(ctx, `
UPDATE ingest_term SET term = term + 1 FROM set_config('synchronous_commit', 'on', true) RETURNING term`).Scan(&term)
	if err != nil {
		return 0, fmt.Errorf("begin a term: %w", err)
	}
	return term, nil
}
