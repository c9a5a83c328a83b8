package rewrap

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
	"vitrine/writesvc/auth/token"
	"vitrine/writesvc/keywrap"
	"vitrine/writesvc/ticket"
)

// A kind is a table of stored keys.
type kind struct {
	name string
	// page selects tenant, name, public and wrapped of the usable keys after $1 (tenant) and $2 (name), at most $3.
	page    string
	update  string // stores $3 as the wrapped form of the key $1, $2
	abandon string // ends the use of the key $1, $2, which no secret opens, at $3
	bare    bool   // the key has no public half
	pair    func(tenant, name string, public, wrapped []byte) keywrap.Pair
}

// kinds are all stored keys. The pages are ordered by tenant and name.
var kinds = []kind{
	{
		name: "ticket keys",
		page: `SELECT tenant_id, id, public, wrapped FROM ticket_key
WHERE (tenant_id, id) > ($1, $2) AND retired_at IS NULL ORDER BY tenant_id, id LIMIT $3`,
		update:  `UPDATE ticket_key SET wrapped = $3 WHERE tenant_id = $1 AND id = $2`,
		abandon: `UPDATE ticket_key SET wrapped = NULL, retired_at = $3 WHERE tenant_id = $1 AND id = $2`,
		pair:    ticket.StoredKey,
	},
	{
		name: "access token keys",
		page: `SELECT '', kid, public, wrapped FROM token_key WHERE ('', kid) > ($1, $2)
AND (trusted_until IS NULL OR trusted_until > now()) ORDER BY kid LIMIT $3`,
		update:  `UPDATE token_key SET wrapped = $3 WHERE $1 = '' AND kid = $2`,
		abandon: `UPDATE token_key SET trusted_until = $3 WHERE $1 = '' AND kid = $2`,
		pair: func(_, name string, public, wrapped []byte) keywrap.Pair {
			return token.StoredKey(name, public, wrapped)
		},
	},
	{
		name: "service keys", bare: true,
		page: `SELECT '', name, NULL::bytea, wrapped FROM service_key WHERE ('', name) > ($1, $2)
ORDER BY name LIMIT $3`,
		update:  `UPDATE service_key SET wrapped = $3 WHERE $1 = '' AND name = $2`,
		abandon: `DELETE FROM service_key WHERE $1 = '' AND name = $2 AND $3::timestamptz IS NOT NULL`,
		pair: func(_, name string, _, wrapped []byte) keywrap.Pair {
			return keywrap.Pair{Owner: keywrap.Owner{Purpose: keywrap.ServicePurpose, Name: name}, Wrapped: wrapped}
		},
	},
}

// batch is how many keys are read, or changed in one transaction.
const batch = 100

// A state is how a stored key is protected.
type state int

const (
	current state = iota // by the current secret
	older                // by another given secret, or derived from a given one
	lost                 // by no given secret
)

// open returns the key of a pair and its state. A damaged key is an error.
func open(ring *keywrap.Ring, k kind, p keywrap.Pair) (key []byte, s state, err error) {
	if k.bare {
		key, err = ring.Open(p.Owner, p.Wrapped)
	} else if private, perr := ring.Private(p); perr == nil {
		key = private.Seed()
	} else {
		err = perr
	}
	switch {
	case errors.Is(err, keywrap.ErrNoSecret):
		return nil, lost, nil
	case err != nil:
		return nil, lost, fmt.Errorf("%s: %s %s: %w", k.name, p.Owner.Tenant, p.Owner.Name, err)
	}
	if id, err := keywrap.WrappedBy(p.Wrapped); err == nil && id == ring.CurrentID() {
		return key, current, nil
	}
	return key, older, nil
}

// A position is a key in the order of its kind.
type position struct{ tenant, name string }

// read returns the next keys of a kind after a position.
func (k kind) read(ctx context.Context, tx pgx.Tx, after position, lock bool) ([]keywrap.Pair, error) {
	sql := k.page
	if lock {
		sql += ` FOR UPDATE`
	}
	rows, err := tx.Query(ctx, sql, after.tenant, after.name, batch)
	if err != nil {
		return nil, fmt.Errorf("read the %s: %w", k.name, err)
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (keywrap.Pair, error) {
		var tenant, name string
		var public, wrapped []byte
		err := r.Scan(&tenant, &name, &public, &wrapped)
		return k.pair(tenant, name, public, wrapped), err
	})
	if err != nil {
		return nil, fmt.Errorf("read the %s: %w", k.name, err)
	}
	return all, nil
}

// each calls f with every usable key of a kind, each batch in a transaction of its own.
func (k kind) each(ctx context.Context, db Beginner, lock bool,
	f func(tx pgx.Tx, p keywrap.Pair) error, done func() error) error {
	var after position
	for {
		n := 0
		err := pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
			all, err := k.read(ctx, tx, after, lock)
			if err != nil {
				return err
			}
			n = len(all)
			for _, p := range all {
				if err := f(tx, p); err != nil {
					return err
				}
				after = position{p.Owner.Tenant, p.Owner.Name}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := done(); err != nil || n < batch {
			return err
		}
	}
}

// A Beginner is a pool or a connection.
type Beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// retire ends the signing of all keys of tickets; the next ticket of each tenant makes a new key.
func retire(ctx context.Context, db postgres.DB, now time.Time) (int64, error) {
	tag, err := db.Exec(ctx, `UPDATE ticket_key SET wrapped = NULL, retired_at = $1 WHERE retired_at IS NULL`, now)
	if err != nil {
		return 0, fmt.Errorf("retire the keys of tickets: %w", err)
	}
	return tag.RowsAffected(), nil
}
