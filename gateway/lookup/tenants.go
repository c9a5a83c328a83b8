package lookup

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/wire"
)

// Load reads all tenants, and joins each to the cache at the change number of the same snapshot.
func (l *Lookup) Load(ctx context.Context) error {
	heads, err := l.dir.Load(ctx, l.cfg.Pool)
	if err != nil {
		return err
	}
	for id, h := range heads {
		l.replica.Join(wire.Head{Tenant: id, Epoch: h.Epoch, Seq: h.Seq})
	}
	return nil
}

const reloadTimeout = 2 * time.Second

// Reload reads a tenant again after a change of the tenant itself, or if the tenant is new. If that fails, the tenant
// is pending: requests wait until it was read.
func (l *Lookup) Reload(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), reloadTimeout)
	defer cancel()
	if err := l.reload(ctx, id); err != nil {
		l.cfg.Log.Warn("tenant not reloaded; requests wait until it is", "tenant", id, "err", err)
		l.pending.add(id)
	}
}

// Connected reports whether entries may be served without a query to Postgres: the replica is connected, and no
// tenant is pending. at is the machine's time (clock.Clock.Machine).
func (l *Lookup) Connected(at time.Time) bool {
	return !l.replica.DisconnectedAt(at) && l.pending.n.Load() == 0
}

const verifyTimeout = time.Second

// Verify makes an untrusted cache current: it applies every change committed before the call, and reloads the pending
// tenants. It takes at most 1 s.
func (l *Lookup) Verify() error {
	ctx, cancel := context.WithTimeout(context.Background(), verifyTimeout)
	defer cancel()
	if l.replica.Disconnected() {
		if err := l.replica.Verify(ctx); err != nil {
			return err
		}
	}
	return l.pending.settle(ctx, l.reload)
}

// reload reads a tenant again. The tenant joins the cache before it appears in the directory, so that every tenant of
// the directory is in the cache. A deleted tenant joins too.
func (l *Lookup) reload(ctx context.Context, id string) error {
	if l.replica.Tenant(id) == nil {
		h, err := l.cfg.Source.Head(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		l.replica.Join(h)
	}
	_, _, err := l.dir.Refresh(ctx, l.cfg.Pool, id)
	return err
}

// pending are the tenants that changed and could not be reloaded.
type pending struct {
	n   atomic.Int64
	mu  sync.Mutex
	ids map[string]bool
}

func (p *pending) add(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ids == nil {
		p.ids = map[string]bool{}
	}
	p.ids[id] = true
	p.n.Store(int64(len(p.ids)))
}

// settle reloads the pending tenants.
func (p *pending) settle(ctx context.Context, reload func(context.Context, string) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id := range p.ids {
		if err := reload(ctx, id); err != nil {
			return err
		}
		delete(p.ids, id)
		p.n.Store(int64(len(p.ids)))
	}
	return nil
}
