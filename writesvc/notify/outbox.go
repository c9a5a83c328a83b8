package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Config is how messages leave.
type Config struct {
	Mail Sender // needed
	Push PushConfig
	SMS  Sender // nil: none are sent, and whoever asks for one gets a letter

	Poll    time.Duration // how often work is looked for that nobody woke us for; default 1 s
	Lease   time.Duration // for how long one who took a message has it to himself; default 1 min
	Workers int           // messages on their way at once; default 4
	Tries   int           // attempts at one message; default 12, over about two days
	KeepFor time.Duration // how long rows of sent messages are kept; default 30 days
}

// DefaultConfig is how messages leave unless told otherwise. The senders are missing.
func DefaultConfig() Config {
	return Config{Poll: time.Second, Lease: time.Minute, Workers: 4, Tries: 12, KeepFor: 30 * 24 * time.Hour}
}

// Validate says what is wrong with a configuration.
func (c Config) Validate() error {
	if c.Mail == nil {
		return errors.New("notify: nobody to send mail by")
	}
	if c.Poll <= 0 || c.Lease <= 0 || c.Workers <= 0 || c.Tries <= 0 || c.KeepFor <= 0 {
		return errors.New("notify: Poll, Lease, Workers, Tries and KeepFor must be positive")
	}
	return nil
}

// A Job is a row of the outbox on its way.
type Job struct {
	ID     string
	Tenant string
	Kind   string
	Data   json.RawMessage
}

// A Writer makes the messages of a job, at the last moment: a code is made when its letter is, and is nowhere before. It is called again
// for every attempt. No messages: there is nobody to write to, or no reason any more.
type Writer func(ctx context.Context, j Job) (mail, sms []Message, err error)

// An Outbox delivers messages at least once. Any number of processes may run one over the same table.
type Outbox struct {
	cfg     Config
	pool    *pgxpool.Pool
	log     *slog.Logger
	writers map[string]Writer
	doers   map[string]Doer
	wake    chan struct{}

	mu     sync.Mutex
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

// New makes an outbox; Start begins.
func New(cfg Config, pool *pgxpool.Pool, log *slog.Logger) (*Outbox, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Outbox{cfg: cfg, pool: pool, log: log, writers: map[string]Writer{}, doers: map[string]Doer{}, wake: make(chan struct{}, cfg.Workers)}, nil
}

// Handle says who writes the messages of a kind. It is called before Start.
func (o *Outbox) Handle(kind string, w Writer) { o.writers[kind] = w }

// A Doer delivers a job itself, where that is neither a letter nor a text message. It may be called again, and says what came of it.
type Doer func(ctx context.Context, j Job) (outcome string, err error)

// Do says who delivers the jobs of a kind. It is called before Start.
func (o *Outbox) Do(kind string, d Doer) { o.doers[kind] = d }

// SMS reports whether text messages can be sent.
func (o *Outbox) SMS() bool { return o.cfg.SMS != nil }

// Execer is what Put writes through: the transaction that the message belongs to.
type Execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Put adds a job to a transaction. data holds no secret: it lies in the table until it is delivered. Call Wake after the commit.
func (o *Outbox) Put(ctx context.Context, tx Execer, tenant, kind string, data any) error {
	if o.writers[kind] == nil && o.doers[kind] == nil {
		return fmt.Errorf("outbox: nobody writes %q", kind)
	}
	if _, err := tx.Exec(ctx, `INSERT INTO outbox (tenant_id, kind, data) VALUES ($1, $2, $3)`, tenant, kind, data); err != nil {
		return fmt.Errorf("put %s into the outbox: %w", kind, err)
	}
	return nil
}

// Wake says that there may be work.
func (o *Outbox) Wake() {
	select {
	case o.wake <- struct{}{}:
	default: // everybody is told already
	}
}

// Start begins to deliver. It may be called again.
func (o *Outbox) Start() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	o.cancel = cancel
	for range o.cfg.Workers {
		o.wg.Go(func() { o.work(ctx) })
	}
}

