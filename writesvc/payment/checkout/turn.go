package checkout

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"

	"vitrine/writesvc/limit"
	"vitrine/writesvc/web"
)

// Begin runs a transaction that starts a payment. The payments of one network start one after the other, so that each
// is counted before the next. In this process they wait without a connection to Postgres, so that a flood from one
// network occupies at most one.
func (s *Service) Begin(ctx context.Context, rq *web.Request, do func(tx pgx.Tx) error) error {
	if !rq.Client.IsValid() {
		return pgx.BeginFunc(ctx, s.pool, do)
	}
	key := rq.Tenant.ID() + "\x00" + limit.Widest(rq.Client) // the largest network contains the others
	done, err := s.turns.take(ctx, key)
	if err != nil {
		return err
	}
	defer done()
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		sum := sha256.Sum256([]byte("stock\x00" + key))
		number := int64(binary.BigEndian.Uint64(sum[:8])) //nolint:gosec // a hash, of which every value is good
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, number); err != nil {
			return fmt.Errorf("wait for payments of the same network: %w", err)
		}
		return do(tx)
	})
}

// turns are locks by name. A name that nobody holds or waits for takes no memory.
type turns struct {
	mu   sync.Mutex
	held map[string]*turn
}

type turn struct {
	free  chan struct{} // holds one value while nobody has the turn
	users int           // that have the turn or wait for it
}

// take waits for a turn and returns the function that ends it.
func (t *turns) take(ctx context.Context, key string) (done func(), err error) {
	t.mu.Lock()
	if t.held == nil {
		t.held = map[string]*turn{}
	}
	k := t.held[key]
	if k == nil {
		k = &turn{free: make(chan struct{}, 1)}
		k.free <- struct{}{}
		t.held[key] = k
	}
	k.users++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if k.users--; k.users == 0 {
			delete(t.held, key)
		}
	}
	select {
	case <-k.free:
		return func() {
			k.free <- struct{}{}
			leave()
		}, nil
	case <-ctx.Done():
		leave()
		return nil, fmt.Errorf("wait for payments of the same network: %w", ctx.Err())
	}
}
