package ingest

import (
	"context"
	"encoding/json"
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
	"vitrine/ingest/purge"
	"vitrine/internal/run"
	"vitrine/internal/wire"
)

// LeaderLock is the advisory lock that the leading worker of a database holds.
const LeaderLock = 0x76697472696e65 // "vitrine"

// leadLimit is the timeout of statements about the lead.
const leadLimit = 10 * time.Second

// slowRetry is the maximum pause between attempts to reach Postgres.
const slowRetry = 3 * time.Second

// A Worker publishes changes. Any number of workers may run on a database. One leads. The others stand by, and one of
// them takes over within about Config.Standby after the leader stops or its session ends.
type Worker struct {
	Stats Stats

	cfg  Config
	bus  *capture.Bus
	id   string // identifies the worker in heartbeats
	made time.Time

	number  int64                      // of the current term
	cursors map[string]*capture.Cursor // as the last term left them

	mu     sync.Mutex
	cancel context.CancelFunc
	done   chan struct{}
}

// New makes a worker, which Start starts.
func New(cfg Config) (*Worker, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.filled()
	bus, err := capture.NewBus(cfg.NATS, cfg.Replicas)
	if err != nil {
		return nil, err
	}
	return &Worker{cfg: cfg, bus: bus, id: uuid.NewString(), made: time.Now(),
		cursors: map[string]*capture.Cursor{}}, nil
}

// Start starts the worker, which leads as soon as no other does. It returns an error if Postgres cannot be reached
// now. Later, the worker retries without end, until Stop or until ctx is done. Repeated calls have no effect.
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

// Stop saves the cursors, gives up the lead, and waits for that. Repeated calls have no effect.
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

// work leads, or stands by, until ctx is done.
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
		if err.Error() != last { // log each failure once
			last = err.Error()
			w.cfg.Log.Error("ingest cannot use Postgres; trying again", "err", err)
		}
		wait = min(max(2*wait, w.cfg.Standby), slowRetry)
		run.Pause(ctx, wait)
	}
	if conn != nil {
		w.hangUp(conn)
	}
}

// connect opens the session of the relay. The server ends it soon after the worker becomes unreachable, so that
// another worker gets the lock.
func (w *Worker) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	cfg := w.cfg.Pool.Config().ConnConfig.Copy()
	maps.Copy(cfg.RuntimeParams, capture.SessionSettings())
	for name, value := range map[string]string{
		"application_name":        "vitrine ingest",
		"synchronous_commit":      "off", // a lost cursor does no harm: changes are published twice
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
		return nil, fmt.Errorf("connect the relay: %w", err)
	}
	return conn, nil
}

// hangUp closes a session and thereby releases its lock.
func (w *Worker) hangUp(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := conn.Close(ctx); err != nil {
		w.cfg.Log.Debug("session of the relay not closed", "err", err)
	}
}

// term waits for the lead and leads, until ctx is done, which is no error, or the session fails.
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

// renewEpoch checks that this database assigned its change numbers itself. After a restore, a clone, or the promotion
// of a standby that may miss commits, every tenant begins a new epoch.
func (w *Worker) renewEpoch(conn *pgx.Conn) (renewed bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), leadLimit)
	defer cancel()
	err = conn.QueryRow(ctx, "SELECT renew_epoch() FROM set_config('synchronous_commit', 'on', true)").Scan(&renewed)
	if err != nil {
		return false, fmt.Errorf("check the epoch: %w", err)
	}
	if renewed {
		w.cfg.Log.Warn("database was restored or cloned; every tenant begins a new epoch")
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

// lead does the work of the leader.
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
		Pool: w.cfg.Pool, NATS: w.cfg.NATS, Log: w.cfg.Log, Stats: &w.Stats.Announce,
		Leader: w.leader(), Term: w.number, Members: w.Stats.members,
		WebhookLoopback: w.cfg.WebhookLoopback, Retry: w.cfg.Retry, Trace: w.cfg.Trace,
	})
	published := a.Note
	var relay *capture.Relay
	var x *index.Indexer
	if w.cfg.outside() {
		x = index.New(index.Config{
			Pool: w.cfg.Pool, NATS: w.cfg.NATS, Log: w.cfg.Log, Stats: &w.Stats.Index,
			Engine: w.cfg.Engine, Documents: w.cfg.Documents, Batch: w.cfg.Batch, VerifyEach: w.cfg.Entropy,
			Applied: func(ctx context.Context, heads []wire.Head) []wire.Head {
				return a.Applied(ctx, heads, relay.Alive)
			},
		})
		published = func(h wire.Head) {
			a.Note(h)
			x.Note(h.Tenant)
		}
	}
	planned := a.Add
	if w.cfg.NoChangeBuffer {
		planned = nil
	}
	relay = capture.NewRelay(capture.Config{
		Conn: conn, Bus: w.bus, Stats: &w.Stats.Relay, Log: w.cfg.Log, Records: w.cfg.Records,
		Cursors: w.cursors, NewEpoch: renewed, Began: time.Now(), Made: w.made,
		Poll: w.cfg.Poll, Awake: w.cfg.Awake, Drowsy: w.cfg.Drowsy, Asleep: w.cfg.Asleep,
		Checkpoint: w.cfg.Checkpoint, Compare: w.cfg.Compare,
		Planned: planned, Published: published, Trace: w.cfg.Trace,
	})
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() { relay.Heartbeat(ctx, w.id, w.cfg.Beat) })
	wg.Go(func() { w.retain(ctx) })
	wg.Go(func() { a.ReceiveReports(ctx, relay.Alive) })
	wg.Go(func() { a.Run(ctx) })
	wg.Go(func() { a.Deliver(ctx) })
	wg.Go(func() { w.purger().Run(ctx) })
	if x != nil {
		wg.Go(func() { x.Run(ctx) })
		wg.Go(func() { x.Verify(ctx) })
		wg.Go(func() { x.Keep(ctx) })
	}
	return relay.Run(ctx)
}

// purger makes the purger of declared edges for a term.
func (w *Worker) purger() *purge.Purger {
	return purge.New(purge.Config{
		Store: purge.Postgres{Pool: w.cfg.Pool}, News: w.cfg.NATS, Term: w.number, Log: w.cfg.Log,
		Networks: w.cfg.EdgeNetworks,
		Publish: func(m wire.Edges) error {
			data, err := json.Marshal(m)
			if err != nil {
				return err
			}
			return w.cfg.NATS.Publish(wire.EdgesSubject, data)
		},
	})
}

// leader identifies the worker and its term.
func (w *Worker) leader() string { return w.id + ":" + strconv.FormatInt(w.number, 10) }

// beginTerm increments the term. A former leader that has not noticed can write no announcements from now on.
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
