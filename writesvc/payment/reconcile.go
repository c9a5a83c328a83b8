package payment

import (
	"context"
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
			if err := s.Reconcile(ctx); err != nil && ctx.Err() == nil {
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

// Reconcile runs once: it books statement lines, expires payments, queries banks about unknown payments, and carries
// out refunds. Any number of processes may run it at once.
func (s *Service) Reconcile(ctx context.Context) error {
	if err := s.transfer.BookStaged(ctx); err != nil { // first, so that money that arrived in time counts
		return err
	}
	if err := s.expire(ctx); err != nil {
		return err
	}
	if err := s.ask(ctx); err != nil {
		return err
	}
	for range s.cfg.Batch {
		if more, err := s.settle.RefundNext(ctx); err != nil || !more {
			return err
		}
	}
	return nil
}

// expire ends payments whose time has passed.
func (s *Service) expire(ctx context.Context) error {
	rows, err := s.pool.Query(ctx, `SELECT `+record.Columns+` FROM payment
WHERE status IN ('created', 'requires_action', 'pending', 'partially_paid') AND expires_at < $1 ORDER BY expires_at
LIMIT 200`, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("find payments whose time has passed: %w", err)
	}
	due, err := pgx.CollectRows(rows, record.ScanRow)
	if err != nil {
		return fmt.Errorf("find payments whose time has passed: %w", err)
	}
	for _, p := range due {
		c := record.Change{Reason: pos.ReasonTimeout, Final: s.cfg.Now()}
		if p.Status == record.PartiallyPaid {
			if err := s.transfer.GiveUp(ctx, p, c); err != nil {
				return err
			}
			continue
		}
		if p.Method == settings.OnChain && p.AskAt.Unix() > 0 {
			c.AskAt = p.AskAt // a transaction was named; it may still prove to be in time
		}
		if p.Flow == record.HostPay {
			c.AskAt = s.cfg.Now() // the customer may have paid a moment ago; query in this run
		}
		if err := s.settle.Reject(ctx, p, record.MoveExpire, c); err != nil {
			return err
		}
	}
	return nil
}

// ask queries banks about due payments.
func (s *Service) ask(ctx context.Context) error {
	now := s.cfg.Now()
	// The next time is written before the query, so another process takes over after a crash.
	rows, err := s.pool.Query(ctx, `UPDATE payment SET asked = asked + 1,
  ask_at = CASE WHEN method = 'crypto' THEN $1::timestamptz + $2::interval
    WHEN status IN ('processing', 'unknown')
OR flow = 'host_pay' THEN $1::timestamptz + $2::interval * power(2, least(asked, 6)) END
WHERE id IN (SELECT id FROM payment WHERE ask_at <= $1 ORDER BY ask_at LIMIT $3 FOR UPDATE SKIP LOCKED)
RETURNING `+record.Columns, now, s.cfg.AskAfter, s.cfg.Batch)
	if err != nil {
		return fmt.Errorf("find payments to ask about: %w", err)
	}
	due, err := pgx.CollectRows(rows, record.ScanRow)
	if err != nil {
		return fmt.Errorf("find payments to ask about: %w", err)
	}
	for _, p := range due {
		if err := s.askOne(ctx, p); err != nil {
			s.log.Warn("payment not reconciled", "tenant", p.Tenant, "payment", p.ID, "err", err)
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
		if o.State == pos.Approved {
			return s.settle.AutoRefund(ctx, p, o, "late") // another payment may have bought the basket
		}
		if o.State == pos.Unknown { // until the bank answers
			_, err := s.pool.Exec(ctx, `UPDATE payment SET ask_at = $3 WHERE tenant_id = $1 AND id = $2 AND status = $4`,
				p.Tenant, p.ID, s.cfg.Now().Add(s.cfg.AskAgain), p.Status)
			return err
		}
	}
	return nil
}

// Sweep deletes expired Idempotency-Keys and releases the amounts of payments on chains that ended long ago.
func (s *Service) Sweep(ctx context.Context) error {
	if err := s.keys.Sweep(ctx); err != nil {
		return err
	}
	return s.chain.Sweep(ctx)
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
