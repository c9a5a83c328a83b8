package payment

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/evm"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/web"
)

const (
	before        = time.Minute    // a block's clock may be so far behind ours
	followFor     = 24 * time.Hour // for so long after its time a payment's transaction is looked for
	leastDeep     = 64             // at this depth, or at twice that of the settings, nobody looks again
	reasonLate    = "late"
	reasonSecond  = "paid_otherwise"
	reasonUnder   = "underpaid"
	reasonOver    = "overpaid"
	reasonReorged = "reorged"
)

// VerifyCrypto answers POST /payment/crypto/{paymentId}/verify: it looks for the transaction that the customer names. What he says decides
// nothing; what the chain shows does. A transaction that is not in a block yet is remembered, and the reconciler looks for it from then on.
func (s *chains) VerifyCrypto(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.VerifyCrypto
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	hash, ok := evm.Hash(in.TxHash)
	if !ok {
		return nil, web.Wrong("txHash", "It takes 0x and 64 hexadecimal digits.")
	}
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), "verify on a chain", s.cfg.StartLimit); err != nil {
		return nil, err
	}
	p, err := s.checkout.own(ctx, rq, rq.HTTP.PathValue("paymentId"), onChain)
	if err != nil {
		return nil, err
	}
	return s.keys.once(ctx, rq, "crypto verify", func(string) (*web.Answer, string, error) {
		p, err := s.verify(ctx, p, hash, in.ChainID)
		if err != nil {
			return nil, "", err
		}
		v, err := s.checkout.view(ctx, p)
		if err == nil {
			v.Crypto, err = s.viewCoin(ctx, p)
		}
		return web.OK(v), p.id, err
	})
}

func (s *chains) verify(ctx context.Context, p *row, hash string, chain int64) (*row, error) {
	k, err := readCoin(ctx, s.pool, p, "")
	if err != nil {
		return nil, err
	}
	if chain != 0 && chain != int64(k.chain) {
		return nil, web.Wrong("chainId", "The payment is on another chain.") // which one was settled at its start
	}
	if waits(p.status) {
		// Remembered before the chain is asked: whoever dies meanwhile, or a node that does not answer, leaves it to the reconciler.
		if _, err := s.pool.Exec(ctx, `WITH p AS (
  UPDATE payment SET ask_at = $4 WHERE tenant_id = $1 AND id = $2 AND status = ANY ($5) RETURNING id
)
UPDATE crypto_payment k SET tx_hash = $3 FROM p WHERE k.tenant_id = $1 AND k.payment_id = p.id`, p.tenant, p.id, hash, s.cfg.Now().Add(s.cfg.AskAfter), waiting); err != nil {
			return nil, fmt.Errorf("remember the transaction: %w", err)
		}
	} else if k.hash != hash {
		return s.settle.current(ctx, p, s.more(ctx, p, k, hash))
	}
	err = s.follow(ctx, p)
	if refused(err) {
		// It is not for this payment, and will not be: it is forgotten, so that the reconciler does not come back to it.
		if _, ferr := s.pool.Exec(ctx, `WITH p AS (
  UPDATE payment SET ask_at = NULL WHERE tenant_id = $1 AND id = $2 AND status = ANY ($4) RETURNING id
)
UPDATE crypto_payment k SET tx_hash = NULL FROM p WHERE k.tenant_id = $1 AND k.payment_id = p.id AND k.tx_hash = $3`, p.tenant, p.id, hash, waiting); ferr != nil {
			return nil, fmt.Errorf("forget the transaction: %w", ferr)
		}
	}
	return s.settle.current(ctx, p, err)
}

// waiting are the statuses in which a payment on a chain may still be seen.
var waiting = []Status{Pending, Expired, Cancelled}

func waits(s Status) bool { return s == Pending || s == Expired || s == Cancelled }

func refusedCoin(why string) error {
	return &api.Error{Status: 409, Code: api.PaymentRefused, Message: why}
}

func refused(err error) bool {
	var no *api.Error
	return errors.As(err, &no) && no.Code == api.PaymentRefused
}

// look asks a chain about a payment's transaction. One node that answers is enough, but for large sums, where two must say the same: a node
// that lies alone gets nothing.
func (s *chains) look(ctx context.Context, p *row, k *coinRow) (evm.Sight, error) {
	c, err := s.settings.of(ctx, p.tenant)
	if err != nil {
		return evm.Sight{}, err
	}
	var chain Chain
	if c.Crypto != nil {
		for _, n := range c.Crypto.Chains {
			if n.ID == k.chain {
				chain = n
			}
		}
	}
	nodes, err := s.settings.nodes(chain)
	if err != nil {
		return evm.Sight{}, err
	}
	if len(nodes) == 0 {
		return evm.Sight{}, fmt.Errorf("the settings do not name chain %d any more", k.chain)
	}
	var said []evm.Sight
	var errs []error
	for _, n := range nodes {
		seen, err := n.Look(ctx, k.chain, k.hash, k.address)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		said = append(said, seen)
		if !k.two {
			return seen, nil
		}
		if len(said) == 2 {
			if !said[0].Agree(said[1]) {
				return evm.Sight{}, errors.New("two nodes do not say the same")
			}
			said[0].Depth = min(said[0].Depth, said[1].Depth)
			return said[0], nil
		}
	}
	return evm.Sight{}, fmt.Errorf("too few nodes answer: %w", errors.Join(errs...))
}

