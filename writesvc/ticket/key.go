package ticket

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/secret"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/keywrap"
	"vitrine/writesvc/web"
)

// KeyPurpose is the purpose of the stored keys of tickets.
const KeyPurpose = "ticket"

// mostKeys is how many keys of a tenant are tried, the newest first. More than one is usable during a rotation.
const mostKeys = 16

// key returns the tenant's newest key that a given secret opens. If there is none, it makes one.
func (s *Service) key(ctx context.Context, tx pgx.Tx, tenant string, now time.Time,
) (kid string, key ed25519.PrivateKey, err error) {
	rows, err := tx.Query(ctx, `SELECT id, public, wrapped FROM ticket_key WHERE tenant_id = $1 AND retired_at IS NULL
ORDER BY created_at DESC, id DESC LIMIT $2`, tenant, mostKeys)
	if err != nil {
		return "", nil, fmt.Errorf("find the key of tickets: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (keywrap.Pair, error) {
		var id string
		var public, wrapped []byte
		err := r.Scan(&id, &public, &wrapped)
		return StoredKey(tenant, id, public, wrapped), err
	})
	if err != nil {
		return "", nil, fmt.Errorf("find the key of tickets: %w", err)
	}
	for _, p := range all {
		key, err := s.cfg.Keys.Private(p)
		if err == nil {
			return p.Owner.Name, key, nil
		}
		if !errors.Is(err, keywrap.ErrNoSecret) {
			return "", nil, fmt.Errorf("open the key %s of tickets: %w", p.Owner.Name, err)
		}
	}
	if err := tx.QueryRow(ctx, `SELECT object_id()`).Scan(&kid); err != nil {
		return "", nil, fmt.Errorf("name a key: %w", err)
	}
	p, key, err := s.cfg.Keys.NewPair(keywrap.Owner{Purpose: KeyPurpose, Tenant: tenant, Name: kid})
	if err != nil {
		return "", nil, err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO ticket_key (tenant_id, id, public, wrapped, created_at)
VALUES ($1, $2, $3, $4, $5)`, tenant, kid, []byte(p.Public), p.Wrapped, now); err != nil {
		return "", nil, fmt.Errorf("keep a key: %w", err)
	}
	return kid, key, nil
}

// StoredKey returns the pair of a row of the table ticket_key.
func StoredKey(tenant, kid string, public, wrapped []byte) keywrap.Pair {
	return keywrap.Pair{
		Owner: keywrap.Owner{Purpose: KeyPurpose, Tenant: tenant, Name: kid}, Public: public, Wrapped: wrapped,
		Derive: func(key []byte) (ed25519.PrivateKey, error) { return derived(key, tenant, kid), nil },
	}
}

// derived returns the private key that older versions derived from the secret.
func derived(key []byte, tenant, kid string) ed25519.PrivateKey {
	own := secret.MAC(key)
	own.Write([]byte("ticket"))
	h := secret.MAC(own.Sum(nil))
	h.Write([]byte("ticket\x00" + tenant + "\x00" + kid))
	return ed25519.NewKeyFromSeed(h.Sum(nil))
}

// Keys handles GET /event/tickets/keys: the tenant's public keys, for gates that verify tickets offline. Keys that no
// longer sign are part of it, because tickets that they signed are still valid.
func (s *Service) Keys(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	rows, err := s.pool.Query(ctx, `SELECT id, public, retired_at FROM ticket_key WHERE tenant_id = $1
ORDER BY created_at DESC, id`,
		rq.Tenant.ID())
	if err != nil {
		return nil, fmt.Errorf("read keys: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (k writeapi.TicketKey, err error) {
		var public []byte
		err = r.Scan(&k.Kid, &public, &k.RetiredAt)
		if k.RetiredAt != nil {
			*k.RetiredAt = k.RetiredAt.UTC()
		}
		k.Alg, k.Public = "Ed25519", base64.RawURLEncoding.EncodeToString(public)
		return k, err
	})
	if err != nil {
		return nil, fmt.Errorf("read keys: %w", err)
	}
	if all == nil {
		all = []writeapi.TicketKey{}
	}
	return web.OK(all), nil
}
