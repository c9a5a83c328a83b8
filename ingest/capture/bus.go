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
	window    = 256         // messages on their way at once
	ackWait   = time.Second // after which a message counts as not taken
	maxStream = 256 << 20   // bytes the stream keeps; Postgres is the log, this is transport
)

// errBusDown means that NATS is not connected. Nothing was sent, and nothing waits in a buffer.
var errBusDown = errors.New("not connected to NATS")

// A Bus puts messages on the stream and knows which of them it took.
type Bus struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	replicas int
	ready    bool // the stream was there when we last looked
}

// NewBus makes a bus whose stream has so many replicas.
func NewBus(conn *nats.Conn, replicas int) (*Bus, error) {
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncMaxPending(2*window), jetstream.WithPublishAsyncTimeout(ackWait))
	if err != nil {
		return nil, fmt.Errorf("use JetStream: %w", err)
	}
	return &Bus{conn: conn, js: js, replicas: replicas}, nil
}

// ensure makes the stream, if it is not there as it should be.
func (b *Bus) ensure(ctx context.Context) error {
	if b.ready {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, ackWait)
	defer cancel()
	_, err := b.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:        wire.Stream,
		Description: "What tenants' changes touched, and records as they made them. Made by the ingest worker.",
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
		return fmt.Errorf("make stream %s: %w", wire.Stream, err)
	}
	b.ready = true
	return nil
}

// publish sends messages in order, a window at a time, and reports which of them the stream took. An error means that not all were;
// those after the first that was not may have been, and may be sent again: receivers drop what they know.
func (b *Bus) publish(ctx context.Context, msgs []wire.Message) (taken []bool, err error) {
	taken = make([]bool, len(msgs))
	for start := 0; start < len(msgs) && err == nil; start += window {
		end := min(start+window, len(msgs))
		err = b.send(ctx, msgs[start:end], taken[start:end])
		if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
			// The stream is lost with the server's disk, or was deleted: send makes it again.
			err = b.send(ctx, msgs[start:end], taken[start:end])
		}
	}
	return taken, err
}

// send sends one window and waits for what becomes of it.
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
		if acks[i], err = b.js.PublishMsgAsync(out, jetstream.WithRetryAttempts(0), jetstream.WithExpectStream(wire.Stream)); err != nil {
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
			b.ready = false // without a stream there is no answer at all, since gateways hear the subject too
			return errors.Join(failed, nats.ErrTimeout)
		}
	}
	if failed != nil {
		b.ready = false // it may be gone, or another has taken its place
		return fmt.Errorf("publish changes: %w", failed)
	}
	return nil
}

// encode renders a message. One the server would refuse for its size says less, and reaches further; a record that makes it so, or cannot be rendered, stays behind.
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

// messageID names a message for the server, which drops doubles for two minutes. It says where the message begins: one that spans
// more than another must not pass for it.
func messageID(m wire.Message) string {
	return m.Epoch + ":" + m.Tenant + ":" + strconv.FormatUint(m.Prev, 10) + "-" + strconv.FormatUint(m.Seq, 10)
}

// beat tells gateways that the drain leads and has nothing to tell them that it has not told.
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

// Heartbeat tells gateways that they hear all there is to hear, as long as that is so, and what that was, lest something was lost.
func (d *Relay) Heartbeat(ctx context.Context, leader string, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for n := uint64(1); ; {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if !d.Current(now) {
				d.stats.BeatsHeld.Add(1) // gateways notice, and ask Postgres
				continue
			}
			err := d.bus.beat(wire.Beat{Leader: leader, Number: n, At: now, Heads: d.told.take()})
			n++ // what a beat that failed would have told is missed with it
			if err != nil {
				d.stats.BeatsHeld.Add(1)
				continue
			}
			d.stats.Beats.Add(1)
		}
	}
}

const mostNews = 1000 // of one message, which has a limit

// PublishNews publishes what gateways may like to know, together. Who does not hear it finds it in Postgres.
func PublishNews(conn *nats.Conn, all []wire.News) {
	for news := range slices.Chunk(all, mostNews) {
		if data, err := json.Marshal(news); err == nil && conn.IsConnected() {
			_ = conn.Publish(wire.NewsSubject, data)
		}
	}
}