// follow looks where a payment's transaction stands, and does what follows from that. It may be called again, by any number of processes.
func (s *chains) follow(ctx context.Context, p *row) error {
	k, err := readCoin(ctx, s.pool, p, "")
	if err != nil || k.hash == "" {
		return err
	}
	if !waits(p.status) && p.status != Confirming && p.status != Succeeded {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), authorizeTimeout)
	defer cancel()
	seen, err := s.look(ctx, p, k)
	if err != nil {
		return s.silent(p, err)
	}
	switch {
	case p.status == Succeeded:
		return s.lookBack(ctx, p, k, seen)
	case p.status == Confirming:
		return s.confirm(ctx, p, k, seen)
	case !seen.Mined:
		return nil
	}
	return s.sight(ctx, p, k, seen)
}

// silent is the answer to who asked about a payment on a chain that does not answer.
func (s *chains) silent(p *row, err error) error {
	s.log.Warn("a chain has not answered: nobody knows how a payment stands", "tenant", p.tenant, "payment", p.id, "err", err)
	return &api.Error{Status: 503, Code: api.Unavailable, Message: "The chain does not answer. Ask again in a moment: what was paid is not lost.", Cause: err, RetryAfter: 5}
}

// match is what of a transaction is for this payment: the transfer of exactly its sum or, where there is none, all that no other payment waits for.
func (s *chains) match(ctx context.Context, db basket.DB, p *row, k *coinRow, seen evm.Sight) ([]evm.Transfer, *big.Int, error) {
	if seen.Failed {
		return nil, nil, refusedCoin("The transaction failed on the chain: it paid nothing.")
	}
	var ours []evm.Transfer
	sum := new(big.Int)
	others := false
	for _, t := range seen.Transfers {
		if t.Token != k.token {
			others = true
			continue
		}
		if t.Amount.Cmp(k.due) == 0 {
			return []evm.Transfer{t}, t.Amount, nil
		}
		var foreign bool
		if err := db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM crypto_payment WHERE alone AND chain_id = $1 AND token = $2 AND address = $3 AND due = $4::text::numeric AND (tenant_id, payment_id) <> ($5, $6))`,
			k.chain, k.token, k.address, t.Amount.String(), p.tenant, p.id).Scan(&foreign); err != nil {
			return nil, nil, fmt.Errorf("see whom a transfer is for: %w", err)
		}
		if !foreign {
			ours = append(ours, t)
			sum.Add(sum, t.Amount)
		}
	}
	switch {
	case len(ours) > 0:
		return ours, sum, nil
	case others:
		return nil, nil, refusedCoin("The transaction pays in another coin.")
	case len(seen.Transfers) > 0:
		return nil, nil, refusedCoin("The transaction pays for something else.")
	}
	return nil, nil, refusedCoin("The transaction pays nothing to the payment's address.")
}

// sight binds a transaction that lies in a block to a payment that waits for one.
func (s *chains) sight(ctx context.Context, p *row, k *coinRow, seen evm.Sight) error {
	ours, sum, err := s.match(ctx, s.pool, p, k, seen)
	if err != nil {
		return err
	}
	if seen.At.Before(p.created.Add(-before)) {
		return refusedCoin("The transaction is older than the payment.")
	}
	if evm.Worth(int64(p.amount), sum, k.due, int64(writeapi.MaxMoney)) == 0 {
		return refusedCoin("The transaction pays too little to be counted.")
	}
	found, reason := finding{seen, ours, sum}, reasonLate
	if !seen.At.After(p.expires.Add(before)) {
		err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
			ok, err := move(ctx, tx, p, moveSee, change{askAt: s.cfg.Now().Add(s.cfg.AskAfter), detail: sighted(seen, k, sum)})
			if err != nil || !ok {
				return err
			}
			return s.claimCoins(ctx, tx, p, k, found)
		})
		var dup *pgconn.PgError
		switch {
		case errors.As(err, &dup) && dup.ConstraintName == "payment_one_live":
			reason = reasonSecond // the basket is being paid, or was, in another way: this money waits for a person
		case err != nil:
			return err
		default:
			if err := s.settle.step("seen", p.id); err != nil {
				return err
			}
			if p, err = s.settle.current(ctx, p, nil); err != nil || p.status != Confirming {
				return err // another was faster
			}
			return s.follow(ctx, p)
		}
	}
	if seen.Depth < k.depth {
		return nil // the reconciler comes back to it
	}
	return s.setAside(ctx, p, k, aside{moveReview, reason, found.sum, func(tx pgx.Tx) error {
		return s.claimCoins(ctx, tx, p, k, found)
	}})
}

// sighted is what is noted of a sight.
func sighted(seen evm.Sight, k *coinRow, sum *big.Int) map[string]any {
	return map[string]any{"tx": k.hash, "block": seen.Block, "from": seen.From, "amount": evm.Decimal(sum, k.decimals), "asset": k.asset}
}

// A finding is what a chain shows of a payment's transaction: the transfers that count for the payment, and their sum.
type finding struct {
	seen evm.Sight
	ours []evm.Transfer
	sum  *big.Int
}

// claimCoins takes transfers for a payment, each of which counts once in all shops, and writes down where they were seen.
func (s *chains) claimCoins(ctx context.Context, tx pgx.Tx, p *row, k *coinRow, f finding) error {
	if _, err := tx.Exec(ctx, `DELETE FROM crypto_claim WHERE tenant_id = $1 AND payment_id = $2`, p.tenant, p.id); err != nil {
		return fmt.Errorf("take the transfer: %w", err)
	}
	if err := s.claimOnce(ctx, tx, p, k, f.ours); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE crypto_payment SET tx_hash = $3, block_number = $4, block_hash = $5, confirmed = $6, received = $7::text::numeric WHERE tenant_id = $1 AND payment_id = $2`,
		p.tenant, p.id, k.hash, f.seen.Block, f.seen.BlockHash, f.seen.Depth, f.sum.String())
	return err
}

