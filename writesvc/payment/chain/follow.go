package chain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/api"
	"vitrine/internal/postgres"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/evm"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/settle"
)

const (
	before    = time.Minute    // tolerance for a block's clock
	followFor = 24 * time.Hour // how long after its expiry a payment's transaction is looked for
	LeastDeep = 64             // at this depth, or twice the configured depth, a payment is final
	// ReasonLate is the reason of money that arrived after the payment had expired, or was found after the lines of its
	// basket had moved to another one.
	ReasonLate = "late"
	// ReasonSecond is the reason of money for a basket that was paid otherwise.
	ReasonSecond  = "paid_otherwise"
	reasonUnder   = "underpaid"
	reasonOver    = "overpaid"
	reasonReorged = "reorged"
)

// waiting are the statuses in which a transaction may still be detected.
var waiting = []record.Status{record.Pending, record.Expired, record.Cancelled}

// Waits reports whether a transaction may still be detected in a status.
func Waits(s record.Status) bool { return slices.Contains(waiting, s) }

// look asks a chain about a payment's transaction. One answering node suffices. For large amounts two nodes must agree,
// so that one lying node gains nothing.
func (s *Service) look(ctx context.Context, p *record.Payment, k *CoinRow) (evm.Transaction, error) {
	c, err := s.Settings.Of(ctx, p.Tenant)
	if err != nil {
		return evm.Transaction{}, err
	}
	var chain settings.Chain
	if c.Crypto != nil {
		for _, n := range c.Crypto.Chains {
			if n.ID == k.Chain {
				chain = n
			}
		}
	}
	nodes, err := s.Settings.Nodes(chain)
	if err != nil {
		return evm.Transaction{}, err
	}
	if len(nodes) == 0 {
		return evm.Transaction{}, fmt.Errorf("the settings no longer contain chain %d", k.Chain)
	}
	var said []evm.Transaction
	var errs []error
	for _, n := range nodes {
		seen, err := n.Look(ctx, k.Chain, k.hash, k.Address)
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
				return evm.Transaction{}, errors.New("two nodes disagree")
			}
			said[0].Depth = min(said[0].Depth, said[1].Depth)
			return said[0], nil
		}
	}
	return evm.Transaction{}, fmt.Errorf("too few nodes answered: %w", errors.Join(errs...))
}

// follow checks where a payment's transaction stands and does what follows. While the payment waits, hash is one that
// its customer named. Any number of processes may call it again.
func (s *Service) follow(ctx context.Context, p *record.Payment, hash string) error {
	if !Waits(p.Status) && p.Status != record.Confirming && p.Status != record.Succeeded {
		return nil
	}
	k, err := readCoin(ctx, s.Pool, p, "")
	if err != nil {
		return err
	}
	if Waits(p.Status) {
		k.hash = hash
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settle.BankTimeout)
	defer cancel()
	seen, err := s.look(ctx, p, k)
	if err != nil {
		return s.unavailable(p, err)
	}
	switch {
	case p.Status == record.Succeeded:
		return s.lookBack(ctx, p, k, seen)
	case p.Status == record.Confirming:
		return s.confirm(ctx, p, k, seen)
	case !seen.Mined:
		return nil
	}
	return s.detected(ctx, p, k, seen)
}

// unavailable returns the answer for a chain that does not answer.
func (s *Service) unavailable(p *record.Payment, err error) error {
	s.silent.Log(s.Log, slog.LevelWarn, "chain did not answer; the payment's state is unknown", "tenant", p.Tenant,
		"payment", p.ID, "err", err)
	return &api.Error{Status: 503, Code: api.Unavailable,
		Message: "The chain does not answer. Try again in a moment. Your payment is not lost.", Cause: err, RetryAfter: 5}
}

