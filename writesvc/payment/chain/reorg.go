package chain

import (
	"context"
	"fmt"
	"math/big"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/evm"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
)

// reorged detaches a transaction that left the chain. The payment waits for it, or for another one, again.
func (s *Service) reorged(ctx context.Context, p *record.Payment, k *CoinRow) error {
	now := s.cfg.Now()
	s.Log.Warn("transaction left the chain before it was final", "tenant", p.Tenant, "payment", p.ID)
	return pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		until := now.Add(settings.DefaultQuote)
		if p.Expires.After(until) {
			until = p.Expires
		}
		ok, err := record.Apply(ctx, tx, p, record.MoveReorg, record.Change{Expires: until, AskAt: now.Add(s.cfg.AskAfter),
			Detail: map[string]any{"tx": k.hash}})
		if err != nil || !ok {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM crypto_claim WHERE tenant_id = $1 AND payment_id = $2`, p.Tenant,
			p.ID); err != nil {
			return fmt.Errorf("release the transfer: %w", err)
		}
		_, err = tx.Exec(ctx, `UPDATE crypto_payment SET block_number = NULL, block_hash = NULL, confirmed = 0, received = 0
WHERE tenant_id = $1 AND payment_id = $2`, p.Tenant, p.ID)
		return err
	})
}

// An aside is money on a chain that an operator must decide about.
type aside struct {
	move   record.Move
	reason string
	sum    *big.Int
	also   func(tx pgx.Tx) error // nil, or more work in the same transaction
}

// setAside keeps money for an operator: it does not match what is due. The stock is released. The operator returns the
// coins with the tenant's own keys and records that with vitrine payment refund.
func (s *Service) setAside(ctx context.Context, p *record.Payment, k *CoinRow, a aside) error {
	worth := writeapi.Money(evm.Worth(int64(p.Amount), a.sum, k.due, int64(writeapi.MaxMoney)))
	err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		ok, err := record.Apply(ctx, tx, p, a.move, record.Change{Reason: a.reason, Captured: worth, Final: s.cfg.Now(),
			Detail: map[string]any{"amount": evm.Decimal(a.sum, k.Decimals), "asset": k.Asset}})
		if err != nil || !ok {
			return err
		}
		if a.also != nil {
			if err := a.also(tx); err != nil {
				return err
			}
		}
		if err := basket.Release(ctx, tx, p.Tenant, p.ID); err != nil {
			return err
		}
		return s.Settle.Notify(ctx, tx, p, "payment-review", "")
	})
	if err == nil {
		s.Log.Error("payment on a chain needs an operator", "tenant", p.Tenant, "payment", p.ID, "reason", a.reason)
		s.Settle.Announce()
	}
	return err
}

// lookBack watches the block of a delivered payment until it is final.
func (s *Service) lookBack(ctx context.Context, p *record.Payment, k *CoinRow, seen evm.Transaction) error {
	_, sum, err := s.match(ctx, s.Pool, p, k, seen)
	if err != nil && !refused(err) {
		return err
	}
	now := s.cfg.Now()
	if !seen.Mined || err != nil || sum.Cmp(k.due) != 0 {
		if k.block == "" { // the reorganization was noted already
			if now.After(p.Created.Add(followFor)) {
				_, err = s.Pool.Exec(ctx, `UPDATE payment SET ask_at = NULL WHERE tenant_id = $1 AND id = $2`, p.Tenant, p.ID)
				return err
			}
			return nil
		}
		s.Log.Error("transaction of a delivered payment left the chain", "tenant", p.Tenant, "payment", p.ID)
		return pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
			if err := record.Note(ctx, tx, p, reasonReorged+" after delivery", map[string]any{"tx": k.hash}); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `UPDATE crypto_payment SET block_number = NULL, block_hash = NULL, confirmed = 0
WHERE tenant_id = $1 AND payment_id = $2`, p.Tenant, p.ID)
			return err
		})
	}
	next := record.When(now.Add(s.cfg.AskAfter))
	if seen.Depth >= max(2*k.Depth, LeastDeep) {
		next = nil
	}
	_, err = s.Pool.Exec(ctx, `WITH p AS (UPDATE payment SET ask_at = $3 WHERE tenant_id = $1 AND id = $2 RETURNING id)
UPDATE crypto_payment k SET block_number = $4, block_hash = $5, confirmed = $6 FROM p WHERE k.tenant_id = $1
AND k.payment_id = p.id`,
		p.Tenant, p.ID, next, seen.Block, seen.BlockHash, seen.Depth)
	return err
}
