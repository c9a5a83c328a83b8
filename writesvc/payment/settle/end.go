package settle

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// Reject ends a payment for which no money was taken, and releases its stock.
func (s *Service) Reject(ctx context.Context, p *record.Payment, m record.Move, c record.Change) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ok, err := record.Apply(ctx, tx, p, m, c)
		if err != nil || !ok {
			return err
		}
		return basket.Release(ctx, tx, p.Tenant, p.ID)
	})
}

var errMerchant = errors.New("the tenant has another account at its bank now; an operator must use the old one")

// Query queries a payment at the account at which it was begun.
func (s *Service) Query(ctx context.Context, gw pos.Gateway, p *record.Payment) pos.Outcome {
	if gw.Merchant() != p.Merchant { // another account does not know the payment; that is no answer
		return pos.Outcome{Err: errMerchant, Refunded: -1}
	}
	return gw.Query(ctx, s.ForBank(p))
}

// AskPageAt returns when an ended payment is queried again, because the provider's page outlives it: when the page
// closes, and AskAgain later, for a customer who was at the bank then. Zero means never.
func (s *Service) AskPageAt(p *record.Payment) time.Time {
	now := s.cfg.Now()
	switch {
	case p.Flow != record.HostPay:
	case now.Before(p.PageUntil):
		return p.PageUntil.Add(s.cfg.AskAfter)
	case now.Before(p.PageUntil.Add(s.cfg.AskAgain)):
		return p.PageUntil.Add(s.cfg.AskAgain)
	}
	return time.Time{}
}

// Current reads a payment again.
func (s *Service) Current(ctx context.Context, p *record.Payment, err error) (*record.Payment, error) {
	if err != nil {
		return nil, err
	}
	p, err = record.Find(ctx, s.pool, p.Tenant, p.ID, "")
	if err == nil && p == nil {
		err = web.ErrNotFound
	}
	return p, err
}

// askChainAt returns when a delivered payment on a chain is checked again for a reorganization. Zero for other methods.
func (s *Service) askChainAt(p *record.Payment) time.Time {
	if p.Method != settings.OnChain {
		return time.Time{}
	}
	return s.cfg.Now().Add(s.cfg.AskAfter)
}

// Step calls the test hook of a step between claim and commit.
func (s *Service) Step(name, payment string) error {
	if s.cfg.Step == nil {
		return nil
	}
	return s.cfg.Step(name, payment)
}

// ForBank returns a payment as a gateway sees it.
func (s *Service) ForBank(p *record.Payment) pos.Payment {
	t := pos.Payment{ID: p.MerchantRef, ProviderRef: p.ProviderRef, Txn: p.Txn, Price: p.Price, Amount: p.Amount,
		Currency: p.Currency, Installment: p.Installment, BIN: p.BIN(),
		CallbackURL: s.settings.CallbackURL(p.Tenant, p.MerchantRef), Address: p.Address}
	if p.Flow == record.HostPay {
		t.Token, t.ProviderRef = p.ProviderRef, p.Txn
	}
	for _, l := range p.Items {
		t.Items = append(t.Items, pos.Item{ID: l.ItemID, Name: l.Name, Total: l.Total()})
	}
	return t
}
