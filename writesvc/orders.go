package writesvc

import (
	"context"

	"vitrine/internal/secret"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/payment"
	"vitrine/writesvc/ticket"
	"vitrine/writesvc/web"
)

// orderParts are the parts of a server for orders.
type orderParts struct {
	basket  *basket.Service
	payment *payment.Service
	ticket  *ticket.Service
	notices *notify.Notices
	push    *notify.Push // nil: no web push
}

// newOrders makes the parts for orders.
func (s *Server) newOrders(cfg Config) (err error) {
	cfg.Basket.Now, cfg.Payment.Now, cfg.Ticket.Now = cfg.Auth.Now, cfg.Auth.Now, cfg.Auth.Now
	if cfg.Payment.Secret == nil {
		cfg.Payment.Secret = derived(cfg.Auth.TokenSecret, "payment")
	}
	if cfg.Ticket.Secret == nil {
		cfg.Ticket.Secret = derived(cfg.Auth.TokenSecret, "ticket")
	}
	s.notices = notify.NewNotices(cfg.Pool, cfg.Auth.Now, func(ctx context.Context, rq *web.Request) error {
		_, err := s.auth.Caller(ctx, rq, true)
		return err
	})
	cfg.Notify.Push.Now = cfg.Auth.Now
	if s.push, err = notify.NewPush(cfg.Notify.Push, cfg.Pool, s.outbox); err != nil {
		return err
	}
	s.notices.Push(s.push, s.outbox.Wake)
	if s.basket, err = basket.New(cfg.Basket, cfg.Pool, cfg.Log); err != nil {
		return err
	}
	if s.ticket, err = ticket.New(cfg.Ticket, cfg.Pool); err != nil {
		return err
	}
	s.payment, err = payment.New(cfg.Payment, payment.Parts{
		Pool: cfg.Pool, Log: cfg.Log, Basket: s.basket, Ticket: s.ticket, Outbox: s.outbox, Notices: s.notices,
	})
	return err
}

// derived derives a secret for a purpose from another secret.
func derived(key []byte, what string) []byte {
	h := secret.MAC(key)
	h.Write([]byte(what))
	return h.Sum(nil)
}

// Payment returns the payment service.
func (s *Server) Payment() *payment.Service { return s.payment }
