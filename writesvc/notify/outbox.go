package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/postgres"
)

// Config configures the outbox.
type Config struct {
	Mail Sender // required
	Push PushConfig
	SMS  Sender // nil: no text messages; requests for one are answered by email

	Poll    time.Duration // interval of polling without a wake-up; default 1 s
	Lease   time.Duration // how long a worker owns a job; default 1 min
	Workers int           // messages sent at once by each channel; default 8
	Tries   int           // attempts at one message; default 12, over about two days
	KeepFor time.Duration // retention of sent messages; default 30 days
}

// DefaultConfig returns the default configuration, without senders.
func DefaultConfig() Config {
	return Config{Poll: time.Second, Lease: time.Minute, Workers: 8, Tries: 12, KeepFor: 30 * 24 * time.Hour}
}

// Validate checks a configuration.
func (c Config) Validate() error {
	if c.Mail == nil {
		return errors.New("notify: a sender of emails is required")
	}
	if c.Poll <= 0 || c.Lease <= 0 || c.Workers <= 0 || c.Tries <= 0 || c.KeepFor <= 0 {
		return errors.New("notify: Poll, Lease, Workers, Tries and KeepFor must be positive")
	}
	return nil
}

// A Job is a row of the outbox.
type Job struct {
	ID     string
	Tenant string
	Kind   string
	Data   json.RawMessage
	// Attempts counts this attempt and those before it. What a first attempt was charged for is not charged again.
	Attempts int
	Channel  Channel // whose worker delivers it
}

// A Writer writes the messages of a job at the last moment, so that a code exists only once its message does. It is
// called for every attempt. It returns no messages if there is no recipient or no reason any more.
type Writer func(ctx context.Context, j Job) (mail, sms []Message, err error)

// An Outbox delivers messages at least once. Any number of processes may use the same table.
type Outbox struct {
	cfg     Config
	pool    *pgxpool.Pool
	log     *slog.Logger
	writers map[string]Writer
	doers   map[string]Doer
	urgent  map[string]bool // kinds
	queues  []*queue        // one for each channel

	mu     sync.Mutex
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

// New returns an outbox. Start begins to deliver.
func New(cfg Config, pool *pgxpool.Pool, log *slog.Logger) (*Outbox, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	o := &Outbox{cfg: cfg, pool: pool, log: log, writers: map[string]Writer{}, doers: map[string]Doer{},
		urgent: map[string]bool{}}
	for _, c := range []Channel{ByMail, BySMS, ByPush} {
		o.queues = append(o.queues, newQueue(o, c))
	}
	return o, nil
}

// Handle sets the writer of a kind of job. It is called before Start.
func (o *Outbox) Handle(kind string, w Writer) { o.writers[kind] = w }

// Urgent marks kinds of jobs that come before others, because a customer waits for them: codes, and links that set a
// password. It is called before Start.
func (o *Outbox) Urgent(kinds ...string) {
	for _, kind := range kinds {
		o.urgent[kind] = true
	}
}

// A Doer delivers a job that is neither an email nor a text message. It may be called again, and returns the outcome.
type Doer func(ctx context.Context, j Job) (outcome string, err error)

// Do sets the doer of a kind of job. It is called before Start.
func (o *Outbox) Do(kind string, d Doer) { o.doers[kind] = d }

// SMS reports whether text messages can be sent.
func (o *Outbox) SMS() bool { return o.cfg.SMS != nil }

// A Channeled is the data of a job that names the channel by which it probably leaves. Other jobs are emails.
type Channeled interface {
	Channel() Channel
}

// Put adds a job in a transaction. data must not contain a secret, because it stays in the table. Call Wake after the
// commit.
func (o *Outbox) Put(ctx context.Context, tx postgres.Execer, tenant, kind string, data any) error {
	if o.writers[kind] == nil && o.doers[kind] == nil {
		return fmt.Errorf("outbox: no writer for %q", kind)
	}
	channel := ByMail
	if c, ok := data.(Channeled); ok && (c.Channel() != BySMS || o.SMS()) {
		channel = c.Channel()
	}
	if _, err := tx.Exec(ctx, `INSERT INTO outbox (tenant_id, kind, data, channel, urgent) VALUES ($1, $2, $3, $4, $5)`,
		tenant, kind, data, channel, o.urgent[kind]); err != nil {
		return fmt.Errorf("put %s into the outbox: %w", kind, err)
	}
	return nil
}

// Wake makes the queues look for due messages.
func (o *Outbox) Wake() {
	for _, q := range o.queues {
		q.wake.Notify()
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
	for _, q := range o.queues {
		o.wg.Go(func() { q.run(ctx) })
	}
}

// Stop waits for pending deliveries. It may be called again.
func (o *Outbox) Stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cancel != nil {
		o.cancel()
		o.wg.Wait()
		o.cancel = nil
	}
}

// finish delivers a job and writes the outcome. Stop does not interrupt a delivery.
func (o *Outbox) finish(ctx context.Context, j Job) error {
	run, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.cfg.Lease*9/10)
	defer cancel()
	outcome, err := o.deliver(run, j)
	var other *elsewhere
	switch {
	case err == nil:
	case errors.As(err, &other):
		return o.move(run, j, other.channel)
	case permanent(err) || j.Attempts >= o.cfg.Tries:
		outcome = "given up"
		o.log.Warn("message given up", "job", j.ID, "tenant", j.Tenant, "kind", j.Kind, "attempts", j.Attempts,
			"err", err)
	default:
		level := slog.LevelInfo
		if j.Attempts >= worrying {
			level = slog.LevelWarn
		}
		o.log.Log(run, level, "message not sent, will retry", "job", j.ID, "tenant", j.Tenant, "kind", j.Kind,
			"attempts", j.Attempts, "err", err)
		_, err = o.pool.Exec(run, `UPDATE outbox SET due_at = clock_timestamp() + $3::interval, outcome = 'waits'
WHERE tenant_id = $1 AND id = $2`, j.Tenant, j.ID, backoff(j.Attempts))
		return err
	}
	_, err = o.pool.Exec(run, `UPDATE outbox SET done_at = clock_timestamp(), outcome = $3
WHERE tenant_id = $1 AND id = $2`, j.Tenant, j.ID, outcome)
	return err
}

