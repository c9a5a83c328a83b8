package writesvc

import (
	"context"
	"time"

	"vitrine/internal/secret"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/keywrap"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/payment"
	"vitrine/writesvc/rewrap"
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
	if cfg.Ticket.Keys, err = cfg.Auth.Keys(); err != nil {
		return err
	}
	stored, err := paymentKey(cfg, cfg.Ticket.Keys)
	if err != nil {
		return err
	}
	if cfg.Payment.Secret == nil {
		cfg.Payment.Secret = stored
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

const keyTimeout = 30 * time.Second

// paymentKey returns the stored key of payments. It checks first that the given secrets open every stored key. The
// first start stores the key that older versions derived from the secret.
func paymentKey(cfg Config, keys *keywrap.Ring) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), keyTimeout)
	defer cancel()
	if err := rewrap.Check(ctx, cfg.Pool, keys); err != nil {
		return nil, err
	}
	return keys.Stored(ctx, cfg.Pool, "payment", derived(keys.Current(), "payment"))
}

// derived derives a secret for a purpose from another secret.
func derived(key []byte, what string) []byte {
	h := secret.MAC(key)
	h.Write([]byte(what))
	return h.Sum(nil)
}

// Payment returns the payment service.
func (s *Server) Payment() *payment.Service { return s.payment }
