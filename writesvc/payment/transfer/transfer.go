package transfer

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/lograte"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/checkout"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// Config configures bank transfers.
type Config struct {
	For               time.Duration // how long a transfer is awaited
	StartLimit, Limit limit.Limit
	Now               func() time.Time
}

// A Service takes payments by bank transfer.
type Service struct {
	cfg Config
	checkout.Parts

	secrets lograte.Limit // lines about secrets of webhooks that cannot be used
}

// New returns a service.
func New(cfg Config, p checkout.Parts) *Service { return &Service{cfg: cfg, Parts: p} }

// StartTransfer handles POST /payment/bank-transfer: it places the basket, reserves its stock, and awaits the money.
func (s *Service) StartTransfer(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.PayTransfer
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	want, err := checkout.NewPurchase(in.BasketID, in.ExpectedTotal)
	if err != nil {
		return nil, err
	}
	if !web.IsID(want.Basket) {
		return nil, web.ErrNotFound
	}
	if err := s.Limits.Request(ctx, rq, rq.Tenant.ID(), limit.Transfer, s.cfg.StartLimit); err != nil {
		return nil, err
	}
	return s.Keys.Once(ctx, rq, "transfer", in.BasketID, func(string) (*web.Answer, string, error) {
		c, err := s.Settings.Of(ctx, rq.Tenant.ID())
		if err != nil {
			return nil, "", err
		}
		if c.Transfer == nil {
			return nil, "", settings.ErrMethodOff
		}
		p, held, err := s.createTransfer(ctx, rq, want, c)
		if err != nil {
			return nil, "", err
		}
		return &web.Answer{Status: http.StatusCreated, Data: writeapi.Transfer{
			PaymentID: p.ID, Status: string(p.Status), ReferenceCode: grouped(p.Reference), Amount: p.Amount,
			Currency: p.Currency, IBAN: c.Transfer.IBAN, AccountHolder: c.Transfer.Holder, BankName: c.Transfer.Bank,
			ExpiresAt: p.Expires.UTC(), ReservedUntil: held.UTC(),
		}}, p.ID, nil
	})
}

// createTransfer places the basket and returns the payment and the time until which its stock is reserved.
func (s *Service) createTransfer(ctx context.Context, rq *web.Request, want checkout.Purchase, c settings.Settings,
) (p *record.Payment, held time.Time, err error) {
	now := s.cfg.Now()
	p = &record.Payment{}
	for try := 0; ; try++ {
		reference, err := newReference()
		if err != nil {
			return nil, held, err
		}
		err = s.Checkout.Begin(ctx, rq, func(tx pgx.Tx) error {
			taken, err := s.Checkout.TakeBasket(ctx, tx, rq, want, c.Stock, now)
			if err != nil {
				return err
			}
			lasts := s.cfg.For
			for _, l := range taken.Lines {
				if l.Kind == basket.Event {
					lasts = min(lasts, 24*time.Hour) // places of events are reserved for a day at most
				}
			}
			if err := checkout.Insert(ctx, tx, p, checkout.NewPayment{
				Taken: taken, Tenant: rq.Tenant.ID(), Basket: want.Basket, Method: settings.BankTransfer,
				Provider: settings.BankTransfer, Merchant: c.Transfer.IBAN, Status: record.Pending,
				Amount: checkout.Total(taken.Lines), Installment: 1, Reference: reference, Client: rq.Client,
				Created: now, Expires: now.Add(lasts),
			}); err != nil {
				return err
			}
			held = now.Add(c.Stock.Hold(taken.Proved, lasts))
			if err := s.Checkout.Reserve(ctx, tx, p, taken, c.Stock, held); err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `UPDATE basket SET status = 'placed', updated_at = now() WHERE tenant_id = $1 AND id = $2`,
				p.Tenant, p.Basket)
			return err
		})
		var dup *pgconn.PgError
		if errors.As(err, &dup) && dup.ConstraintName == "payment_reference" && try < 5 {
			continue
		}
		return p, held, err
	}
}

// VerifyTransfer handles POST /payment/bank-transfer/{paymentId}/verify: the state of a transfer. Only the bank's
// statement proves that money arrived.
func (s *Service) VerifyTransfer(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	if err := s.Limits.Request(ctx, rq, rq.Tenant.ID(), limit.VerifyWire, s.cfg.Limit); err != nil {
		return nil, err
	}
	p, err := s.Checkout.Own(ctx, rq, rq.HTTP.PathValue("paymentId"), settings.BankTransfer)
	if err != nil {
		return nil, err
	}
	return s.Keys.Once(ctx, rq, "verify", p.ID, func(string) (*web.Answer, string, error) {
		v, err := s.Checkout.View(ctx, p)
		return web.OK(v), p.ID, err
	})
}
