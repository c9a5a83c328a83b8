package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A Bank is the sandbox bank.
type Bank struct {
	pool *pgxpool.Pool
	keys func(tenant string) (clientID, secret string)
	log  *slog.Logger
}

// New makes the bank. keys are the account that a shop has with it.
func New(pool *pgxpool.Pool, keys func(tenant string) (clientID, secret string), log *slog.Logger) *Bank {
	return &Bank{pool, keys, log}
}

// An order is what the bank's books say of one.
type order struct {
	tenant, id, oid, md, scenario, card, amount, currency, installment, okURL, failURL, rnd, state, txn, storeType string
	captured, refunded                                                                                             int64
}

const orderColumns = `tenant_id, id, oid, md, scenario, card, amount, currency, installment, ok_url, fail_url, rnd, state, txn, storetype, captured, refunded`

func (o *order) scan(r pgx.Row) error {
	return r.Scan(&o.tenant, &o.id, &o.oid, &o.md, &o.scenario, &o.card, &o.amount, &o.currency, &o.installment, &o.okURL, &o.failURL, &o.rnd, &o.state, &o.txn, &o.storeType, &o.captured, &o.refunded)
}

// shopOf is the shop of a client id.
func shopOf(clientID string) string { return strings.TrimPrefix(clientID, "sandbox-") }

func token() (string, error) {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("make a token: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// byMD finds an order by the word that stands for its card, nil if there is none.
func (b *Bank) byMD(ctx context.Context, tenant, md string) (*order, error) {
	return b.find(ctx, `md = $2`, tenant, md)
}

// byOID finds the last order of a number: the one that money was taken for, if there is one.
func (b *Bank) byOID(ctx context.Context, tenant, oid string) (*order, error) {
	return b.find(ctx, `oid = $2 ORDER BY captured > 0 DESC, created_at DESC LIMIT 1`, tenant, oid)
}

func (b *Bank) find(ctx context.Context, which, tenant, arg string) (*order, error) {
	o := &order{}
	err := o.scan(b.pool.QueryRow(ctx, `SELECT `+orderColumns+` FROM sandbox_order WHERE tenant_id = $1 AND `+which, tenant, arg))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the bank's books: %w", err)
	}
	return o, nil
}