func (s *chains) claimOnce(ctx context.Context, tx pgx.Tx, p *row, k *coinRow, ours []evm.Transfer) error {
	for _, t := range ours {
		_, err := tx.Exec(ctx, `INSERT INTO crypto_claim (tenant_id, payment_id, chain_id, tx_hash, log_index, amount) VALUES ($1, $2, $3, $4, $5, $6::text::numeric)`,
			p.tenant, p.id, k.chain, k.hash, t.Index, t.Amount.String())
		var dup *pgconn.PgError
		if errors.As(err, &dup) && dup.ConstraintName == "crypto_claim_once" {
			return refusedCoin("The transaction was used for another payment.")
		}
		if err != nil {
			return fmt.Errorf("take the transfer: %w", err)
		}
	}
	return nil
}

// confirm waits until a payment's block lies deep enough, and settles it then.
func (s *chains) confirm(ctx context.Context, p *row, k *coinRow, seen evm.Sight) error {
	ours, sum, err := s.match(ctx, s.pool, p, k, seen)
	switch {
	case !seen.Mined || refused(err):
		return s.reorged(ctx, p, k)
	case err != nil:
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		now, err := find(ctx, tx, p.tenant, p.id, "FOR UPDATE")
		if err != nil || now == nil || now.status != Confirming {
			return errors.Join(err, errMoved)
		}
		if seen.BlockHash != k.block {
			if err := note(ctx, tx, p, reasonReorged, sighted(seen, k, sum)); err != nil {
				return err
			}
			return s.claimCoins(ctx, tx, p, k, finding{seen, ours, sum})
		}
		_, err = tx.Exec(ctx, `UPDATE crypto_payment SET confirmed = $3 WHERE tenant_id = $1 AND payment_id = $2`, p.tenant, p.id, seen.Depth)
		return err
	})
	if errors.Is(err, errMoved) {
		return nil // another was faster
	}
	if err != nil || seen.Depth < k.depth {
		return err
	}
	switch sum.Cmp(k.due) {
	case -1:
		return s.setAside(ctx, p, k, aside{moveShort, reasonUnder, sum, nil})
	case 1:
		return s.setAside(ctx, p, k, aside{moveExceed, reasonOver, sum, nil})
	}
	txn := k.hash + ":" + strconv.Itoa(ours[0].Index)
	err = s.settle.approved(ctx, p, pos.Outcome{State: pos.Approved, Txn: txn, Amount: p.amount, Currency: p.currency})
	if errors.Is(err, errStranded) {
		return s.soldOut(ctx, p)
	}
	return err
}

var errMoved = errors.New("the payment has moved on")

