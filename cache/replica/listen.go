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

// A Listener applies the messages of the bus to a replica. It subscribes to the subjects of changes and uses no
// JetStream consumer. The replica checks continuity itself (Message.Prev) and reads what is missing from Postgres, so
// that a consumer would only add a hop. An ordered consumer also stops without an error if its stream is recreated.
type Listener struct {
	replica *Replica
	conn    *nats.Conn
	log     *slog.Logger

	last wire.Beat // the last processed heartbeat; only follow uses it

	mu     sync.Mutex
	cancel context.CancelFunc
	subs   []*nats.Subscription
	wg     sync.WaitGroup
}

const (
	appliers     = 4    // goroutines that apply changes, each the tenants of its shard in order
	inBuffer     = 4096 // received messages; the connection drops further ones, which leaves a gap
	applyBuffer  = 4096 // messages of one applier; further ones are dropped, which leaves a gap
	beatBuffer   = 64   // heartbeats
	compareEvery = time.Second
	compareGrace = 250 * time.Millisecond // shorter than Config.Grace: the message of a compared head may be lost
	beatGrace    = 10 * time.Millisecond  // the changes of a heartbeat were sent before it, and are applied or lost
)

// NewListener makes a listener, which Start starts.
func NewListener(r *Replica, conn *nats.Conn, log *slog.Logger) *Listener {
	return &Listener{replica: r, conn: conn, log: log}
}

// Start subscribes and returns. Repeated calls have no effect.
func (l *Listener) Start(context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	in := make(chan *nats.Msg, inBuffer)
	if err := l.subscribe(in); err != nil {
		cancel()
		return fmt.Errorf("subscribe to changes: %w", err)
	}
	queues := make([]chan item, appliers)
	for i := range queues {
		queues[i] = make(chan item, applyBuffer)
		l.wg.Go(func() { l.apply(ctx, queues[i]) })
	}
	beats := make(chan received, beatBuffer)
	l.wg.Go(func() { l.sort(ctx, in, queues, beats) })
	l.wg.Go(func() { l.follow(ctx, beats) })
	l.wg.Go(func() { l.compare(ctx) })
	l.wg.Go(func() { l.watch(ctx) })
	l.cancel = cancel
	return nil
}

// subscribe directs all messages into one channel, so that a heartbeat stays behind the changes sent before it.
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
		_ = s.Unsubscribe() // fails if the connection is closed, which does no harm
	}
	l.subs = nil
}

// Stop unsubscribes and waits until the appliers have stopped. Repeated calls have no effect.
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

// An item of an applier's queue is a change, or the mark of a heartbeat that was received after the changes before it.
type item struct {
	change wire.Message
	mark   *mark
}

// A mark passes through all queues, behind the items that are in them.
type mark struct {
	left atomic.Int32  // queues that it has not passed
	done chan struct{} // closed when it has passed all
}

func (m *mark) pass() {
	if m.left.Add(-1) == 0 {
		close(m.done)
	}
}

// A received heartbeat.
type received struct {
	wire.Beat
	at   int64 // when it was received
	mark *mark
}

// sort distributes messages to the appliers, and heartbeats to follow.
func (l *Listener) sort(ctx context.Context, in <-chan *nats.Msg, queues []chan item, beats chan<- received) {
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

// take passes a message to the applier of its tenant. It never blocks. If the queue is full, the message is dropped.
// The next message, or a comparison of heads, finds the gap.
func (l *Listener) take(data []byte, queues []chan item) {
	m, err := wire.Decode(data)
	if err != nil {
		l.log.Error("invalid change message", "err", err)
		return
	}
	h := fnv.New32a()
	h.Write([]byte(m.Tenant))
	select {
	case queues[h.Sum32()%appliers] <- item{change: m}:
	default:
	}
}

// takeBeat never blocks. If a queue is full, the changes that it dropped are read when the heartbeat is processed. If
// too many heartbeats wait, this one is dropped, and its missing number shows that.
func (l *Listener) takeBeat(data []byte, queues []chan item, beats chan<- received) {
	b := received{at: l.replica.since(), mark: &mark{done: make(chan struct{})}} // however long the rest takes
	if err := json.Unmarshal(data, &b.Beat); err != nil {
		l.log.Error("invalid heartbeat", "err", err)
		return
	}
	b.mark.left.Store(int32(len(queues))) //nolint:gosec // four
	for _, q := range queues {
		select {
		case q <- item{mark: b.mark}:
		default:
			b.mark.pass()
		}
	}
	select {
	case beats <- b:
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
			actx, cancel := context.WithTimeout(ctx, pullTimeout) // a pull holds the tenant's lock
			known, err := l.replica.Apply(actx, m)
			cancel()
			if err != nil && ctx.Err() == nil { // the next message or comparison tries again
				l.log.Warn("change not applied", "tenant", m.Tenant, "seq", m.Seq, "err", err)
			}
			if !known {
				l.replica.unknown(m)
			}
		}
	}
}

// follow processes heartbeats in order, each after the changes that were received before it.
func (l *Listener) follow(ctx context.Context, beats <-chan received) {
	for {
		select {
		case <-ctx.Done():
			return
		case b := <-beats:
			l.process(ctx, b)
		}
	}
}

// process renews the lease once every change that a heartbeat lists is applied. After a gap between heartbeats, an
// expired lease or a change of leader, it renews the lease only once the replica has caught up with Postgres.
func (l *Listener) process(ctx context.Context, b received) {
	next := b.Leader == l.last.Leader && b.Number == l.last.Number+1
	ctx, cancel := context.WithTimeout(ctx, pullTimeout)
	defer cancel()
	select {
	case <-b.mark.done:
	case <-ctx.Done(): // the changes that are not applied are read, or the lease is not renewed
	}
	var err error
	if next && !b.Overflow && !l.replica.Disconnected() {
		err = l.replica.reach(ctx, b.Heads, beatGrace)
	} else {
		err = l.replica.Compare(ctx)
	}
	if err != nil {
		l.last = wire.Beat{}
		l.log.Warn("heartbeat ignored: changes are missing", "err", err)
		return
	}
	l.last = b.Beat
	l.replica.lease.renew(b.at)
}

// watch tells readers that wait for a change whether the bus may bring it. Without it they would wait until the lease
// expires.
func (l *Listener) watch(ctx context.Context) {
	changed := l.conn.StatusChanged()
	defer l.conn.RemoveStatusListener(changed)
	for {
		l.replica.bus.set(l.conn.Status() != nats.CONNECTED)
		select {
		case <-ctx.Done():
			return
		case _, ok := <-changed:
			if !ok {
				return
			}
		}
	}
}

// compare compares heads with Postgres every second, to find a lost message that no other message followed.
func (l *Listener) compare(ctx context.Context) {
	tick := time.NewTicker(compareEvery)
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
