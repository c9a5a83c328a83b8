package replica

import (
	"context"
	"sync"
	"time"

	"vitrine/internal/wire"
)

// verifier pulls missing changes of all tenants from Postgres on behalf of readers while the bus is silent. One pull is in flight at a
// time, and a reader waits for one that started after the reader arrived: an earlier one may not have seen what the reader may rely on.
type verifier struct {
	replica *Replica
	mu      sync.Mutex
	running *pull
	waiting *pull
}

type pull struct {
	done chan struct{}
	err  error
}

const pullTimeout = 2 * time.Second

// Verify returns once everything committed before the call is applied, or says why that could not be made sure.
func (r *Replica) Verify(ctx context.Context) error {
	err := r.follow(ctx)
	if err == nil || ctx.Err() == nil {
		r.Stats.Verified.Add(1)
	}
	if err != nil {
		r.Stats.Unverified.Add(1)
	}
	return err
}

// follow is Verify for whoever is no reader.
func (r *Replica) follow(ctx context.Context) error {
	p := r.verifier.join()
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (v *verifier) join() *pull {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.running == nil {
		v.running = &pull{done: make(chan struct{})}
		go v.run(v.running)
		return v.running
	}
	if v.waiting == nil {
		v.waiting = &pull{done: make(chan struct{})}
	}
	return v.waiting
}

// run pulls for p, then for those who came meanwhile, until nobody waits.
func (v *verifier) run(p *pull) {
	for p != nil {
		ctx, cancel := context.WithTimeout(context.Background(), pullTimeout)
		p.err = v.replica.pullAll(ctx)
		cancel()
		close(p.done)
		v.mu.Lock()
		p, v.waiting = v.waiting, nil
		v.running = p
		v.mu.Unlock()
	}
}

// pullAll applies what all tenants missed.
func (r *Replica) pullAll(ctx context.Context) error {
	var after []wire.Head
	r.tenants.Range(func(id, t any) bool {
		at := t.(*Tenant).Snapshot()
		after = append(after, wire.Head{Tenant: id.(string), Epoch: at.Epoch, Seq: at.Seq})
		return true
	})
	msgs, err := r.cfg.Source.Missing(ctx, after)
	if err != nil {
		return err
	}
	return r.applyAll(ctx, msgs)
}

// Compare reads where all tenants stand in Postgres and lets those that are behind catch up. It is what notices a change whose message
// was lost and not followed by another.
func (r *Replica) Compare(ctx context.Context) error {
	heads, err := r.cfg.Source.Heads(ctx)
	if err != nil {
		return err
	}
	return r.reach(ctx, heads, min(r.cfg.Grace, compareGrace))
}

// reach lets tenants that are behind a head catch up: all of them wait for the bus at once, for a moment, and for what it has not brought by then Postgres is
// asked.
func (r *Replica) reach(ctx context.Context, heads []wire.Head, moment time.Duration) error {
	grace, cancel := context.WithTimeout(ctx, moment)
	defer cancel()
	for _, h := range heads {
		t := r.Tenant(h.Tenant)
		if t == nil {
			r.unknown(wire.Message{Epoch: h.Epoch, Tenant: h.Tenant, Seq: h.Seq, Tags: []string{tenantTag(h.Tenant)}})
			continue
		}
		if !r.Disconnected() {
			t.await(grace, h.Epoch, h.Seq)
		}
		if err := t.pull(ctx, h.Epoch, h.Seq); err != nil {
			return err
		}
	}
	return nil
}

func (r *Replica) applyAll(ctx context.Context, msgs []wire.Message) error {
	for _, m := range msgs {
		known, err := r.Apply(ctx, m)
		if err != nil {
			return err
		}
		if !known {
			r.unknown(m)
		}
	}
	return nil
}

// unknown hands on a change of a tenant that has not joined: it may be new.
func (r *Replica) unknown(m wire.Message) {
	if r.cfg.Changed != nil {
		r.cfg.Changed(nil, m)
	}
}
