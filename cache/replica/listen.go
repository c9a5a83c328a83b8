package replica

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/internal/wire"
)

// A Listener brings a cache what the bus says. It subscribes to the changes' subjects themselves rather than through a JetStream
// consumer: continuity is checked by us (Message.Prev) and what is missing is read from Postgres, so a consumer would only add a hop,
// and an ordered consumer whose stream was recreated falls silent without an error.
type Listener struct {
	replica *Replica
	conn    *nats.Conn
	log     *slog.Logger

	last wire.Beat // the heartbeat that was heard last; of the heartbeats' goroutine

	mu     sync.Mutex
	cancel context.CancelFunc
	subs   []*nats.Subscription
	wg     sync.WaitGroup
}

const (
	appliers     = 4    // goroutines that apply, each the tenants of its shard in order
	hearBuffer   = 4096 // messages that wait to be sorted; more are dropped by the connection, and noticed as a gap
	applyBuffer  = 4096 // messages that wait for one of them; more are dropped, and noticed as a gap
	beatBuffer   = 64   // heartbeats that wait for what came before them
	compareEach  = time.Second
	compareGrace = 250 * time.Millisecond // what is looked for in Postgres may be lost: it is waited for less long than a fill would
	beatGrace    = 10 * time.Millisecond  // what a beat tells of was sent before it: it is applied by now, or on another way through a cluster, or lost
)

// NewListener makes a listener; Start begins.
func NewListener(r *Replica, conn *nats.Conn, log *slog.Logger) *Listener {
	return &Listener{replica: r, conn: conn, log: log}
}

// Start subscribes and returns. It may be called again.
func (l *Listener) Start(context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	in := make(chan *nats.Msg, hearBuffer)
	if err := l.subscribe(in); err != nil {
		cancel()
		return fmt.Errorf("subscribe to changes: %w", err)
	}
	queues := make([]chan item, appliers)
	for i := range queues {
		queues[i] = make(chan item, applyBuffer)
		l.wg.Go(func() { l.apply(ctx, queues[i]) })
	}
	beats := make(chan heard, beatBuffer)
	l.wg.Go(func() { l.sort(ctx, in, queues, beats) })
	l.wg.Go(func() { l.follow(ctx, beats) })
	l.wg.Go(func() { l.compare(ctx) })
	l.cancel = cancel
	return nil
}

// subscribe has all that comes put into one channel: there a heartbeat stands behind what was sent before it.
func (l *Listener) subscribe(in chan *nats.Msg) (err error) {
	for _, subject := range []string{wire.AllChanges, wire.BeatSubject} {
		sub, err := l.conn.ChanSubscribe(subject, in)
		if err != nil {
			l.unsubscribe()
			return err
		}
		l.subs = append(l.subs, sub)
	}
	if err = l.conn.Flush(); err != nil {
		l.unsubscribe()
	}
	return err
}

func (l *Listener) unsubscribe() {
	for _, s := range l.subs {
		_ = s.Unsubscribe() // the connection may be gone already
	}
	l.subs = nil
}

// Stop unsubscribes and waits until nothing is being applied. It may be called again.
func (l *Listener) Stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel == nil {
		return
	}
	l.unsubscribe()
	l.cancel()
	l.wg.Wait()
	l.cancel = nil
}

// An item is what an applier's queue holds: a change, or the mark of a heartbeat that came after those before it.
type item struct {
	change wire.Message
	mark   *mark
}

// A mark goes through all queues, behind what is in them.
type mark struct {
	left atomic.Int32 // queues that it is not through
	done chan struct{}
}

func (m *mark) pass() {
	if m.left.Add(-1) == 0 {
		close(m.done)
	}
}

// heard is a heartbeat, when it was heard, and its mark.
type heard struct {
	wire.Beat
	at   int64
	mark *mark
}

