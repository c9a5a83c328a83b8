package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
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
				s.log.Warn("payments are not reconciled", "err", err)
			}
		}
	})
}

// Stop waits for what is under way. It may be called again.
func (s *Service) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel()
		s.wg.Wait()
		s.cancel = nil
	}
}

// Reconcile does once what is due: it ends payments whose time has passed, asks banks what became of those that nobody knows it of, and
// gives money back that is owed. Any number of processes may do so at once.
func (s *Service) Reconcile(ctx context.Context) error {
	if err := s.transfer.bookStaged(ctx); err != nil { // first: what came in time counts
		return err
	}
	if err := s.expire(ctx); err != nil {
		return err
	}
	if err := s.ask(ctx); err != nil {
		return err
	}
	for range s.cfg.Batch {
		if more, err := s.settle.refundOne(ctx); err != nil || !more {
			return err
		}
	}
	return nil
}

// expire ends payments whose time has passed.
func (s *Service) expire(ctx context.Context) error {
	rows, err := s.pool.Query(ctx, `SELECT `+columns+` FROM payment
WHERE status IN ('created', 'requires_action', 'pending', 'partially_paid') AND expires_at < $1 ORDER BY expires_at LIMIT 200`, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("find payments whose time has passed: %w", err)
	}
	due, err := pgx.CollectRows(rows, scanRow)
	if err != nil {
		return fmt.Errorf("find payments whose time has passed: %w", err)
	}
	for _, p := range due {
		c := change{reason: pos.ReasonTimeout, final: s.cfg.Now()}
		if p.status == PartiallyPaid {
			if err := s.transfer.giveUp(ctx, p, c); err != nil {
				return err
			}
			continue
		}
		if p.method == onChain && p.askAt.Unix() > 0 {
			c.askAt = p.askAt // a transaction was named: it may still turn out to have come in time
		}
		if p.flow == hostPay {
			c.askAt = s.cfg.Now() // he may have paid a moment ago: it is asked for in this same round
		}
		if err := s.settle.reject(ctx, p, moveExpire, c); err != nil {
			return err
		}
	}
	return nil
}

// ask asks banks about payments that are due for it.
func (s *Service) ask(ctx context.Context) error {
	now := s.cfg.Now()
	// The next time is written before the question: whoever dies meanwhile leaves it to another.
	rows, err := s.pool.Query(ctx, `UPDATE payment SET asked = asked + 1,
  ask_at = CASE WHEN method = 'crypto' THEN $1::timestamptz + $2::interval
    WHEN status IN ('processing', 'unknown') OR flow = 'host_pay' THEN $1::timestamptz + $2::interval * power(2, least(asked, 6)) END
WHERE id IN (SELECT id FROM payment WHERE ask_at <= $1 ORDER BY ask_at LIMIT $3 FOR UPDATE SKIP LOCKED)
RETURNING `+columns, now, s.cfg.AskAfter, s.cfg.Batch)
	if err != nil {
		return fmt.Errorf("find payments to ask about: %w", err)
	}
	due, err := pgx.CollectRows(rows, scanRow)
	if err != nil {
		return fmt.Errorf("find payments to ask about: %w", err)
	}
	for _, p := range due {
		if err := s.askOne(ctx, p); err != nil {
			s.log.Warn("a payment is not reconciled", "tenant", p.tenant, "payment", p.id, "err", err)
		}
	}
	return nil
}

func (s *Service) askOne(ctx context.Context, p *row) error {
	if p.method == onChain {
		return s.chain.askChain(ctx, p)
	}
	gw, err := s.settings.gatewayOf(ctx, p.tenant, p.provider)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), authorizeTimeout)
	defer cancel()
	o := s.settle.query(ctx, gw, p)
	switch p.status {
	case Processing, Unknown:
		return s.settle.settle(ctx, p, o, true)
	case RequiresAction:
		return s.found(ctx, p, o)
	case Failed, Expired, Cancelled:
		if p.flow == hostPay {
			return s.foundLate(ctx, p, o)
		}
		if o.State == pos.Approved {
			return s.settle.strand(ctx, p, o, "late") // its basket may have been bought by another payment: the money goes back
		}
		if o.State == pos.Unknown { // ask until somebody answers
			_, err := s.pool.Exec(ctx, `UPDATE payment SET ask_at = $3 WHERE tenant_id = $1 AND id = $2 AND status = $4`, p.tenant, p.id, s.cfg.Now().Add(s.cfg.AskAgain), p.status)
			return err
		}
	}
	return nil
}

// Sweep deletes expired Idempotency-Keys and releases the sums of payments on chains that ended long ago.
func (s *Service) Sweep(ctx context.Context) error {
	if err := s.keys.sweep(ctx); err != nil {
		return err
	}
	return s.chain.sweep(ctx)
}

// Books are a shop's sums, for those who compare them with a bank's.
type Books struct {
	Captured, Refunded, Owed writeapi.Money
}

// ReadBooks adds a shop's payments up.
func (s *Service) ReadBooks(ctx context.Context, tenant string) (b Books, err error) {
	err = s.pool.QueryRow(ctx, `SELECT coalesce(sum(captured), 0)::bigint, coalesce(sum(refunded), 0)::bigint, coalesce(sum(refunding), 0)::bigint
FROM payment WHERE tenant_id = $1`, tenant).Scan(&b.Captured, &b.Refunded, &b.Owed)
	return b, err
}
