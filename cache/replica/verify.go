package replica

import (
	"context"
	"sync"
	"time"

	"vitrine/internal/wire"
)

// A puller reads the missing changes of all tenants from Postgres, for callers of Verify. One pull runs at a time. A
// caller waits for a pull that started after the call, because an earlier one may have missed a change that the caller
// relies on.
type puller struct {
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

// Verify returns once every change that was committed before the call is applied. Otherwise it returns an error, and
// entries must not be served as fresh.
func (r *Replica) Verify(ctx context.Context) error {
	err := r.catchUp(ctx)
	if err == nil || ctx.Err() == nil {
		r.Stats.Verified.Add(1)
	}
	if err != nil {
		r.Stats.Unverified.Add(1)
	}
	return err
}

// catchUp is Verify without its statistics.
func (r *Replica) catchUp(ctx context.Context) error {
	p := r.puller.join()
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// join returns a pull that starts now or later.
func (v *puller) join() *pull {
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

// run pulls for p, then for callers that arrived meanwhile, until there are none.
func (v *puller) run(p *pull) {
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

// pullAll applies the missing changes of all tenants.
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

// Compare reads all heads from Postgres and lets the tenants that are behind catch up. It finds a lost message that no
// other message of its tenant followed.
func (r *Replica) Compare(ctx context.Context) error {
	heads, err := r.cfg.Source.Heads(ctx)
	if err != nil {
		return err
	}
	return r.reach(ctx, heads, min(r.cfg.Grace, compareGrace))
}

// reach lets the tenants that are behind a head catch up. All of them wait for the bus together, up to wait. The
// changes that the bus has not delivered by then are read from Postgres.
func (r *Replica) reach(ctx context.Context, heads []wire.Head, wait time.Duration) error {
	grace, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for _, h := range heads {
		t := r.Tenant(h.Tenant)
		if t == nil {
			r.unknown(wire.Message{Epoch: h.Epoch, Tenant: h.Tenant, Seq: h.Seq, Tags: []string{tenantTag(h.Tenant)}})
			continue
		}
		if !r.Disconnected() {
			t.await(grace, h.Epoch, h.Seq, nil)
		}
		if err := t.pull(ctx, h.Epoch, h.Seq); err != nil {
			return err
		}
	}
	return nil
}

// unknown passes on a change of a tenant that has not joined, which may be a new tenant.
func (r *Replica) unknown(m wire.Message) {
	if r.cfg.Changed != nil {
		r.cfg.Changed(nil, m)
	}
}
