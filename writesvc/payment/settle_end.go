package payment

import (
	"context"
	"errors"
	"time"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/web"

	"github.com/jackc/pgx/v5"
)

// reject ends a payment for which no money was asked for, and gives its stock back.
func (s *settler) reject(ctx context.Context, p *row, m Move, c change) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ok, err := move(ctx, tx, p, m, c)
		if err != nil || !ok {
			return err
		}
		return basket.Release(ctx, tx, p.tenant, p.id)
	})
}

// query asks what became of a payment, at the account it was begun at.
func (s *settler) query(ctx context.Context, gw pos.Gateway, p *row) pos.Outcome {
	if gw.Merchant() != p.merchant { // it knows nothing of it: that is no answer
		return pos.Outcome{Err: errors.New("the shop has another account at its bank now: the old one must be asked by a person"), Refunded: -1}
	}
	return gw.Query(ctx, s.told(p))
}

// lookAtPage is when a payment that ends here is asked for once more, because the provider's page outlives it: when the page closes, and an
// hour (AskAgain) after that, for whoever was at his bank then. Zero: never.
func (s *settler) lookAtPage(p *row) time.Time {
	now := s.cfg.Now()
	switch {
	case p.flow != hostPay:
	case now.Before(p.pageUntil):
		return p.pageUntil.Add(s.cfg.AskAfter)
	case now.Before(p.pageUntil.Add(s.cfg.AskAgain)):
		return p.pageUntil.Add(s.cfg.AskAgain)
	}
	return time.Time{}
}

// current reads a payment again.
func (s *settler) current(ctx context.Context, p *row, err error) (*row, error) {
	if err != nil {
		return nil, err
	}
	p, err = find(ctx, s.pool, p.tenant, p.id, "")
	if err == nil && p == nil {
		err = web.ErrNotFound
	}
	return p, err
}

// lookAgain is when a payment that was delivered is looked at again: one on a chain, for chains take back.
func (s *settler) lookAgain(p *row) time.Time {
	if p.method != onChain {
		return time.Time{}
	}
	return s.cfg.Now().Add(s.cfg.AskAfter)
}

// step is one between claim and commit.
func (s *settler) step(name, payment string) error {
	if s.cfg.Step == nil {
		return nil
	}
	return s.cfg.Step(name, payment)
}

// told is what a bank is told of a payment.
func (s *settler) told(p *row) pos.Payment {
	t := pos.Payment{ID: p.id, ProviderRef: p.providerRef, Txn: p.txn, Price: p.price, Amount: p.amount, Currency: p.currency, Installment: p.installment,
		CallbackURL: s.settings.callbackURL(p.tenant, p.id), Address: p.address}
	if p.flow == hostPay {
		t.Token, t.ProviderRef = p.providerRef, p.txn
	}
	for _, l := range p.items {
		t.Items = append(t.Items, pos.Item{ID: l.ItemID, Name: l.Name, Total: l.Total()})
	}
	return t
}
