package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/evm"
)

var errAnother = refusedCoin("Another transaction was seen for this payment.")

// more is asked about a second transaction for a payment: it was paid twice, or the rest of what was short came after all. What it pays is
// taken into the books once it lies deep, and waits for a person: it buys nothing more, and is not forgotten.
func (s *chains) more(ctx context.Context, p *row, first *coinRow, hash string) error {
	k := *first
	k.hash = hash
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), authorizeTimeout)
	defer cancel()
	seen, err := s.look(ctx, p, &k)
	if err != nil {
		return s.silent(p, err)
	}
	if !seen.Mined || seen.Depth < k.depth {
		return errAnother
	}
	ours, sum, err := s.match(ctx, s.pool, p, &k, seen)
	if err != nil {
		return err
	}
	worth := writeapi.Money(evm.Worth(int64(p.amount), sum, k.due, int64(writeapi.MaxMoney)))
	if worth == 0 || seen.At.Before(p.created.Add(-before)) {
		return errAnother
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		now, err := find(ctx, tx, p.tenant, p.id, "FOR UPDATE")
		if err != nil {
			return err
		}
		if now == nil || now.status == Confirming || waits(now.status) {
			return errAnother // the first is not settled yet
		}
		var known bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM crypto_claim WHERE tenant_id = $1 AND payment_id = $2 AND tx_hash = $3)`, p.tenant, p.id, hash).Scan(&known); err != nil {
			return fmt.Errorf("see what came before: %w", err)
		}
		if known {
			return errMoved
		}
		if err := s.claimOnce(ctx, tx, p, &k, ours); err != nil {
			return err
		}
		if worth > writeapi.MaxMoney-now.captured {
			worth = writeapi.MaxMoney - now.captured
		}
		// Where all had gone back already this is for a person alone: the payment has ended.
		if _, err := tx.Exec(ctx, `UPDATE payment SET captured = captured + $3 WHERE tenant_id = $1 AND id = $2
AND status IN ('succeeded', 'partially_refunded', 'underpaid', 'overpaid', 'review')`, p.tenant, p.id, worth); err != nil {
			return fmt.Errorf("write down what came: %w", err)
		}
		if err := note(ctx, tx, p, "paid again", sighted(seen, &k, sum)); err != nil {
			return err
		}
		return s.settle.tell(ctx, tx, p, "payment-review", "")
	})
	if errors.Is(err, errMoved) {
		return nil // it is in the books already
	}
	if err == nil {
		s.log.Error("money on a chain needs a person", "tenant", p.tenant, "payment", p.id, "reason", "paid again")
		s.settle.announce()
	}
	return err
}
