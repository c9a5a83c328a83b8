package payment

import (
	"context"
	"errors"
	"fmt"

	"vitrine/internal/api"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/transfer"
	"vitrine/writesvc/web"
)

// Webhooks returns the names of the banks that post notifications of their own.
func (s *Service) Webhooks() (names []string) {
	for _, bank := range settings.Banks {
		if bank.Webhook != nil {
			names = append(names, bank.Name)
		}
	}
	return names
}

// BankWebhook handles POST /payment/webhook/<bank>/{shop}. A notification only makes the reconciler query the payment
// now.
func (s *Service) BankWebhook(name string) func(context.Context, *web.Request) (*web.Answer, error) {
	return func(ctx context.Context, rq *web.Request) (*web.Answer, error) {
		t, err := s.transfer.Hooked(ctx, rq)
		if err != nil {
			return nil, err
		}
		c, err := s.settings.Of(ctx, t.ID())
		if err != nil {
			return nil, err
		}
		bank, account, err := s.settings.Account(t.ID(), name, c)
		if err != nil {
			return nil, err
		}
		n, err := bank.Webhook(account, rq.HTTP.Header, rq.Body)
		switch {
		case errors.Is(err, pos.ErrForged):
			return nil, transfer.ErrSignature
		case errors.Is(err, pos.ErrMalformed):
			return nil, api.Errorf(400, api.InvalidRequest, "The body is not the JSON object that the bank sends.")
		case err != nil:
			return nil, settings.Unavailable(t.ID(), err)
		}
		if _, err := s.pool.Exec(ctx, `UPDATE payment SET ask_at = $3 WHERE `+record.ByRef+` AND provider = $5
AND (status IN ('unknown', 'failed', 'expired', 'cancelled') AND flow = ''
  OR status IN ('requires_action', 'unknown', 'failed', 'expired', 'cancelled') AND flow = 'host_pay'
AND provider_ref = $4)`,
			t.ID(), n.PaymentID, s.cfg.Now(), n.Token, name); err != nil {
			return nil, fmt.Errorf("schedule a query: %w", err)
		}
		s.Wake()
		return web.OK(map[string]any{}), nil
	}
}
