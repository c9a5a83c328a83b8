package capture

import (
	"context"
	"time"

	"vitrine/internal/run"
	"vitrine/internal/trace"
	"vitrine/internal/wire"
)

// A sending is changes that were sent to the bus, until its answers have been taken.
type sending struct {
	planned []Planned
	msgs    []wire.Message
	spans   []*trace.Span
	polled  int64         // when the poll that found them had ended, as in Relay
	done    chan struct{} // closed when the bus has answered
	taken   []bool        // the messages that the bus accepted; after done
	err     error         // after done
}

// publish publishes planned changes, which are ordered by tenant, and moves the cursors of those that the bus
// accepted. The tenants of the others are behind. A single message carries the inlined record.
func (r *Relay) publish(planned []Planned, inlined *wire.Inlined) {
	r.send(planned, inlined)
	r.settle()
}

// send sends planned changes as publish does, but leaves the answers of the bus to settle. Only one sending is under
// way.
func (r *Relay) send(planned []Planned, inlined *wire.Inlined) {
	r.settle()
	msgs := merge(nil, planned)
	if len(msgs) == 1 {
		msgs[0].Inlined = inlined
	}
	s := &sending{planned: planned, msgs: msgs, spans: r.trace(msgs, planned), polled: r.polled.Load(),
		done: make(chan struct{})}
	r.sent = s
	go func() {
		defer close(s.done)
		s.taken, s.err = r.bus.publish(context.Background(), msgs) // limits its time by itself
	}()
}

// settle waits for the answers of the bus to what was sent, if anything was.
func (r *Relay) settle() {
	s := r.sent
	if s == nil {
		return
	}
	<-s.done
	r.sent = nil
	for i, span := range s.spans {
		if !s.taken[i] {
			span.Fail()
		}
		span.End()
	}
	now := time.Now()
	published := make([]wire.Head, 0, len(s.msgs))
	for i, m := range s.msgs {
		if !s.taken[i] || r.behind[m.Tenant] { // after a refused message, no later one of its tenant counts
			r.behind[m.Tenant] = true
			r.stats.Retried.Add(1)
			continue
		}
		c := r.cursors[m.Tenant]
		c.Epoch, c.Seq = m.Epoch, m.Seq
		r.dirty[m.Tenant] = true
		h := wire.Head{Tenant: m.Tenant, Epoch: m.Epoch, Seq: m.Seq}
		r.published.add(h)
		published = append(published, h)
		r.stats.Messages.Add(1)
		if !m.At.Before(r.clock.At(r.cfg.Made)) {
			r.stats.Lag.add(max(0, r.clock.At(now).Sub(m.At)))
		}
	}
	for i := range s.planned {
		p := &s.planned[i]
		if c := r.cursors[p.Tenant]; c.Epoch != p.Epoch || p.Seq > c.Seq {
			continue
		}
		r.stats.Changes.Add(1)
		if r.cfg.Planned != nil {
			r.cfg.Planned(p, now)
		}
	}
	if r.cfg.Published != nil { // after Planned
		for _, h := range published {
			r.cfg.Published(h)
		}
	}
	if s.err != nil {
		r.refused(s.err, now)
		r.behindSince.CompareAndSwap(0, s.polled)
		r.noteBehind()
		return
	}
	if r.retry > 0 {
		r.cfg.Log.Info("bus accepts changes again")
	}
	r.retry = 0
}

// rest pauses, and settles what was sent as soon as the bus has answered.
func (r *Relay) rest(ctx context.Context, pause time.Duration) {
	began := time.Now()
	if r.sent != nil {
		over := time.NewTimer(pause)
		defer over.Stop()
		select {
		case <-r.sent.done:
			r.settle()
		case <-over.C:
		case <-ctx.Done():
		}
	}
	run.Pause(ctx, pause-time.Since(began))
}

// trace starts the traces of messages, as far as they are recorded, and notes them in messages and planned changes. A
// planned change has the trace of the message that carries it.
func (r *Relay) trace(msgs []wire.Message, planned []Planned) []*trace.Span {
	if r.cfg.Trace == nil {
		return nil
	}
	spans := make([]*trace.Span, len(msgs))
	next := 0 // of planned, which has the order of the messages
	for i := range msgs {
		m := &msgs[i]
		span := r.cfg.Trace.Begin("publish change")
		span.Set(trace.Tenant, m.Tenant)
		span.Count(trace.Change, int64(m.Seq)) //nolint:gosec // Postgres counts in int64
		span.Count(trace.Tags, int64(len(m.Tags)))
		m.Trace, spans[i] = span.Header(), span
		for ; next < len(planned) && carries(m, &planned[next]); next++ {
			planned[next].Trace = m.Trace
		}
	}
	return spans
}

// carries reports whether the next planned change belongs to a message.
func carries(m *wire.Message, s *Planned) bool {
	return s.Tenant == m.Tenant && s.Epoch == m.Epoch && s.Seq <= m.Seq
}

// refused postpones the next attempt to publish, longer each time.
func (r *Relay) refused(err error, now time.Time) {
	if r.retry == 0 {
		r.cfg.Log.Warn("bus refuses changes; gateways read them from Postgres meanwhile", "err", err)
	}
	r.retry = min(max(2*r.retry, minRetry), maxRetry)
	r.retryAt = now.Add(r.retry)
}