// reorged lets go of a transaction that left the chain: the payment waits for it, or for another, once more.
func (s *chains) reorged(ctx context.Context, p *row, k *coinRow) error {
	now := s.cfg.Now()
	s.log.Warn("a chain took a transaction back before it was final", "tenant", p.tenant, "payment", p.id)
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		until := now.Add(defaultQuote)
		if p.expires.After(until) {
			until = p.expires
		}
		ok, err := move(ctx, tx, p, moveReorg, change{expires: until, askAt: now.Add(s.cfg.AskAfter), detail: map[string]any{"tx": k.hash}})
		if err != nil || !ok {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM crypto_claim WHERE tenant_id = $1 AND payment_id = $2`, p.tenant, p.id); err != nil {
			return fmt.Errorf("let go of the transfer: %w", err)
		}
		_, err = tx.Exec(ctx, `UPDATE crypto_payment SET block_number = NULL, block_hash = NULL, confirmed = 0, received = 0 WHERE tenant_id = $1 AND payment_id = $2`, p.tenant, p.id)
		return err
	})
}

// An aside is money on a chain that an operator must decide about.
type aside struct {
	move   Move
	reason string
	sum    *big.Int
	also   func(tx pgx.Tx) error // nil, or more for the same transaction
}

// setAside keeps money for a person to decide about: it came, and is not what was waited for. Its stock is given back. Whoever sends coins
// back does so with his own keys, and writes it down with vitrine payment refund.
func (s *chains) setAside(ctx context.Context, p *row, k *coinRow, a aside) error {
	worth := writeapi.Money(evm.Worth(int64(p.amount), a.sum, k.due, int64(writeapi.MaxMoney)))
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ok, err := move(ctx, tx, p, a.move, change{reason: a.reason, captured: worth, final: s.cfg.Now(),
			detail: map[string]any{"amount": evm.Decimal(a.sum, k.decimals), "asset": k.asset}})
		if err != nil || !ok {
			return err
		}
		if a.also != nil {
			if err := a.also(tx); err != nil {
				return err
			}
		}
		if err := basket.Release(ctx, tx, p.tenant, p.id); err != nil {
			return err
		}
		return s.settle.tell(ctx, tx, p, "payment-review", "")
	})
	if err == nil {
		s.log.Error("money on a chain needs a person", "tenant", p.tenant, "payment", p.id, "reason", a.reason)
		s.settle.announce()
	}
	return err
}

// lookBack watches the block of a payment that was delivered until nothing can take it back any more.
func (s *chains) lookBack(ctx context.Context, p *row, k *coinRow, seen evm.Sight) error {
	_, sum, err := s.match(ctx, s.pool, p, k, seen)
	if err != nil && !refused(err) {
		return err
	}
	now := s.cfg.Now()
	if !seen.Mined || err != nil || sum.Cmp(k.due) != 0 {
		if k.block == "" { // it was said already
			if now.After(p.created.Add(followFor)) {
				_, err = s.pool.Exec(ctx, `UPDATE payment SET ask_at = NULL WHERE tenant_id = $1 AND id = $2`, p.tenant, p.id)
				return err
			}
			return nil
		}
		s.log.Error("a chain took back a payment that was delivered", "tenant", p.tenant, "payment", p.id)
		return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
			if err := note(ctx, tx, p, reasonReorged+" after delivery", map[string]any{"tx": k.hash}); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `UPDATE crypto_payment SET block_number = NULL, block_hash = NULL, confirmed = 0 WHERE tenant_id = $1 AND payment_id = $2`, p.tenant, p.id)
			return err
		})
	}
	next := when(now.Add(s.cfg.AskAfter))
	if seen.Depth >= max(2*k.depth, leastDeep) {
		next = nil
	}
	_, err = s.pool.Exec(ctx, `WITH p AS (UPDATE payment SET ask_at = $3 WHERE tenant_id = $1 AND id = $2 RETURNING id)
UPDATE crypto_payment k SET block_number = $4, block_hash = $5, confirmed = $6 FROM p WHERE k.tenant_id = $1 AND k.payment_id = p.id`,
		p.tenant, p.id, next, seen.Block, seen.BlockHash, seen.Depth)
	return err
}

// soldOut keeps money that came in time for what cannot be had any more.
func (s *chains) soldOut(ctx context.Context, p *row) error {
	k, err := readCoin(ctx, s.pool, p, "")
	if err != nil {
		return err
	}
	return s.setAside(ctx, p, k, aside{moveReview, pos.ReasonSoldOut, k.received, nil})
}

// askChain is the reconciler's question about a payment on a chain.
func (s *chains) askChain(ctx context.Context, p *row) error {
	err := s.follow(ctx, p)
	over := waits(p.status) && s.cfg.Now().After(p.expires.Add(followFor))
	if refused(err) || over {
		_, err = s.pool.Exec(ctx, `UPDATE payment SET ask_at = NULL WHERE tenant_id = $1 AND id = $2 AND status = ANY ($3)`, p.tenant, p.id, waiting)
	}
	return err
}
