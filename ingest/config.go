package ingest

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"vitrine/ingest/index"
	"vitrine/search"
)

// Config is what a Worker needs. Zero fields take the value DefaultConfig gives them.
type Config struct {
	// Pool reaches the primary, with the right to read content and to write change_* and the cursors. The drain opens a session of
	// its own beside the pool, configured alike; it needs a session, so a pooler must not be in between. Required.
	Pool *pgxpool.Pool

	// Records reads records as readers see them, with sessions that have Plans. While little happens, a change brings gateways the record it was about,
	// which they would each read otherwise. nil: they do.
	Records *pgxpool.Pool

	NATS     *nats.Conn // with JetStream. Required
	Replicas int        // copies of the stream that a NATS cluster keeps; default 1

	Engine    search.Engine              // an engine outside Postgres to keep in step; nil, or one named "pg", needs nothing
	Documents map[string]index.Documents // what it indexes, by kind; default CatalogDocuments

	Log *slog.Logger // default slog.Default

	Poll       time.Duration // pause between looks at Postgres while changes come fast; default 1 ms
	Awake      time.Duration // how long after the last change it keeps looking like that; default 50 ms
	Drowsy     time.Duration // pause while a transaction is open that may not ring the doorbell; default 10 ms
	Asleep     time.Duration // pause otherwise, should the doorbell be lost; default 250 ms
	Standby    time.Duration // pause between attempts to lead; default 200 ms
	Beat       time.Duration // pause between heartbeats; default 100 ms
	Checkpoint time.Duration // least pause between writes of the cursor: after a crash so much is published again; default 1 s
	Batch      time.Duration // how long changes gather before they go to Engine; default 25 ms

	Keep     time.Duration // how long drained changes are kept for gateways that fell behind; default 1 h
	KeepRows int64         // and at most about how many rows of change_row; default 2,000,000

	Entropy time.Duration // pause between comparisons of an outside engine's index with Postgres; default 10 s

	WebhookLoopback bool          // webhooks may lead to this machine, for development; never to private networks
	Retry           time.Duration // pause before a failed webhook is tried again, doubled each time; default 1 s

	NoChangeBuffer bool // the announcer reads every change from Postgres; default: it keeps the planned changes

	Compare time.Duration // minimum pause between comparisons of all cursors with the heads; default 1 s
}

// DefaultConfig is what one machine uses.
func DefaultConfig() Config {
	return Config{
		Replicas: 1, Documents: index.CatalogDocuments(), Log: slog.Default(),
		Poll: time.Millisecond, Awake: 50 * time.Millisecond, Drowsy: 10 * time.Millisecond, Asleep: 250 * time.Millisecond,
		Standby: 200 * time.Millisecond, Beat: 100 * time.Millisecond, Checkpoint: time.Second, Batch: 25 * time.Millisecond,
		Keep: time.Hour, KeepRows: 2_000_000, Entropy: 10 * time.Second, Retry: time.Second, Compare: time.Second,
	}
}

// Validate says what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Pool == nil:
		return errors.New("ingest: no Pool")
	case c.NATS == nil:
		return errors.New("ingest: no NATS connection")
	case c.Replicas < 0 || c.Replicas > 5:
		return fmt.Errorf("ingest: %d replicas of the stream: NATS keeps 1 to 5", c.Replicas)
	case min(c.Poll, c.Awake, c.Drowsy, c.Asleep, c.Standby, c.Beat, c.Checkpoint, c.Batch, c.Keep, c.Retry, c.Entropy) < 0:
		return errors.New("ingest: a negative duration")
	case c.KeepRows < 0:
		return errors.New("ingest: a negative number of rows to keep")
	}
	return nil
}

// filled gives zero fields their default.
func (c Config) filled() Config {
	d := DefaultConfig()
	for _, f := range []struct{ v, d *time.Duration }{
		{&c.Poll, &d.Poll}, {&c.Awake, &d.Awake}, {&c.Drowsy, &d.Drowsy}, {&c.Asleep, &d.Asleep}, {&c.Standby, &d.Standby},
		{&c.Beat, &d.Beat}, {&c.Checkpoint, &d.Checkpoint}, {&c.Batch, &d.Batch}, {&c.Keep, &d.Keep}, {&c.Retry, &d.Retry}, {&c.Entropy, &d.Entropy}, {&c.Compare, &d.Compare},
	} {
		if *f.v == 0 {
			*f.v = *f.d
		}
	}
	if c.Replicas == 0 {
		c.Replicas = d.Replicas
	}
	if c.KeepRows == 0 {
		c.KeepRows = d.KeepRows
	}
	if c.Documents == nil {
		c.Documents = d.Documents
	}
	if c.Log == nil {
		c.Log = d.Log
	}
	return c
}

// outside reports whether the engine has an index of its own to keep in step.
func (c Config) outside() bool { return c.Engine != nil && c.Engine.Name() != "pg" }
