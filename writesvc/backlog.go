package writesvc

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// A backlog collects what the write services have yet to do, from the tables that they share: every write service
// shows the same.
type backlog struct {
	pool *pgxpool.Pool

	mu   sync.Mutex
	at   time.Time // of the last reading
	last [4]float64
	ok   bool
}

const (
	backlogAge     = 5 * time.Second // a reading is used for so long, however many scrapers there are
	backlogTimeout = 2 * time.Second
	backlogMost    = 10000 // rows that are counted at most
)

var backlogFigures = [4]*prometheus.Desc{
	prometheus.NewDesc("vitrine_write_messages_due",
		"Emails, text messages and notifications that are due and not delivered, counted up to 10,000.", nil, nil),
	prometheus.NewDesc("vitrine_write_messages_late_seconds",
		"Time since the oldest of them was due, in seconds.", nil, nil),
	prometheus.NewDesc("vitrine_write_payments_open",
		"Payments whose result a bank still has to say, counted up to 10,000.", nil, nil),
	prometheus.NewDesc("vitrine_write_payments_late_seconds",
		"Time since the bank should have been asked for the oldest of them, in seconds.", nil, nil),
}

// Describe implements prometheus.Collector.
func (*backlog) Describe(to chan<- *prometheus.Desc) {
	for _, d := range backlogFigures {
		to <- d
	}
}

// Collect implements prometheus.Collector. Without an answer of Postgres there are no values.
func (b *backlog) Collect(to chan<- prometheus.Metric) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Since(b.at) > backlogAge {
		ctx, cancel := context.WithTimeout(context.Background(), backlogTimeout)
		defer cancel()
		b.ok, b.at = b.read(ctx) == nil, time.Now()
	}
	if !b.ok {
		return
	}
	for i, d := range backlogFigures {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, b.last[i])
	}
}

// read counts along the indexes outbox_due and payment_ask.
func (b *backlog) read(ctx context.Context) error {
	return b.pool.QueryRow(ctx, `
SELECT (SELECT count(*) FROM (SELECT FROM outbox WHERE done_at IS NULL AND due_at <= now() LIMIT $1) due),
  (SELECT greatest(extract(epoch FROM now() - coalesce(min(due_at), now())), 0) FROM outbox WHERE done_at IS NULL),
  (SELECT count(*) FROM (SELECT FROM payment WHERE ask_at IS NOT NULL LIMIT $1) open),
  (SELECT greatest(extract(epoch FROM now() - coalesce(min(ask_at), now())), 0) FROM payment WHERE ask_at IS NOT NULL)`,
		backlogMost).Scan(&b.last[0], &b.last[1], &b.last[2], &b.last[3])
}
