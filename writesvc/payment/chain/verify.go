package chain

import (
	"context"
	"fmt"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/evm"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// VerifyCrypto handles POST /payment/crypto/{paymentId}/verify. It looks for the transaction that the customer names.
// Only what the chain shows counts. A transaction that is not in a block yet is stored, and the reconciler looks for
// it.
func (s *Service) VerifyCrypto(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.VerifyCrypto
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	hash, ok := evm.Hash(in.TxHash)
	if !ok {
		return nil, web.Wrong("txHash", "Must be 0x and 64 hexadecimal digits.")
	}
	if err := s.Limits.Request(ctx, rq, rq.Tenant.ID(), limit.ChainVerify, s.cfg.StartLimit); err != nil {
		return nil, err
	}
	p, err := s.Checkout.Own(ctx, rq, rq.HTTP.PathValue("paymentId"), settings.OnChain)
	if err != nil {
		return nil, err
	}
	return s.Keys.Once(ctx, rq, "crypto verify", p.ID, func(string) (*web.Answer, string, error) {
		p, err := s.verify(ctx, p, hash, in.ChainID)
		if err != nil {
			return nil, "", err
		}
		v, err := s.Checkout.View(ctx, p)
		if err == nil {
			v.Crypto, err = s.viewCoin(ctx, p)
		}
		return web.OK(v), p.ID, err
	})
}

func (s *Service) verify(ctx context.Context, p *record.Payment, hash string, chain int64) (*record.Payment, error) {
	k, err := readCoin(ctx, s.Pool, p, "")
	if err != nil {
		return nil, err
	}
	if chain != 0 && chain != int64(k.Chain) {
		return nil, web.Wrong("chainId", "The payment is on another chain.") // the chain was chosen at the start
	}
	if !Waits(p.Status) && k.hash == hash {
		return s.Settle.Current(ctx, p, s.follow(ctx, p, hash))
	}
	if !Waits(p.Status) {
		return s.Settle.Current(ctx, p, s.doubt(ctx, p, k, hash, s.more(ctx, p, k, hash)))
	}
	// Stored before the chain is asked, so the reconciler continues after a crash or if no node answers. It is added to
	// the transactions that were named before: one of them may be in a block soon.
	tag, err := s.Pool.Exec(ctx, `WITH p AS (
  UPDATE payment SET ask_at = $4 WHERE tenant_id = $1 AND id = $2 AND status = ANY ($5) RETURNING id
)
UPDATE crypto_payment k SET tx_hash = $3, named = array_remove(named, $3) || $3::text FROM p
WHERE k.tenant_id = $1 AND k.payment_id = p.id AND cardinality(array_remove(named, $3)) < $6`, p.Tenant, p.ID, hash,
		s.cfg.Now().Add(s.cfg.AskAfter), waiting, maxNamed)
	if err != nil {
		return nil, fmt.Errorf("store the transaction: %w", err)
	}
	if err = s.follow(ctx, p, hash); refused(err) {
		err = s.drop(ctx, p, k, hash, err)
	}
	if p, err = s.Settle.Current(ctx, p, err); err == nil && tag.RowsAffected() == 0 && Waits(p.Status) {
		return nil, errManyNamed
	}
	return p, err
}

// maxNamed is how many transactions without a block a payment looks for; see crypto_payment_named_few.
const maxNamed = 8

var errManyNamed = refusedCoin(
	"Too many transactions were named for this payment. Name this one once it is in a block.")