// match returns the transfers of a transaction that are for this payment: the transfer of exactly its amount, or else
// all transfers that match no other payment.
func (s *Service) match(ctx context.Context, db postgres.Queryer, p *record.Payment, k *CoinRow, seen evm.Transaction,
) ([]evm.Transfer, *big.Int, error) {
	if seen.Failed {
		return nil, nil, refusedCoin("The transaction failed on the chain and paid nothing.")
	}
	var ours []evm.Transfer
	sum := new(big.Int)
	others := false
	for _, t := range seen.Transfers {
		if t.Token != k.Token {
			others = true
			continue
		}
		if t.Amount.Cmp(k.due) == 0 {
			return []evm.Transfer{t}, t.Amount, nil
		}
		var foreign bool
		if err := db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM crypto_payment WHERE alone AND chain_id = $1 AND token = $2
AND address = $3 AND due = $4::text::numeric AND (tenant_id, payment_id) <> ($5, $6))`,
			k.Chain, k.Token, k.Address, t.Amount.String(), p.Tenant, p.ID).Scan(&foreign); err != nil {
			return nil, nil, fmt.Errorf("find the payment of a transfer: %w", err)
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
	case k.Token == "":
		return nil, nil, errInvisible
	}
	return nil, nil, refusedCoin("The transaction pays nothing to the payment's address.")
}

// detected binds a transaction in a block to a payment that waits for one.
func (s *Service) detected(ctx context.Context, p *record.Payment, k *CoinRow, seen evm.Transaction) error {
	ours, sum, err := s.match(ctx, s.Pool, p, k, seen)
	if err != nil {
		return err
	}
	if seen.At.Before(p.Created.Add(-before)) {
		return refusedCoin("The transaction is older than the payment.")
	}
	if evm.Worth(int64(p.Amount), sum, k.due, int64(writeapi.MaxMoney)) == 0 {
		return refusedCoin("The transaction pays less than one hundredth of the currency.")
	}
	found, reason := finding{seen, ours, sum}, ReasonLate
	if !seen.At.After(p.Expires.Add(before)) {
		err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
			ok, err := record.Apply(ctx, tx, p, record.MoveDetect, record.Change{AskAt: s.cfg.Now().Add(s.cfg.AskAfter),
				Detail: described(seen, k, sum)})
			if err != nil || !ok {
				return err
			}
			return s.claimCoins(ctx, tx, p, k, found)
		})
		var dup *pgconn.PgError
		switch {
		case errors.As(err, &dup) && dup.ConstraintName == "payment_one_live":
			reason = ReasonSecond // the basket is or was paid otherwise; an operator decides about this money
		case err != nil:
			return err
		default:
			if err := s.Settle.Step("seen", p.ID); err != nil {
				return err
			}
			if p, err = s.Settle.Current(ctx, p, nil); err != nil || p.Status != record.Confirming {
				return err // another process was first
			}
			return s.follow(ctx, p, k.hash)
		}
	}
	if seen.Depth < k.Depth {
		return nil // the reconciler returns to it
	}
	return s.setAside(ctx, p, k, aside{record.MoveReview, reason, found.sum, func(tx pgx.Tx) error {
		return s.claimCoins(ctx, tx, p, k, found)
	}})
}

// described returns what is noted about a transaction.
func described(seen evm.Transaction, k *CoinRow, sum *big.Int) map[string]any {
	return map[string]any{"tx": k.hash, "block": seen.Block, "from": seen.From, "amount": evm.Decimal(sum, k.Decimals),
		"asset": k.Asset}
}

// A finding is what a chain shows of a payment's transaction: the transfers that count for the payment, and their sum.
type finding struct {
	seen evm.Transaction
	ours []evm.Transfer
	sum  *big.Int
}

// claimCoins claims transfers for a payment and stores where they were found. A transfer counts once across all
// tenants.
func (s *Service) claimCoins(ctx context.Context, tx pgx.Tx, p *record.Payment, k *CoinRow, f finding) error {
	if _, err := tx.Exec(ctx, `DELETE FROM crypto_claim WHERE tenant_id = $1 AND payment_id = $2`, p.Tenant,
		p.ID); err != nil {
		return fmt.Errorf("claim the transfer: %w", err)
	}
	if err := s.claimOnce(ctx, tx, p, k, f.ours); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE crypto_payment
SET tx_hash = $3, block_number = $4, block_hash = $5, confirmed = $6, received = $7::text::numeric WHERE tenant_id = $1
AND payment_id = $2`,
		p.Tenant, p.ID, k.hash, f.seen.Block, f.seen.BlockHash, f.seen.Depth, f.sum.String())
	return err
}

