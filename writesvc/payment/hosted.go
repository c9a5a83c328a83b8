package payment

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/secret"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/checkout"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// StartHosted handles POST /payment/hosted. It answers with the page that leads to the bank's own page, or with JSON if
// Accept asks for it. The body may contain only the members of PayHosted, and never a card.
func (s *Service) StartHosted(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.PayHosted
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	count, err := installment(in.Installment)
	if err != nil {
		return nil, err
	}
	if in.BIN != "" && (len(in.BIN) != 6 && len(in.BIN) != 8 || !numeric(in.BIN)) {
		return nil, web.Wrong("bin", "Must be the first 6 or 8 digits of the card number, and no more.")
	}
	if count > 1 && in.BIN == "" {
		return nil, web.Wrong("bin", "Required for instalments: the first 6 or 8 digits of the card number.")
	}
	want, err := checkout.NewPurchase(in.BasketID, in.ExpectedTotal)
	if err != nil {
		return nil, err
	}
	// The limit is shared with Start3DS.
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), limit.CardStart, s.cfg.StartLimit); err != nil {
		return nil, err
	}
	c, err := s.settings.Of(ctx, rq.Tenant.ID())
	if err != nil {
		return nil, err
	}
	switch {
	case c.Provider == "":
		return nil, settings.ErrMethodOff
	case c.Cards == settings.FormCards:
		return nil, settings.ErrNoPage
	}
	bin := in.BIN
	if count > 1 {
		bank, _ := settings.Banks.Find(c.Provider)
		if bank.PageBIN == 0 {
			return nil, web.Wrong("installment", "This shop's bank offers no instalments on its page.")
		}
		bin = bin[:min(len(bin), bank.PageBIN)] // no more digits than the bank shows of the card that is used
	}
	return s.keys.Once(ctx, rq, "hosted", in.BasketID, func(again string) (*web.Answer, string, error) {
		var p *record.Payment
		if again != "" {
			if p, err = record.Find(ctx, s.pool, rq.Tenant.ID(), again, ""); err != nil {
				return nil, "", err
			}
			if p == nil || p.Status != record.RequiresAction || p.Flow == record.Direct {
				return nil, "", errStarted
			}
		}
		var page pos.Page
		if p != nil && p.Flow == record.HostPay {
			page, err = pos.ForwardingPage(p.PageURL) // the provider has one page per payment; only the way there is made again
		} else {
			page, p, err = s.startCard(ctx, rq, attempt{Purchase: want, bin: bin, count: count}, p)
		}
		if err != nil {
			return nil, "", err
		}
		if web.WantsType(rq.HTTP, "application/json") {
			return web.OK(writeapi.Hosted{PaymentID: p.ID, Reference: p.MerchantRef, HTML: string(page.HTML), URL: page.URL,
				ExpiresAt: p.Expires.UTC()}), p.ID, nil
		}
		return &web.Answer{ContentType: "text/html; charset=utf-8", Body: page.HTML,
			Header: pageHeader(page, p.ID)}, p.ID, nil
	})
}

// hosted stores the page of a payment, in the transaction that starts it. The provider identifies the payment by the
// page's token.
func (s *Service) hosted(ctx context.Context, tx pgx.Tx, p *record.Payment, page pos.Page) error {
	p.Flow = record.Host
	if page.Takes {
		p.Flow, p.PageURL, p.PageUntil = record.HostPay, page.URL, s.cfg.Now().Add(page.For)
	}
	if _, err := tx.Exec(ctx, `UPDATE payment SET flow = $3, page_url = $4, page_until = $5 WHERE tenant_id = $1
AND id = $2`, p.Tenant, p.ID, p.Flow, p.PageURL, record.When(p.PageUntil)); err != nil {
		return fmt.Errorf("write down the page: %w", err)
	}
	return nil
}

// lookFirst queries, before another payment is begun for a basket, whether the previous one was paid on the provider's
// page. A customer who got no answer tries again.
func (s *Service) lookFirst(ctx context.Context, tenant, basketID string) error {
	rows, err := s.pool.Query(ctx, `SELECT `+record.Columns+` FROM payment WHERE tenant_id = $1 AND basket_id = $2
AND status = 'requires_action' AND flow = 'host_pay'`, tenant, basketID)
	if err != nil {
		return fmt.Errorf("find what was begun for the basket: %w", err)
	}
	begun, err := pgx.CollectRows(rows, record.ScanRow)
	if err != nil {
		return fmt.Errorf("find what was begun for the basket: %w", err)
	}
	for _, p := range begun {
		if err := s.lookAt(ctx, p); err != nil { // the payment is queried again once it is cancelled
			s.log.Warn("payment not reconciled", "tenant", p.Tenant, "payment", p.ID, "err", err)
		}
	}
	return nil
}

