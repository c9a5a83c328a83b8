package announce

import (
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"vitrine/internal/trace"
	"vitrine/internal/wire"
)

// Config is what an Announcer needs. Trace, Retry and WebhookLoopback aside, all fields are required.
type Config struct {
	Pool    *pgxpool.Pool
	NATS    *nats.Conn
	Log     *slog.Logger
	Stats   *Stats
	Leader  string              // names the worker and its term
	Term    int64               // the number of the term; once another began, nothing is written
	Members func() wire.Members // what the worker says of itself, for people; the announcer adds the gateways

	Trace *trace.Tracer // records announcements of recorded changes; may be nil

	WebhookLoopback bool          // webhooks may lead to this machine, for development
	Retry           time.Duration // pause before a failed webhook is tried again, doubled each time
}

// Stats count what announcers did since the process started. They may be read at any time.
type Stats struct {
	Spared                atomic.Uint64 // changes that were not read from Postgres a second time
	PostErrors, PostLooks atomic.Uint64 // failed webhook deliveries; queries for due webhooks
}
