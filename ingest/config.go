package ingest

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"vitrine/ingest/index"
	"vitrine/internal/trace"
	"vitrine/search"
)

// Config is what a Worker needs. Zero fields take the value DefaultConfig gives them.
type Config struct {
	// Pool reaches the primary, with the right to read content and to write change_* and the cursors. The relay opens a
	// session of its own with the same settings. It depends on session state, so a pooler must not be in between.
	// Required.
	Pool *pgxpool.Pool

	// Records reads records as readers see them, with capture.SessionSettings. Under low load, a change carries the record
	// that it updated, so that the gateways need not read it. nil: it does not.
	Records *pgxpool.Pool

	NATS     *nats.Conn // with JetStream. Required
	Replicas int        // copies of the stream that a NATS cluster keeps; default 1

	Engine    search.Engine              // an engine outside Postgres to keep up to date; nil or one named "pg": none
	Documents map[string]index.Documents // what it indexes, by kind; default CatalogDocuments

	Log   *slog.Logger  // default slog.Default
	Trace *trace.Tracer // records changes; nil: none

	Poll       time.Duration // pause between polls under load; default 1 ms
	Awake      time.Duration // how long polling goes on after the last change; default 50 ms
	Drowsy     time.Duration // pause while a transaction is open that may not send a wake-up; default 10 ms
	Asleep     time.Duration // pause otherwise, in case a wake-up is lost; default 250 ms
	Standby    time.Duration // pause between attempts to lead; default 200 ms
	Beat       time.Duration // pause between heartbeats; default 100 ms
	Checkpoint time.Duration // minimum pause between writes of the cursors, and what a crash publishes again; default 1 s
	Batch      time.Duration // how long changes are collected before they are sent to Engine; default 25 ms

	Keep     time.Duration // how long published changes are kept for gateways that fall behind; default 1 h
	KeepRows int64         // maximum rows of change_row, approximately; default 2,000,000

	Entropy time.Duration // pause between comparisons of Engine's index with Postgres; default 10 s

	EdgeNetworks    []netip.Prefix // private networks that declared edges may be in; default none
	WebhookLoopback bool           // webhooks may lead to loopback addresses, for development
	Retry           time.Duration  // pause before a failed delivery is repeated, doubled each time; default 1 s

	NoChangeBuffer bool // the announcer reads every change from Postgres; default: it keeps the planned changes

	Compare time.Duration // minimum pause between comparisons of all cursors with the heads; default 1 s
}

// DefaultConfig is the configuration of a single machine.
func DefaultConfig() Config {
	return Config{
		Replicas: 1, Documents: index.CatalogDocuments(), Log: slog.Default(),
		Poll: time.Millisecond, Awake: 50 * time.Millisecond, Drowsy: 10 * time.Millisecond, Asleep: 250 * time.Millisecond,
		Standby: 200 * time.Millisecond, Beat: 100 * time.Millisecond, Checkpoint: time.Second, Batch: 25 * time.Millisecond,
		Keep: time.Hour, KeepRows: 2_000_000, Entropy: 10 * time.Second, Retry: time.Second, Compare: time.Second,
	}
}

// Validate checks the configuration.
func (c Config) Validate() error {
	switch {
	case c.Pool == nil:
		return errors.New("ingest: Pool is missing")
	case c.NATS == nil:
		return errors.New("ingest: NATS is missing")
	case c.Replicas < 0 || c.Replicas > 5:
		return fmt.Errorf("ingest: Replicas is %d; it must be 1 to 5, or 0 for the default", c.Replicas)
	case min(c.Poll, c.Awake, c.Drowsy, c.Asleep, c.Standby, c.Beat, c.Checkpoint,
		c.Batch, c.Keep, c.Retry, c.Entropy) < 0:
		return errors.New("ingest: durations must not be negative")
	case c.KeepRows < 0:
		return errors.New("ingest: KeepRows must not be negative")
	}
	return nil
}

// filled sets zero fields to their default.
func (c Config) filled() Config {
	d := DefaultConfig()
	for _, f := range []struct{ v, d *time.Duration }{
		{&c.Poll, &d.Poll}, {&c.Awake, &d.Awake}, {&c.Drowsy, &d.Drowsy}, {&c.Asleep, &d.Asleep}, {&c.Standby, &d.Standby},
		{&c.Beat, &d.Beat}, {&c.Checkpoint, &d.Checkpoint}, {&c.Batch, &d.Batch}, {&c.Keep, &d.Keep},
		{&c.Retry, &d.Retry}, {&c.Entropy, &d.Entropy}, {&c.Compare, &d.Compare},
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

// outside reports whether the engine has an index outside Postgres.
func (c Config) outside() bool { return c.Engine != nil && c.Engine.Name() != "pg" }