// lookFor bounds the query about the previous payment.
const lookFor = 5 * time.Second

func (s *Service) lookAt(ctx context.Context, p *record.Payment) error {
	gw, err := s.settings.GatewayOf(ctx, p.Tenant, p.Provider)
	if err != nil {
		return err
	}
	short, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	return s.found(context.WithoutCancel(ctx), p, s.settle.Query(short, gw, p))
}

// paged processes a callback from a page on which the provider takes the money. The callback carries the page's token,
// which the customer knows too, so it is only a hint to query. One caller claims the payment and queries it. The
// reconciler queries a payment that has ended.
func (s *Service) paged(ctx context.Context, p *record.Payment, form url.Values) (*record.Payment, error) {
	given := form["token"]
	if len(given) != 1 || !secret.Equal(given[0], p.ProviderRef) {
		s.noteForged(p)
		return nil, errForged
	}
	gw, err := s.settings.GatewayOf(ctx, p.Tenant, p.Provider)
	if err != nil {
		return nil, err
	}
	claimed, err := s.claim(ctx, p, func(ctx context.Context) pos.Outcome { return s.settle.Query(ctx, gw, p) })
	if err == nil && !claimed {
		err = s.askSoon(ctx, p)
	}
	return s.settle.Current(context.WithoutCancel(ctx), p, err)
}

// askSoon schedules a query about a payment on a provider's page that is open, unknown, or ended without money.
// Customers can repeat callbacks, and providers accept about 50 queries per minute.
func (s *Service) askSoon(ctx context.Context, p *record.Payment) error {
	ask := limit.On(limit.AskBank, limit.AskBank.Limit, p.Tenant, p.ID)
	if wait, err := s.limits.Take(ctx, p.Tenant, ask.Sure()); err != nil || wait > 0 {
		return err // the scheduled query suffices
	}
	if _, err := s.pool.Exec(ctx, `UPDATE payment SET ask_at = $3 WHERE tenant_id = $1 AND id = $2 AND flow = 'host_pay'
AND status IN ('requires_action', 'unknown', 'failed', 'expired', 'cancelled')`, p.Tenant, p.ID,
		s.cfg.Now()); err != nil {
		return fmt.Errorf("ask about a payment: %w", err)
	}
	s.Wake()
	return nil
}

// found processes an answer about a payment whose customer may still be at the provider's page. It acts only if the
// provider has the money.
func (s *Service) found(ctx context.Context, p *record.Payment, o pos.Outcome) error {
	if p.Flow != record.HostPay || o.State != pos.Approved && !o.Held {
		return nil // after a declined card the customer may try another one
	}
	_, err := s.claim(ctx, p, func(context.Context) pos.Outcome { return o })
	return err
}

// foundLate processes an answer about a payment on a provider's page that has ended. Late money buys the order if the
// stock is available and the basket is unchanged. Otherwise it is refunded.
func (s *Service) foundLate(ctx context.Context, p *record.Payment, o pos.Outcome) error {
	if o.State == pos.Approved {
		same, err := s.unchanged(ctx, p)
		if err != nil {
			return err
		}
		if !same || p.Status == record.Cancelled {
			return s.settle.AutoRefund(ctx, p, o, "late")
		}
		return s.settle.Approve(ctx, p, o)
	}
	next := s.settle.AskPageAt(p)
	if o.State == pos.Unknown { // until the provider answers
		next = s.cfg.Now().Add(s.cfg.AskAgain)
	}
	_, err := s.pool.Exec(ctx, `UPDATE payment SET ask_at = $3 WHERE tenant_id = $1 AND id = $2 AND status = $4`,
		p.Tenant, p.ID, record.When(next), p.Status)
	return err
}

// unchanged reports whether a basket still contains the items of its payment. Prices may have changed; the payment's
// prices hold.
func (s *Service) unchanged(ctx context.Context, p *record.Payment) (bool, error) {
	lines, err := basket.Lines(ctx, s.pool, p.Tenant, p.Basket, s.cfg.Now())
	if err != nil {
		return false, err
	}
	left := map[string]int{}
	for _, l := range lines {
		left[l.Kind+l.ItemID] += l.Quantity
	}
	for _, l := range p.Items {
		left[l.Kind+l.ItemID] -= l.Quantity
	}
	for _, n := range left {
		if n != 0 {
			return false, nil
		}
	}
	return true, nil
}