// sort hands what comes to those who apply it, and heartbeats to whoever follows them, behind what came before.
func (l *Listener) sort(ctx context.Context, in <-chan *nats.Msg, queues []chan item, beats chan<- heard) {
	for {
		select {
		case <-ctx.Done():
			return
		case msg := <-in:
			if msg.Subject == wire.BeatSubject {
				l.takeBeat(msg.Data, queues, beats)
			} else {
				l.take(msg.Data, queues)
			}
		}
	}
}

// takeBeat never waits, as take does not. Where a queue is full, what it lost is asked for when the heartbeat is followed; where too many heartbeats wait,
// the next that is followed shows that one is missing.
func (l *Listener) takeBeat(data []byte, queues []chan item, beats chan<- heard) {
	h := heard{at: l.replica.since(), mark: &mark{done: make(chan struct{})}} // when it was heard: however long the rest takes, it tells of nothing later
	if err := json.Unmarshal(data, &h.Beat); err != nil {
		l.log.Error("heartbeat is not readable", "err", err)
		return
	}
	h.mark.left.Store(int32(len(queues))) //nolint:gosec // four
	for _, q := range queues {
		select {
		case q <- item{mark: h.mark}:
		default:
			h.mark.pass()
		}
	}
	select {
	case beats <- h:
	default:
	}
}

// follow heeds heartbeats, one after the other, each once all that came before it is applied.
func (l *Listener) follow(ctx context.Context, beats <-chan heard) {
	for {
		select {
		case <-ctx.Done():
			return
		case h := <-beats:
			l.heed(ctx, h)
		}
	}
}

// heed takes a heartbeat. It counts as heard once all that it says was announced is applied; after a silence, a missing beat or a change of
// leader, once all that Postgres shows is.
func (l *Listener) heed(ctx context.Context, b heard) {
	next := b.Leader == l.last.Leader && b.Number == l.last.Number+1
	ctx, cancel := context.WithTimeout(ctx, pullTimeout)
	defer cancel()
	select {
	case <-b.mark.done:
	case <-ctx.Done(): // what is not applied is asked for, or found too late
	}
	var err error
	if next && !b.Overflow && !l.replica.Disconnected() {
		err = l.replica.reach(ctx, b.Heads, beatGrace)
	} else {
		err = l.replica.Compare(ctx)
	}
	if err != nil {
		l.last = wire.Beat{}
		l.log.Warn("not caught up at a heartbeat", "err", err)
		return // silence goes on, and hits are verified
	}
	l.last = b.Beat
	l.replica.lease.heard(b.at)
}

// take hands a message to the goroutine of its tenant. It never waits: a full queue loses the message, which the next one, or the
// comparison of heads, notices.
func (l *Listener) take(data []byte, queues []chan item) {
	m, err := wire.Decode(data)
	if err != nil {
		l.log.Error("change message is not readable", "err", err)
		return
	}
	h := fnv.New32a()
	h.Write([]byte(m.Tenant))
	select {
	case queues[h.Sum32()%appliers] <- item{change: m}:
	default:
	}
}

func (l *Listener) apply(ctx context.Context, queue <-chan item) {
	for {
		select {
		case <-ctx.Done():
			return
		case it := <-queue:
			if it.mark != nil {
				it.mark.pass()
				continue
			}
			m := it.change
			actx, cancel := context.WithTimeout(ctx, pullTimeout) // what is missed is read under the tenant's lock
			known, err := l.replica.Apply(actx, m)
			cancel()
			if err != nil && ctx.Err() == nil {
				// Not applied, so nothing newer is served than what was; the next message or comparison tries again.
				l.log.Warn("change not applied yet", "tenant", m.Tenant, "seq", m.Seq, "err", err)
			}
			if !known {
				l.replica.unknown(m)
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
			if err := l.replica.Compare(cctx); err != nil && ctx.Err() == nil {
				l.log.Warn("heads not compared", "err", err)
			}
			cancel()
		}
	}
}
