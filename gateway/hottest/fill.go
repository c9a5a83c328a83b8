package hottest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/admit"
	"vitrine/gateway/lookup"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/catalog"
	"vitrine/internal/clock"
	"vitrine/internal/metric"
	"vitrine/internal/run"
	"vitrine/internal/wire"
)

// Config is what a Hottest needs.
type Config struct {
	Cache   *cache.Cache
	Replica *replica.Replica
	Lookup  *lookup.Lookup
	Router  *query.Router
	Reader  *read.Reader
	Clock   *clock.Clock
	NATS    *nats.Conn
	Log     *slog.Logger

	File string        // where the list is saved; "": it is not
	Time time.Duration // the longest time that Fill takes; 0: nothing is filled, and other gateways are not asked
}

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Cache == nil, c.Replica == nil, c.Lookup == nil, c.Router == nil, c.Reader == nil, c.Clock == nil,
		c.NATS == nil, c.Log == nil:
		return errors.New("hottest: a cache, a replica, a lookup, a router, a reader, a clock, the bus and a log are " +
			"required")
	case c.Time < 0:
		return errors.New("hottest: Time must not be negative")
	}
	return nil
}

// A Hottest knows which answers of a gateway are requested most.
type Hottest struct {
	cfg   Config
	asked *nats.Subscription // of other gateways; nil before Share

	// Filled counts answers that were read before the gateway was ready.
	Filled atomic.Uint64
}

const (
	askWait    = time.Second          // for the list of another gateway
	concurrent = 4                    // fills
	idlePause  = 5 * time.Millisecond // until a slot of Postgres is idle
	maxFailed  = 10                   // answers that cannot be read, after which the rest is left to readers
	saveEach   = time.Minute          // the list is saved so often, and at the end
	group      = "gateways"           // one of the ready gateways answers
)

// New makes a Hottest.
func New(cfg Config) (*Hottest, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Hottest{cfg: cfg}, nil
}

// Fill reads the answers that were requested most into the cache, for at most Config.Time. It is called before the
// gateway is ready. What it does not get to is read when it is requested.
func (h *Hottest) Fill(ctx context.Context) {
	if h.cfg.Time == 0 {
		return
	}
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, h.cfg.Time)
	defer cancel()
	list := h.list(ctx)
	if len(list.Answers) == 0 {
		return
	}
	if err := h.cfg.Reader.Prepare(ctx, h.views(list)); err != nil && ctx.Err() == nil {
		h.cfg.Log.Warn("connections to Postgres are not prepared; first reads may take longer", "err", err)
	}
	var next, failed atomic.Int64
	var fills sync.WaitGroup
	for range concurrent {
		fills.Go(func() {
			for n := next.Add(1) - 1; n < int64(len(list.Answers)) && failed.Load() < maxFailed; n = next.Add(1) - 1 {
				if err := h.fill(ctx, list.Answers[n]); err != nil && ctx.Err() == nil {
					failed.Add(1)
				}
				if ctx.Err() != nil {
					return
				}
			}
		})
	}
	fills.Wait()
	h.cfg.Log.Info("answers were read before the gateway is ready", "known", len(list.Answers),
		"read", h.Filled.Load(), "failed", failed.Load(), "took", time.Since(began).Round(time.Millisecond))
}

// list is that of a ready gateway, and after it what this one saved.
func (h *Hottest) list(ctx context.Context) wire.Hottest {
	list, err := h.ask(ctx)
	if err != nil && !errors.Is(err, nats.ErrNoResponders) && ctx.Err() == nil {
		h.cfg.Log.Info("no other gateway says which answers are requested most", "err", err)
	}
	if h.cfg.File == "" {
		return list
	}
	own, err := saved(h.cfg.File)
	if err != nil {
		h.cfg.Log.Warn("the saved list of answers cannot be read", "file", h.cfg.File, "err", err)
	}
	return merge(list, own)
}

// ask returns the list of another gateway.
func (h *Hottest) ask(ctx context.Context) (list wire.Hottest, err error) {
	ctx, cancel := context.WithTimeout(ctx, askWait)
	defer cancel()
	reply, err := h.cfg.NATS.RequestWithContext(ctx, wire.HottestSubject, nil)
	if err != nil {
		return list, err //nolint:wrapcheck // logged, or told apart
	}
	return decode(reply.Data)
}

// views are those of the answers of a list.
func (h *Hottest) views(list wire.Hottest) (all []*catalog.View) {
	known := map[*catalog.View]bool{}
	for _, a := range list.Answers {
		if q, err := h.cfg.Router.ResolveURL("/v1" + a.Path); err == nil && !known[q.View] {
			known[q.View] = true
			all = append(all, q.View)
		}
	}
	return all
}

// fill reads one answer, unless it is there or cannot be requested any more.
func (h *Hottest) fill(ctx context.Context, a wire.HotAnswer) error {
	t := h.cfg.Replica.Tenant(a.Tenant)
	if t == nil || !h.cfg.Lookup.Serves(a.Tenant) {
		return nil
	}
	q, err := h.cfg.Router.ResolveURL("/v1" + a.Path)
	if err != nil || q.View.Uncacheable || q.Text != "" { // searches are answered from memory
		return nil //nolint:nilerr // such as a parameter that an older version had
	}
	key := cache.AppendKey(nil, a.Tenant, q.AppendURL(nil))
	for ctx.Err() == nil {
		if e := h.cfg.Cache.Peek(key); e != nil && e.Fresh(h.cfg.Clock.Now()) {
			return nil
		}
		err := h.cfg.Reader.Refill(t, q, key, func() { h.Filled.Add(1) })
		if !errors.Is(err, admit.ErrNotIdle) {
			return err //nolint:wrapcheck // counted
		}
		run.Pause(ctx, idlePause)
	}
	return ctx.Err()
}

// Share answers gateways that start. It is called once the gateway is ready.
func (h *Hottest) Share() error {
	if h.cfg.Time == 0 {
		return nil
	}
	sub, err := h.cfg.NATS.QueueSubscribe(wire.HottestSubject, group, func(m *nats.Msg) {
		text, err := json.Marshal(listOf(h.cfg.Cache, h.cfg.Replica.Entries()))
		if err == nil {
			err = m.Respond(text)
		}
		if err != nil {
			h.cfg.Log.Warn("a gateway that starts got no list of answers", "err", err)
		}
	})
	if err != nil {
		return fmt.Errorf("subscribe to gateways that start: %w", err)
	}
	h.asked = sub
	return nil
}

// Run saves the list each minute until ctx is done, and then once more.
func (h *Hottest) Run(ctx context.Context) {
	if h.cfg.File == "" || h.cfg.Time == 0 {
		return
	}
	var last wire.Hottest
	for run.Pause(ctx, saveEach); ; run.Pause(ctx, saveEach) {
		list := listOf(h.cfg.Cache, h.cfg.Replica.Entries())
		if len(list.Answers) > 0 && !slices.Equal(list.Answers, last.Answers) {
			if err := save(h.cfg.File, list); err != nil {
				h.cfg.Log.Warn("the list of answers that are requested most is not saved", "file", h.cfg.File, "err", err)
			}
			last = list
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// Stop answers no more gateways.
func (h *Hottest) Stop() {
	if h.asked != nil {
		_ = h.asked.Unsubscribe() // the connection may be closed
	}
}

// Register registers the metrics.
func (h *Hottest) Register(reg prometheus.Registerer) {
	metric.Counter(reg, "vitrine_answers_warmed_total",
		"Answers read before the gateway was ready. They are also counted as assembled or read.", &h.Filled)
}
