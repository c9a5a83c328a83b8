package chain

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/evm"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settle"
)

var errAnother = refusedCoin("Another transaction was already found for this payment.")

// more handles a second transaction for a payment: the payment was paid twice, or the missing rest arrived. Once the
// transaction is deep enough, its money is recorded for an operator. It buys nothing more.
func (s *Service) more(ctx context.Context, p *record.Payment, first *CoinRow, hash string) error {
	k := *first
	k.hash = hash
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settle.BankTimeout)
	defer cancel()
	seen, err := s.look(ctx, p, &k)
	if err != nil {
		return s.unavailable(p, err)
	}
	if !seen.Mined || seen.Depth < k.Depth {
		return errAnother
	}
	ours, sum, err := s.match(ctx, s.Pool, p, &k, seen)
	if err != nil {
		return err
	}
	worth := writeapi.Money(evm.Worth(int64(p.Amount), sum, k.due, int64(writeapi.MaxMoney)))
	if worth == 0 || seen.At.Before(p.Created.Add(-before)) {
		return errAnother
	}
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		now, err := record.Find(ctx, tx, p.Tenant, p.ID, "FOR UPDATE")
		if err != nil {
			return err
		}
		if now == nil || now.Status == record.Confirming || Waits(now.Status) {
			return errAnother // the first transaction is not settled yet
		}
		var known bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM crypto_claim WHERE tenant_id = $1 AND payment_id = $2
AND tx_hash = $3)`, p.Tenant, p.ID, hash).Scan(&known); err != nil {
			return fmt.Errorf("find earlier transactions: %w", err)
		}
		if known {
			return errOvertaken
		}
		if err := s.claimOnce(ctx, tx, p, &k, ours); err != nil {
			return err
		}
		if worth > writeapi.MaxMoney-now.Captured {
			worth = writeapi.MaxMoney - now.Captured
		}
		// A payment that was refunded completely has ended. Only the note remains for the operator.
		if _, err := tx.Exec(ctx, `UPDATE payment SET captured = captured + $3 WHERE tenant_id = $1 AND id = $2
AND status IN ('succeeded', 'partially_refunded', 'underpaid', 'overpaid', 'review')`, p.Tenant, p.ID,
			worth); err != nil {
			return fmt.Errorf("write down what came: %w", err)
		}
		if err := record.Note(ctx, tx, p, "paid again", described(seen, &k, sum)); err != nil {
			return err
		}
		return s.Settle.Notify(ctx, tx, p, "payment-review", "")
	})
	if errors.Is(err, errOvertaken) {
		return nil // recorded already
	}
	if err == nil {
		s.Log.Error("payment on a chain needs an operator", "tenant", p.Tenant, "payment", p.ID, "reason", "paid again")
		s.Settle.Announce()
	}
	return err
}
