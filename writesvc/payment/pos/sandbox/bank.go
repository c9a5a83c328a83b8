package sandbox

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/writesvc/payment/pos"
)

// A Bank is the sandbox bank.
type Bank struct {
	pool   *pgxpool.Pool
	secret func(tenant string) string
	log    *slog.Logger
}

// New returns the bank. secret returns the secret of a tenant's account.
func New(pool *pgxpool.Pool, secret func(tenant string) string, log *slog.Logger) *Bank {
	return &Bank{pool, secret, log}
}

const (
	keepUnpaid = 24 * time.Hour      // an order for which no money was taken
	keepPaid   = 90 * 24 * time.Hour // one that can be refunded
	sweepBatch = 5000                // rows
)

// Sweep deletes old orders. It deletes a bounded number of rows; the next sweep continues.
func (b *Bank) Sweep(ctx context.Context, now time.Time) error {
	if _, err := b.pool.Exec(ctx, `DELETE FROM sandbox_order WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM sandbox_order WHERE created_at < $2 OR created_at < $1 AND captured = 0 LIMIT $3))`,
		now.Add(-keepUnpaid), now.Add(-keepPaid), sweepBatch); err != nil {
		return fmt.Errorf("delete old orders of the sandbox bank: %w", err)
	}
	return nil
}

// An order is a row of the bank's books.
type order struct {
	tenant, id, oid, md, scenario, state string
	card, amount, currency, installment  string
	okURL, failURL, rnd, txn, storeType  string
	captured, refunded                   int64
}

const orderColumns = `tenant_id, id, oid, md, scenario, state, card, amount, currency, installment,
  ok_url, fail_url, rnd, txn, storetype, captured, refunded`

func (o *order) scan(r pgx.Row) error {
	return r.Scan(&o.tenant, &o.id, &o.oid, &o.md, &o.scenario, &o.state, &o.card, &o.amount, &o.currency, &o.installment,
		&o.okURL, &o.failURL, &o.rnd, &o.txn, &o.storeType, &o.captured, &o.refunded)
}

// price is the amount with the code of its currency, or the currency's number if that has no code here.
func (o *order) price() string { return o.amount + " " + cmp.Or(pos.ISOName(o.currency), o.currency) }

// tenantOf returns the tenant of a client id.
func tenantOf(clientID string) string { return strings.TrimPrefix(clientID, "sandbox-") }

func token() (string, error) {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("make a token: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// byMD returns the order whose card md stands for, or nil.
func (b *Bank) byMD(ctx context.Context, tenant, md string) (*order, error) {
	return b.find(ctx, `md = $2`, tenant, md)
}

// byOID returns the last order of a number, or nil. An order for which money was taken comes first.
func (b *Bank) byOID(ctx context.Context, tenant, oid string) (*order, error) {
	return b.find(ctx, `oid = $2 ORDER BY captured > 0 DESC, created_at DESC LIMIT 1`, tenant, oid)
}

func (b *Bank) find(ctx context.Context, which, tenant, arg string) (*order, error) {
	o := &order{}
	sql := `SELECT ` + orderColumns + ` FROM sandbox_order WHERE tenant_id = $1 AND ` + which
	err := o.scan(b.pool.QueryRow(ctx, sql, tenant, arg))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the bank's books: %w", err)
	}
	return o, nil
}