// Stop waits for what is on its way. It may be called again.
func (o *Outbox) Stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cancel != nil {
		o.cancel()
		o.wg.Wait()
		o.cancel = nil
	}
}

func (o *Outbox) work(ctx context.Context) {
	tick := time.NewTicker(o.cfg.Poll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-o.wake:
		case <-tick.C:
		}
		for ctx.Err() == nil {
			more, err := o.next(ctx)
			if err != nil && ctx.Err() == nil {
				o.log.Warn("the outbox waits", "err", err)
			}
			if err != nil || !more {
				break
			}
		}
	}
}

// next takes one job that is due and delivers it. It reports whether there was one.
func (o *Outbox) next(ctx context.Context) (bool, error) {
	var j Job
	var attempts int
	// The lease is the next due time: whoever dies meanwhile leaves the job to another.
	err := o.pool.QueryRow(ctx, `UPDATE outbox SET attempts = attempts + 1, due_at = clock_timestamp() + $1::interval
WHERE id = (SELECT o.id FROM outbox o WHERE o.done_at IS NULL AND o.due_at <= clock_timestamp() ORDER BY o.due_at FOR UPDATE SKIP LOCKED LIMIT 1)
RETURNING id, tenant_id, kind, data, attempts`, o.cfg.Lease).Scan(&j.ID, &j.Tenant, &j.Kind, &j.Data, &attempts)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("take a job: %w", err)
	}
	run, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.cfg.Lease*9/10) // one that began is not broken off by Stop
	defer cancel()
	outcome, err := o.deliver(run, j)
	switch {
	case err == nil:
	case permanent(err) || attempts >= o.cfg.Tries:
		outcome = "given up"
		o.log.Warn("a message was given up", "job", j.ID, "tenant", j.Tenant, "kind", j.Kind, "attempts", attempts, "err", err)
	default:
		o.log.Info("a message has to wait", "job", j.ID, "tenant", j.Tenant, "kind", j.Kind, "attempts", attempts, "err", err)
		_, err = o.pool.Exec(run, `UPDATE outbox SET due_at = clock_timestamp() + $2::interval, outcome = 'waits' WHERE id = $1`, j.ID, backoff(attempts))
		return true, err
	}
	_, err = o.pool.Exec(run, `UPDATE outbox SET done_at = clock_timestamp(), outcome = $2 WHERE id = $1`, j.ID, outcome)
	return true, err
}

// backoff is how long to wait after so many attempts: 1 s, 4 s, 16 s … up to six hours.
func backoff(attempts int) time.Duration {
	const most = 6 * time.Hour
	if attempts > 8 {
		return most
	}
	return min(time.Second<<(2*(attempts-1)), most)
}

// deliver writes a job's messages and sends them.
func (o *Outbox) deliver(ctx context.Context, j Job) (outcome string, err error) {
	if do := o.doers[j.Kind]; do != nil {
		return do(ctx, j)
	}
	write := o.writers[j.Kind]
	if write == nil {
		return "", fmt.Errorf("nobody writes %q here", j.Kind) // another version's: it will come by
	}
	mail, sms, err := write(ctx, j)
	if err != nil {
		return "", err
	}
	if len(mail)+len(sms) == 0 {
		return "nothing to send", nil
	}
	for _, m := range mail {
		m.ID, m.Tenant = j.ID, j.Tenant
		if err := o.cfg.Mail.Send(ctx, m); err != nil {
			return "", err
		}
	}
	for _, m := range sms {
		m.ID, m.Tenant = j.ID, j.Tenant
		if o.cfg.SMS == nil {
			return "", &Permanent{errors.New("no text messages can be sent")}
		}
		if err := o.cfg.SMS.Send(ctx, m); err != nil {
			return "", err
		}
	}
	return "sent", nil
}

// Sweep removes rows of messages sent long ago.
func (o *Outbox) Sweep(ctx context.Context) error {
	_, err := o.pool.Exec(ctx, `DELETE FROM outbox WHERE done_at < clock_timestamp() - $1::interval`, o.cfg.KeepFor)
	return err
}
