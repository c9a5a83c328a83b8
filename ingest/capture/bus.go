package capture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"vitrine/internal/wire"
)

const (
	window    = 256         // messages sent before acknowledgements are awaited
	ackWait   = time.Second // after it, a message counts as refused
	maxStream = 256 << 20   // size of the stream in bytes; Postgres is the log, and the stream only transport
)

// errBusDown means that NATS is not connected. Nothing was sent or buffered.
var errBusDown = errors.New("not connected to NATS")

// A Bus publishes messages to the stream.
type Bus struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	replicas int
	ready    bool // the stream existed at the last attempt
}

// NewBus makes a bus. A NATS cluster keeps replicas copies of its stream.
func NewBus(conn *nats.Conn, replicas int) (*Bus, error) {
	js, err := jetstream.New(conn,
		jetstream.WithPublishAsyncMaxPending(2*window), jetstream.WithPublishAsyncTimeout(ackWait))
	if err != nil {
		return nil, fmt.Errorf("use JetStream: %w", err)
	}
	return &Bus{conn: conn, js: js, replicas: replicas}, nil
}

// ensure creates or updates the stream.
func (b *Bus) ensure(ctx context.Context) error {
	if b.ready {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, ackWait)
	defer cancel()
	_, err := b.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:        wire.Stream,
		Description: "The tags that tenants' changes invalidate, and updated records. Created by the ingest worker.",
		Subjects:    []string{wire.AllChanges},
		Storage:     jetstream.FileStorage,
		Retention:   jetstream.LimitsPolicy,
		Discard:     jetstream.DiscardOld,
		MaxAge:      time.Hour,
		MaxBytes:    maxStream,
		Duplicates:  2 * time.Minute,
		Replicas:    b.replicas,
	})
	if err != nil {
		return fmt.Errorf("create stream %s: %w", wire.Stream, err)
	}
	b.ready = true
	return nil
}

// publish sends messages in order, a window at a time, and reports which of them the stream accepted. After an error,
// messages behind the first refused one may have been accepted. They may be sent again, as receivers ignore repeated
// messages.
func (b *Bus) publish(ctx context.Context, msgs []wire.Message) (taken []bool, err error) {
	taken = make([]bool, len(msgs))
	for start := 0; start < len(msgs) && err == nil; start += window {
		end := min(start+window, len(msgs))
		err = b.send(ctx, msgs[start:end], taken[start:end])
		if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
			// The stream was deleted, or lost with the server's disk: send creates it again.
			err = b.send(ctx, msgs[start:end], taken[start:end])
		}
	}
	return taken, err
}

// send sends one window and waits for the acknowledgements.
func (b *Bus) send(ctx context.Context, msgs []wire.Message, taken []bool) error {
	if !b.conn.IsConnected() {
		b.ready = false
		return errBusDown
	}
	if err := b.ensure(ctx); err != nil {
		return err
	}
	acks := make([]jetstream.PubAckFuture, len(msgs))
	var failed error
	for i, m := range msgs {
		if taken[i] {
			continue
		}
		data, err := b.encode(m)
		if err != nil {
			return err
		}
		out := &nats.Msg{Subject: wire.Subject(m.Tenant), Data: data, Header: nats.Header{}}
		out.Header.Set(jetstream.MsgIDHeader, messageID(m))
		acks[i], err = b.js.PublishMsgAsync(out, jetstream.WithRetryAttempts(0), jetstream.WithExpectStream(wire.Stream))
		if err != nil {
			failed = err
			break
		}
	}
	deadline := time.NewTimer(ackWait)
	defer deadline.Stop()
	for i, ack := range acks {
		if ack == nil {
			continue
		}
		select {
		case <-ack.Ok():
			taken[i] = true
		case err := <-ack.Err():
			failed = errors.Join(failed, err)
		case <-deadline.C:
			b.ready = false // without a stream nothing answers, because gateways subscribe to the subject too
			return errors.Join(failed, nats.ErrTimeout)
		}
	}
	if failed != nil {
		b.ready = false // the stream may be missing or replaced
		return fmt.Errorf("publish changes: %w", failed)
	}
	return nil
}

// encode renders a message. If it exceeds the server's limit, the record is left out, and then the tags are replaced
// by one that invalidates the whole tenant.
func (b *Bus) encode(m wire.Message) ([]byte, error) {
	data, err := m.Encode()
	if m.Inlined != nil && (err != nil || int64(len(data)) > b.conn.MaxPayload()) {
		m.Inlined = nil
		data, err = m.Encode()
	}
	if err == nil && int64(len(data)) > b.conn.MaxPayload() {
		m.Tags = Everything(m.Tenant)
		data, err = m.Encode()
	}
	return data, err
}

// messageID identifies a message for the server, which drops duplicates for two minutes. It names the first change
// too, because a message with more changes than another is no duplicate of it.
func messageID(m wire.Message) string {
	return m.Epoch + ":" + m.Tenant + ":" + strconv.FormatUint(m.Prev, 10) + "-" + strconv.FormatUint(m.Seq, 10)
}

// beat sends a heartbeat.
func (b *Bus) beat(beat wire.Beat) error {
	if !b.conn.IsConnected() {
		return errBusDown
	}
	if len(beat.Heads) > wire.MaxBeatHeads {
		beat.Heads, beat.Overflow = nil, true
	}
	data, err := json.Marshal(beat)
	if err != nil {
		return err
	}
	return b.conn.Publish(wire.BeatSubject, data)
}

// Heartbeat sends heartbeats until ctx is done, as long as Current holds. Each lists the changes published since the
// last.
func (r *Relay) Heartbeat(ctx context.Context, leader string, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for n := uint64(1); ; {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if !r.Current(now) {
				r.stats.BeatsHeld.Add(1) // gateways detect the gap and read from Postgres
				continue
			}
			err := r.bus.beat(wire.Beat{Leader: leader, Number: n, At: now, Heads: r.published.take()})
			n++ // also after a failure: the gap shows that its heads are lost
			if err != nil {
				r.stats.BeatsHeld.Add(1)
				continue
			}
			r.stats.Beats.Add(1)
		}
	}
}

const maxNews = 1000 // maximum News of one message, which is limited in size

// PublishNews publishes news. A gateway that misses it finds the same facts in Postgres.
func PublishNews(conn *nats.Conn, all []wire.News) {
	for news := range slices.Chunk(all, maxNews) {
		if data, err := json.Marshal(news); err == nil && conn.IsConnected() {
			_ = conn.Publish(wire.NewsSubject, data)
		}
	}
}
