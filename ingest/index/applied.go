package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"vitrine/internal/wire"
	"vitrine/search"
)

// Limits of the wait for gateways.
const (
	shortWait = 500 * time.Millisecond // of the changes of several tenants; a tenant that is late goes on apart
	longWait  = 20 * time.Second       // of those of one: longer than the leader waits for a gateway that is stuck
	lookEvery = time.Second            // how often Postgres is asked meanwhile whether the tenants are still the same
)

// errEnded is the error of work whose results no longer count.
var errEnded = errors.New("a tenant was deleted or has begun a new epoch meanwhile")

// heads are the last changes that snapshots show, by tenant.
type heads map[string]wire.Head

// add adds the head of a snapshot, which may be older than another one.
func (h heads) add(head wire.Head) {
	if was := h[head.Tenant]; was.Epoch != head.Epoch || was.Seq < head.Seq {
		h[head.Tenant] = head
	}
}

// late waits until every gateway has applied the changes up to some heads, and returns the heads that are not applied
// by then.
func (x *Indexer) late(ctx context.Context, h heads, wait time.Duration) heads {
	if len(h) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	late := heads{}
	for _, head := range x.cfg.Applied(ctx, slices.Collect(maps.Values(h))) {
		late[head.Tenant] = head
	}
	return late
}

// applied returns once every gateway has applied the changes up to some heads. No gateway applies those of a tenant
// that was deleted, or that has begun a new epoch. They are an error.
func (x *Indexer) applied(ctx context.Context, h heads) error {
	for end := time.Now().Add(longWait); ; {
		if h = x.late(ctx, h, lookEvery); len(h) == 0 {
			return nil
		}
		same, err := x.same(ctx, h)
		switch {
		case err != nil:
			return err
		case !same:
			return errEnded
		case time.Now().After(end):
			return fmt.Errorf("the changes of %d tenants are not applied by every gateway", len(h))
		}
	}
}

// same reports whether the tenants exist, in the epochs of their heads.
func (x *Indexer) same(ctx context.Context, h heads) (same bool, err error) {
	var tenants, epochs []string
	for _, head := range h {
		tenants, epochs = append(tenants, head.Tenant), append(epochs, head.Epoch)
	}
	err = x.cfg.Pool.QueryRow(ctx, `
SELECT count(*) = cardinality($1::text[])
FROM unnest($1::text[], $2::text[]) AS w(tenant_id, epoch)
JOIN tenant_seq s ON s.tenant_id = w.tenant_id AND s.epoch::text = w.epoch`, tenants, epochs).Scan(&same)
	if err != nil {
		return false, fmt.Errorf("look at the epochs of tenants: %w", err)
	}
	return same, nil
}

// without removes what belongs to some tenants.
func (l *loaded) without(tenants heads) {
	l.docs = slices.DeleteFunc(l.docs, func(d search.Doc) bool { return tenants[d.Tenant].Tenant != "" })
	l.gone = slices.DeleteFunc(l.gone, func(r search.Ref) bool { return tenants[r.Tenant].Tenant != "" })
}
