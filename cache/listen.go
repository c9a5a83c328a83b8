package cache

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// A Listener brings a cache what the bus says. It subscribes to the changes' subjects themselves rather than through a JetStream
// consumer: continuity is checked by us (Message.Prev) and what is missing is read from Postgres, so a consumer would only add a hop,
// and an ordered consumer whose stream was recreated falls silent without an error.
type Listener struct {
	cache *Cache
	conn  *nats.Conn
	log   *slog.Logger

	last Beat // the heartbeat that was heard last; of the heartbeats' goroutine

	mu     sync.Mutex
	cancel context.CancelFunc
	subs   []*nats.Subscription
	wg     sync.WaitGroup
}

const (
	appliers    = 4    // goroutines that apply, each the tenants of its shard in order
	applyBuffer = 4096 // messages that wait for one of them; more are dropped, and noticed as a gap
	compareEach = time.Second
	beatGrace   = 10 * time.Millisecond // what a beat tells of was sent before it: it is in one of our queues, or lost
)

// NewListener makes a listener; Start begins.
func NewListener(c *Cache, conn *nats.Conn, log *slog.Logger) *Listener {
	return &Listener{cache: c, conn: conn, log: log}
}

// Start subscribes and returns. It may be called again.
func (l *Listener) Start(context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	queues := make([]chan Message, appliers)
	for i := range queues {
		queues[i] = make(chan Message, applyBuffer)
		l.wg.Go(func() { l.apply(ctx, queues[i]) })
	}
	changes, err := l.conn.Subscribe(ChangesAll, func(msg *nats.Msg) { l.take(msg.Data, queues) })
	if err == nil {
		l.subs = append(l.subs, changes)
		var beats *nats.Subscription
		if beats, err = l.conn.Subscribe(BeatSubject, func(msg *nats.Msg) { l.heed(ctx, msg.Data) }); err == nil {
			l.subs = append(l.subs, beats)
			err = l.conn.Flush()
		}
	}
	if err != nil {
		cancel()
		l.wg.Wait()
		return fmt.Errorf("subscribe to changes: %w", err)
	}
	l.wg.Go(func() { l.compare(ctx) })
	l.cancel = cancel
	return nil
}

// Stop unsubscribes and waits until nothing is being applied. It may be called again.
func (l *Listener) Stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel == nil {
		return
	}
	for _, s := range l.subs {
		_ = s.Unsubscribe() // the connection may be gone already
	}
	l.cancel()
	l.wg.Wait()
	l.cancel, l.subs = nil, nil
}

// heed takes a heartbeat. It counts as heard once all that it says was announced is applied; after a silence, a missing beat or a change of
// leader, once all that Postgres shows is.
func (l *Listener) heed(ctx context.Context, data []byte) {
	began := l.cache.since() // that is when it was heard: however long the rest takes, it tells of nothing later
	var b Beat
	if err := json.Unmarshal(data, &b); err != nil {
		l.log.Error("heartbeat is not readable", "err", err)
		return
	}
	next := b.Leader == l.last.Leader && b.N == l.last.N+1
	ctx, cancel := context.WithTimeout(ctx, pullTimeout)
	defer cancel()
	var err error
	if next && !b.Many && !l.cache.Silent() {
		err = l.cache.reach(ctx, b.Heads, beatGrace)
	} else {
		err = l.cache.Compare(ctx)
	}
	if err != nil {
		l.last = Beat{}
		l.log.Warn("not caught up at a heartbeat", "err", err)
		return // silence goes on, and hits are verified
	}
	l.last = b
	l.cache.trust.heard(began)
}

// take hands a message to the goroutine of its tenant. It never waits: a full queue loses the message, which the next one, or the
// comparison of heads, notices.
func (l *Listener) take(data []byte, queues []chan Message) {
	m, err := Decode(data)
	if err != nil {
		l.log.Error("change message is not readable", "err", err)
		return
	}
	h := fnv.New32a()
	h.Write([]byte(m.Tenant))
	select {
	case queues[h.Sum32()%appliers] <- m:
	default:
	}
}

func (l *Listener) apply(ctx context.Context, queue <-chan Message) {
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-queue:
			known, err := l.cache.Apply(ctx, m)
			if err != nil && ctx.Err() == nil {
				// Not applied, so nothing newer is served than what was; the next message or comparison tries again.
				l.log.Warn("change not applied yet", "tenant", m.Tenant, "seq", m.Seq, "err", err)
			}
			if !known {
				l.cache.unknown(m)
			}
		}
	}
}

// compare looks at Postgres once a second: a lost message that no other followed is found here.
func (l *Listener) compare(ctx context.Context) {
	tick := time.NewTicker(compareEach)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			cctx, cancel := context.WithTimeout(ctx, pullTimeout)
			if err := l.cache.Compare(cctx); err != nil && ctx.Err() == nil {
				l.log.Warn("heads not compared", "err", err)
			}
			cancel()
		}
	}
}