// move puts a job into the queue of another channel.
func (o *Outbox) move(ctx context.Context, j Job, to Channel) error {
	if _, err := o.pool.Exec(ctx, `UPDATE outbox SET channel = $3, due_at = clock_timestamp()
WHERE tenant_id = $1 AND id = $2`, j.Tenant, j.ID, to); err != nil {
		return fmt.Errorf("move a message to another channel: %w", err)
	}
	o.Wake()
	return nil
}

// worrying is the attempt from which a failure is a warning: about 20 s after the first one.
const worrying = 4

// backoff returns how long to wait after so many attempts: 1 s, 4 s, 16 s … up to 6 h.
func backoff(attempts int) time.Duration {
	const most = 6 * time.Hour
	if attempts > 8 {
		return most
	}
	return min(time.Second<<(2*(attempts-1)), most)
}

// deliver writes a job's messages and sends them. A panic counts as a failed attempt: without that, a job that causes
// one would end the process at each start.
func (o *Outbox) deliver(ctx context.Context, j Job) (outcome string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic at %s", debug.Stack()) // without the value, which may contain an address
		}
	}()
	if do := o.doers[j.Kind]; do != nil {
		return do(ctx, j)
	}
	write := o.writers[j.Kind]
	if write == nil {
		return "", fmt.Errorf("no writer for %q", j.Kind) // a newer version of the service knows it
	}
	mail, sms, err := write(ctx, j)
	if err != nil {
		return "", err
	}
	if len(mail)+len(sms) == 0 {
		return "nothing to send", nil
	}
	if actual := channelOf(mail); actual != j.Channel {
		return "", &elsewhere{actual}
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
			return "", &Permanent{errors.New("no sender of text messages")}
		}
		if err := o.cfg.SMS.Send(ctx, m); err != nil {
			return "", err
		}
	}
	return "sent", nil
}

// channelOf returns the channel by which a job's messages leave.
func channelOf(mail []Message) Channel {
	if len(mail) > 0 {
		return ByMail
	}
	return BySMS
}

// elsewhere is the error of a job whose messages leave by another channel than its worker's. A customer without a
// number gets a code by email, for example.
type elsewhere struct{ channel Channel }

func (e *elsewhere) Error() string { return "the message leaves by " + string(e.channel) }

// Sweep deletes rows of messages that were sent long ago.
func (o *Outbox) Sweep(ctx context.Context) error {
	_, err := o.pool.Exec(ctx, `DELETE FROM outbox WHERE done_at < clock_timestamp() - $1::interval`, o.cfg.KeepFor)
	return err
}
