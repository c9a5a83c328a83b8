package chain

import (
	"context"
	"errors"
	"fmt"

	"vitrine/internal/api"
	"vitrine/writesvc/payment/record"
)

// Refusals that an operator may have to correct. Money is in the tenant's wallet in either case.
var (
	// errUsed: transfers of another amount than a payment's own have no owner that the chain shows. The first payment
	// that names one gets it, for an operator.
	errUsed = refusedCoin("The transaction was used for another payment. If it is yours, contact the shop.")
	// errInvisible: coins that a contract forwards are in no log and in no transaction to the address.
	errInvisible = refusedCoin("The transaction pays nothing to the payment's address itself. " +
		"If a contract or an exchange forwarded the coins, contact the shop.")
)

const (
	noteContested = "claimed by two payments"
	noteInvisible = "transaction without a visible transfer"
)

// drop removes a transaction that cannot be for a payment, so that the reconciler ignores it. It returns why, or the
// error of Postgres.
func (s *Service) drop(ctx context.Context, p *record.Payment, k *CoinRow, hash string, why error) error {
	_, err := s.Pool.Exec(ctx, `WITH p AS (
  UPDATE payment SET ask_at = CASE WHEN EXISTS (SELECT FROM crypto_payment o WHERE o.tenant_id = $1
    AND o.payment_id = $2 AND array_remove(o.named, $3) <> '{}') THEN ask_at END
  WHERE tenant_id = $1 AND id = $2 AND status = ANY ($4) RETURNING id
)
UPDATE crypto_payment k SET named = array_remove(named, $3),
  tx_hash = (array_remove(named, $3))[cardinality(array_remove(named, $3))]
FROM p WHERE k.tenant_id = $1 AND k.payment_id = p.id`, p.Tenant, p.ID, hash, waiting)
	if err != nil {
		return fmt.Errorf("remove the transaction: %w", err)
	}
	return s.doubt(ctx, p, k, hash, why)
}

// doubt leaves a note for an operator if a refusal may be wrong, once for each payment. It returns the refusal.
func (s *Service) doubt(ctx context.Context, p *record.Payment, k *CoinRow, hash string, why error) error {
	var note string
	payments := []string{p.ID}
	switch {
	case errors.Is(why, errInvisible):
		note = noteInvisible
	case errors.Is(why, errUsed):
		// A transfer of exactly another payment's amount belongs to that payment.
		var first string
		if err := s.Pool.QueryRow(ctx, `SELECT coalesce(min(c.payment_id), '') FROM crypto_claim c
JOIN crypto_payment o ON o.tenant_id = c.tenant_id AND o.payment_id = c.payment_id
WHERE c.tenant_id = $1 AND c.chain_id = $2 AND c.tx_hash = $3 AND c.payment_id <> $4 AND c.amount <> o.due`,
			p.Tenant, k.Chain, hash, p.ID).Scan(&first); err != nil {
			return fmt.Errorf("find the other payment: %w", err)
		}
		if first == "" {
			return why
		}
		note, payments = noteContested, append(payments, first)
	default:
		return why
	}
	tag, err := s.Pool.Exec(ctx, `INSERT INTO payment_event (tenant_id, payment_id, event, detail)
SELECT $1, i, $3, jsonb_build_object('tx', $4::text) FROM unnest($2::text[]) i
WHERE NOT EXISTS (SELECT FROM payment_event e WHERE e.tenant_id = $1 AND e.payment_id = i AND e.event = $3)`,
		p.Tenant, payments, note, hash)
	if err != nil {
		return fmt.Errorf("record an event: %w", err)
	}
	if tag.RowsAffected() > 0 {
		s.Log.Error("payment on a chain needs an operator", "tenant", p.Tenant, "payment", p.ID, "reason", note)
	}
	return why
}

func refusedCoin(why string) error {
	return &api.Error{Status: 409, Code: api.PaymentRefused, Message: why}
}

func refused(err error) bool {
	var no *api.Error
	return errors.As(err, &no) && no.Code == api.PaymentRefused
}
