package cache

import (
	"context"
	"sync"
	"time"

	"vitrine/internal/wire"
)

// verifier pulls missing changes of all tenants from Postgres on behalf of readers while the bus is silent. One pull is in flight at a
// time, and a reader waits for one that started after the reader arrived: an earlier one may not have seen what the reader may rely on.
type verifier struct {
	cache   *Cache
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
func (c *Cache) Verify(ctx context.Context) error {
	err := c.follow(ctx)
	if err == nil || ctx.Err() == nil {
		c.Stats.Verified.Add(1)
	}
	if err != nil {
		c.Stats.Unverified.Add(1)
	}
	return err
}

// follow is Verify for whoever is no reader.
func (c *Cache) follow(ctx context.Context) error {
	p := c.verify.join()
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
		p.err = v.cache.pullAll(ctx)
		cancel()
		close(p.done)
		v.mu.Lock()
		p, v.waiting = v.waiting, nil
		v.running = p
		v.mu.Unlock()
	}
}

// pullAll applies what all tenants missed.
func (c *Cache) pullAll(ctx context.Context) error {
	var after []wire.Head
	c.tenants.Range(func(id, t any) bool {
		at := t.(*Tenant).Snapshot()
		after = append(after, wire.Head{Tenant: id.(string), Epoch: at.Epoch, Seq: at.Seq})
		return true
	})
	msgs, err := c.cfg.Source.Missing(ctx, after)
	if err != nil {
		return err
	}
	return c.applyAll(ctx, msgs)
}

// Compare reads where all tenants stand in Postgres and lets those that are behind catch up. It is what notices a change whose message
// was lost and not followed by another.
func (c *Cache) Compare(ctx context.Context) error {
	heads, err := c.cfg.Source.Heads(ctx)
	if err != nil {
		return err
	}
	return c.reach(ctx, heads, min(c.cfg.Grace, compareGrace))
}

// reach lets tenants that are behind a head catch up: all of them wait for the bus at once, for a moment, and for what it has not brought by then Postgres is
// asked.
func (c *Cache) reach(ctx context.Context, heads []wire.Head, moment time.Duration) error {
	grace, cancel := context.WithTimeout(ctx, moment)
	defer cancel()
	for _, h := range heads {
		t := c.Tenant(h.Tenant)
		if t == nil {
			c.unknown(wire.Message{Epoch: h.Epoch, Tenant: h.Tenant, Seq: h.Seq, Tags: []string{tenantTag(h.Tenant)}})
			continue
		}
		if !c.Silent() {
			t.await(grace, h.Epoch, h.Seq)
		}
		if err := t.pull(ctx, h.Epoch, h.Seq); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cache) applyAll(ctx context.Context, msgs []wire.Message) error {
	for _, m := range msgs {
		known, err := c.Apply(ctx, m)
		if err != nil {
			return err
		}
		if !known {
			c.unknown(m)
		}
	}
	return nil
}

// unknown hands on a change of a tenant that has not joined: it may be new.
func (c *Cache) unknown(m wire.Message) {
	if c.cfg.Changed != nil {
		c.cfg.Changed(nil, m)
	}
}