func (s *Service) claimOnce(ctx context.Context, tx pgx.Tx, p *record.Payment, k *CoinRow, ours []evm.Transfer) error {
	for _, t := range ours {
		_, err := tx.Exec(ctx, `INSERT INTO crypto_claim (tenant_id, payment_id, chain_id, tx_hash, log_index, amount)
VALUES ($1, $2, $3, $4, $5, $6::text::numeric)`,
			p.Tenant, p.ID, k.Chain, k.hash, t.Index, t.Amount.String())
		var dup *pgconn.PgError
		if errors.As(err, &dup) && dup.ConstraintName == "crypto_claim_once" {
			return errUsed
		}
		if err != nil {
			return fmt.Errorf("claim the transfer: %w", err)
		}
	}
	return nil
}

// confirm waits until a payment's block is deep enough, and settles the payment then.
func (s *Service) confirm(ctx context.Context, p *record.Payment, k *CoinRow, seen evm.Transaction) error {
	ours, sum, err := s.match(ctx, s.Pool, p, k, seen)
	switch {
	case !seen.Mined || refused(err):
		return s.reorged(ctx, p, k)
	case err != nil:
		return err
	}
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		now, err := record.Find(ctx, tx, p.Tenant, p.ID, "FOR UPDATE")
		if err != nil || now == nil || now.Status != record.Confirming {
			return errors.Join(err, errOvertaken)
		}
		if seen.BlockHash != k.block {
			if err := record.Note(ctx, tx, p, reasonReorged, described(seen, k, sum)); err != nil {
				return err
			}
			return s.claimCoins(ctx, tx, p, k, finding{seen, ours, sum})
		}
		_, err = tx.Exec(ctx, `UPDATE crypto_payment SET confirmed = $3 WHERE tenant_id = $1 AND payment_id = $2`, p.Tenant,
			p.ID, seen.Depth)
		return err
	})
	if errors.Is(err, errOvertaken) {
		return nil // another process was first
	}
	if err != nil || seen.Depth < k.Depth {
		return err
	}
	switch sum.Cmp(k.due) {
	case -1:
		return s.setAside(ctx, p, k, aside{record.MoveShort, reasonUnder, sum, nil})
	case 1:
		return s.setAside(ctx, p, k, aside{record.MoveExceed, reasonOver, sum, nil})
	}
	txn := k.hash + ":" + strconv.Itoa(ours[0].Index)
	err = s.Settle.Approve(ctx, p, pos.Outcome{State: pos.Approved, Txn: txn, Amount: p.Amount, Currency: p.Currency})
	switch {
	case errors.Is(err, settle.ErrBasketClosed):
		return s.notGiven(ctx, p, ReasonLate)
	case errors.Is(err, settle.ErrNothingToGive):
		return s.notGiven(ctx, p, pos.ReasonSoldOut)
	}
	return err
}

var errOvertaken = errors.New("another process was first")

// notGiven sets money aside that arrived in time for items that are not available any more.
func (s *Service) notGiven(ctx context.Context, p *record.Payment, reason string) error {
	k, err := readCoin(ctx, s.Pool, p, "")
	if err != nil {
		return err
	}
	return s.setAside(ctx, p, k, aside{record.MoveReview, reason, k.received, nil})
}

// Ask follows a payment for the reconciler. While the payment waits, it looks for each transaction that was named.
func (s *Service) Ask(ctx context.Context, p *record.Payment) error {
	if !Waits(p.Status) {
		return s.follow(ctx, p, "")
	}
	k, err := readCoin(ctx, s.Pool, p, "")
	if err != nil {
		return err
	}
	for _, hash := range k.named {
		one := s.follow(ctx, p, hash)
		if refused(one) {
			one = s.drop(ctx, p, k, hash, one)
		}
		if !refused(one) {
			err = errors.Join(err, one)
		}
		if p, one = s.Settle.Current(ctx, p, nil); one != nil || !Waits(p.Status) {
			return one
		}
	}
	if len(k.named) == 0 || s.cfg.Now().After(p.Expires.Add(followFor)) {
		_, err = s.Pool.Exec(ctx, `UPDATE payment SET ask_at = NULL WHERE tenant_id = $1 AND id = $2 AND status = ANY ($3)`,
			p.Tenant, p.ID, waiting)
	}
	return err
}
