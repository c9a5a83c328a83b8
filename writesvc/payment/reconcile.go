package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/settle"
)

// Start begins to reconcile. It may be called again.
func (s *Service) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	s.wg.Go(func() {
		tick := time.NewTicker(s.cfg.Every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-s.wake:
			case <-tick.C:
			}
			if err := s.round(ctx, false); err != nil && ctx.Err() == nil {
				s.log.Warn("payments not reconciled", "err", err)
			}
		}
	})
}

// Stop waits for pending work. It may be called again.
func (s *Service) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel()
		s.wg.Wait()
		s.cancel = nil
	}
}

// Reconcile runs once and waits for what it began: it books statement lines, expires payments, queries banks about
// unknown payments, and carries out refunds. Any number of processes may run it at once. An error of one tenant does
// not keep the others waiting.
func (s *Service) Reconcile(ctx context.Context) error { return s.round(ctx, true) }

// reconcileTenant does what is due for one tenant.
func (s *Service) reconcileTenant(ctx context.Context, tenant string) error {
	booked := s.transfer.BookStaged(ctx, tenant) // first, so that money that arrived in time counts
	return errors.Join(booked, s.checkout.Lapse(ctx, tenant), s.expire(ctx, tenant, booked == nil),
		s.ask(ctx, tenant), s.refund(ctx, tenant))
}

// expire ends payments whose time has passed. Transfers wait while their statement lines cannot be booked.
func (s *Service) expire(ctx context.Context, tenant string, transfers bool) error {
	rows, err := s.pool.Query(ctx, `SELECT `+record.Columns+` FROM payment
WHERE tenant_id = $1 AND status IN ('created', 'requires_action', 'pending', 'partially_paid') AND expires_at < $2
  AND (method <> 'transfer' OR $3)
ORDER BY expires_at LIMIT 200`, tenant, s.cfg.Now(), transfers)
	if err != nil {
		return fmt.Errorf("find payments whose time has passed: %w", err)
	}
	due, err := pgx.CollectRows(rows, record.ScanRow)
	if err != nil {
		return fmt.Errorf("find payments whose time has passed: %w", err)
	}
	var all []error
	for _, p := range due {
		all = append(all, s.expireOne(ctx, p))
	}
	return errors.Join(all...)
}

func (s *Service) expireOne(ctx context.Context, p *record.Payment) error {
	c := record.Change{Reason: pos.ReasonTimeout, Final: s.cfg.Now()}
	if p.Status == record.PartiallyPaid {
		return s.transfer.GiveUp(ctx, p, c)
	}
	if p.Method == settings.OnChain && p.AskAt.Unix() > 0 {
		c.AskAt = p.AskAt // a transaction was named; it may still prove to be in time
	}
	if p.Flow == record.HostPay {
		c.AskAt = s.cfg.Now() // the customer may have paid a moment ago; query in this run
	}
	return s.settle.Reject(ctx, p, record.MoveExpire, c)
}

// ask queries a tenant's bank about due payments, one after the other.
func (s *Service) ask(ctx context.Context, tenant string) error {
	asked := []string{}
	for end := time.Now().Add(runFor); len(asked) < s.cfg.Batch && time.Now().Before(end); {
		p, err := s.nextToAsk(ctx, tenant, asked)
		if err != nil || p == nil {
			return err
		}
		asked = append(asked, p.ID)
		if err := s.askOne(ctx, p); err != nil {
			s.log.Warn("payment not reconciled", "tenant", p.Tenant, "payment", p.ID, "err", err)
		}
	}
	return nil
}

// nextToAsk takes the payment of a tenant that has been due for the longest time, or nil. The next time is written
// before the query, so another process takes over after a crash.
func (s *Service) nextToAsk(ctx context.Context, tenant string, asked []string) (*record.Payment, error) {
	p := &record.Payment{}
	err := p.Scan(s.pool.QueryRow(ctx, `UPDATE payment SET asked = asked + 1,
  ask_at = CASE WHEN method = 'crypto' THEN $2::timestamptz + $3::interval
    WHEN status IN ('processing', 'unknown')
OR flow = 'host_pay' THEN $2::timestamptz + $3::interval * power(2, least(asked, 6))
    ELSE $2::timestamptz + $5::interval END
WHERE tenant_id = $1 AND id = (SELECT id FROM payment WHERE tenant_id = $1 AND ask_at <= $2 AND id <> ALL ($4)
  ORDER BY ask_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING `+record.Columns, tenant, s.cfg.Now(), s.cfg.AskAfter, asked, s.cfg.AskAgain))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find a payment to ask about: %w", err)
	}
	return p, nil
}

// refund carries out a tenant's due refunds.
func (s *Service) refund(ctx context.Context, tenant string) error {
	end := time.Now().Add(runFor)
	for n := 0; n < s.cfg.Batch && time.Now().Before(end); n++ {
		if more, err := s.settle.RefundNext(ctx, tenant); err != nil || !more {
			return err
		}
	}
	return nil
}

func (s *Service) askOne(ctx context.Context, p *record.Payment) error {
	if p.Method == settings.OnChain {
		return s.chain.Ask(ctx, p)
	}
	gw, err := s.settings.GatewayOf(ctx, p.Tenant, p.Provider)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settle.BankTimeout)
	defer cancel()
	o := s.settle.Query(ctx, gw, p)
	switch p.Status {
	case record.Processing, record.Unknown:
		return s.settle.Settle(ctx, p, o, true)
	case record.RequiresAction:
		return s.found(ctx, p, o)
	case record.Failed, record.Expired, record.Cancelled:
		if p.Flow == record.HostPay {
			return s.foundLate(ctx, p, o)
		}
		switch o.State {
		case pos.Approved:
			return s.settle.AutoRefund(ctx, p, o, "late") // another payment may have bought the basket
		case pos.Unknown: // it is queried again until the bank answers
			return nil
		}
		return s.noMoney(ctx, p)
	}
	return nil
}

// noMoney ends the queries about an ended payment for which the bank took no money. A query that a webhook scheduled
// meanwhile stays.
func (s *Service) noMoney(ctx context.Context, p *record.Payment) error {
	_, err := s.pool.Exec(ctx, `UPDATE payment SET ask_at = NULL WHERE tenant_id = $1 AND id = $2 AND status = $3
AND ask_at = $4`, p.Tenant, p.ID, p.Status, p.AskAt)
	return err
}

// Sweep deletes expired Idempotency-Keys and old orders of the sandbox bank, and releases the amounts of payments on
// chains that ended long ago.
func (s *Service) Sweep(ctx context.Context) error {
	err := errors.Join(s.keys.Sweep(ctx), s.limits.Sweep(ctx), s.chain.Sweep(ctx))
	if s.bank != nil {
		err = errors.Join(err, s.bank.Sweep(ctx, s.cfg.Now()))
	}
	return err
}

// Books are a tenant's totals, for comparison with a bank's.
type Books struct {
	Captured, Refunded, Owed writeapi.Money
}

// ReadBooks returns a tenant's totals.
func (s *Service) ReadBooks(ctx context.Context, tenant string) (b Books, err error) {
	err = s.pool.QueryRow(ctx,
		`SELECT coalesce(sum(captured), 0)::bigint, coalesce(sum(refunded), 0)::bigint, coalesce(sum(refunding), 0)::bigint
FROM payment WHERE tenant_id = $1`, tenant).Scan(&b.Captured, &b.Refunded, &b.Owed)
	return b, err
}
