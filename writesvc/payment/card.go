package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/checkout"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settings"
	"vitrine/writesvc/web"
)

// Start3DS handles POST /payment/3ds. It answers with the page that leads to the customer's bank, or with JSON if
// Accept asks for it. The card number exists only in this call and in that page.
func (s *Service) Start3DS(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	if c, err := s.settings.Of(ctx, rq.Tenant.ID()); err != nil {
		return nil, err
	} else if c.Cards == settings.HostedCards {
		return nil, settings.ErrHostedOnly // the body is not parsed
	}
	var in writeapi.Pay3DS
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	card, err := pos.NewCard(in.CardNumber, in.ExpireMonth, in.ExpireYear, in.CVC, in.CardHolderName, s.cfg.Now())
	if err != nil {
		return nil, err
	}
	count, err := installment(in.Installment)
	if err != nil {
		return nil, err
	}
	want, err := checkout.NewPurchase(in.BasketID, in.ExpectedTotal)
	if err != nil {
		return nil, err
	}
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), limit.CardStart, s.cfg.StartLimit); err != nil {
		return nil, err
	}
	return s.keys.Once(ctx, rq, "3ds", in.BasketID, func(again string) (*web.Answer, string, error) {
		var p *record.Payment
		if again != "" {
			// A repetition with the same key: the page was not stored, so it is made again.
			if p, err = record.Find(ctx, s.pool, rq.Tenant.ID(), again, ""); err != nil {
				return nil, "", err
			}
			if p == nil || p.Status != record.RequiresAction {
				return nil, "", errStarted
			}
			if bank, _ := settings.Banks.Find(p.Provider); !bank.Restartable {
				return nil, "", errStarted
			}
		}
		page, p, err := s.startCard(ctx, rq, attempt{Purchase: want, bin: card.BIN(), masked: card.Masked(),
			count: count, card: &card}, p)
		if err != nil {
			return nil, "", err
		}
		if web.WantsType(rq.HTTP, "application/json") {
			return web.OK(writeapi.Started{PaymentID: p.ID, Reference: p.MerchantRef, HTML: string(page.HTML),
				ExpiresAt: p.Expires.UTC()}), p.ID, nil
		}
		return &web.Answer{ContentType: "text/html; charset=utf-8", Body: page.HTML,
			Header: pageHeader(page, p.ID)}, p.ID, nil
	})
}

var errStarted = api.Errorf(409, api.PaymentUnderWay, "This payment has already been started.")

// installment returns the number of instalments of a request.
func installment(given writeapi.Number) (int, error) {
	if given == "" {
		return 1, nil
	}
	count, err := strconv.Atoi(string(given))
	if err != nil || count < 1 || count > 12 {
		return 0, web.Wrong("installment", "Must be a whole number from 1 to 12.")
	}
	return count, nil
}

// An attempt is a request to pay by card.
type attempt struct {
	checkout.Purchase
	bin, masked string
	count       int
	card        *pos.Card // nil: the customer types it on the bank's own page
}

// planBIN returns the digits by which a plan on the bank's page was chosen.
func (a attempt) planBIN() string {
	if a.card != nil || a.count <= 1 {
		return ""
	}
	return a.bin
}

// pageHeader returns headers that confine a page with a card. A page that the provider wrote has its own scripts.
func pageHeader(page pos.Page, id string) http.Header {
	h := http.Header{"Referrer-Policy": {"no-referrer"}, "X-Frame-Options": {"SAMEORIGIN"}}
	if id != "" {
		h["X-Payment-Id"] = []string{id}
	}
	if page.Nonce != "" {
		h["Content-Security-Policy"] = []string{"default-src 'none'; form-action " + page.FormAction +
			"; script-src 'nonce-" + page.Nonce + "'; base-uri 'none'"}
	}
	return h
}

// startCard begins a card payment, or makes the page of one that was begun again.
func (s *Service) startCard(ctx context.Context, rq *web.Request, a attempt, p *record.Payment,
) (pos.Page, *record.Payment, error) {
	c, err := s.settings.Of(ctx, rq.Tenant.ID())
	if err != nil {
		return pos.Page{}, nil, err
	}
	if c.Provider == "" {
		return pos.Page{}, nil, settings.ErrMethodOff
	}
	if s.cfg.Production && s.cfg.APIURL == "" {
		s.noURL.Log(s.log, slog.LevelError, "VITRINE_API_URL is not set; banks cannot send customers back")
		return pos.Page{}, nil, settings.ErrMethodOff
	}
	gw, err := s.settings.Gateway(rq.Tenant.ID(), c.Provider, c)
	if err != nil {
		return pos.Page{}, nil, err
	}
	fresh := p == nil
	if fresh {
		if !web.IsID(a.Basket) {
			return pos.Page{}, nil, web.ErrNotFound
		}
		if err := s.lookFirst(ctx, rq.Tenant.ID(), a.Basket); err != nil {
			return pos.Page{}, nil, err
		}
		if p, err = s.create(ctx, rq, gw, c, a); err != nil {
			return pos.Page{}, nil, err
		}
	}
	pay := s.settle.ForBank(p)
	pay.Language = rq.Tenant.Language
	if err := s.pool.QueryRow(ctx, `SELECT id, first_name, last_name, email, coalesce(phone, '') FROM account
WHERE tenant_id = $1 AND id = $2`, p.Tenant, p.Account).Scan(
		&pay.Buyer.ID, &pay.Buyer.First, &pay.Buyer.Last, &pay.Buyer.Email, &pay.Buyer.Phone); err != nil {
		return pos.Page{}, nil, fmt.Errorf("read who pays: %w", err)
	}
	var page pos.Page
	if a.card != nil {
		page, err = gw.Start(ctx, pay, *a.card)
	} else {
		page, err = gw.Host(ctx, pay)
	}
	if err != nil {
		reason := pos.ReasonProcessing
		var no *pos.Refusal
		if errors.As(err, &no) {
			reason = no.Reason
		}
		// No money can have been taken, because none was requested.
		if fresh {
			if rerr := s.settle.Reject(context.WithoutCancel(ctx), p, record.MoveReject,
				record.Change{Reason: reason, Final: s.cfg.Now()}); rerr != nil {
				return pos.Page{}, nil, rerr
			}
		}
		if no != nil {
			return pos.Page{}, nil, &api.Error{Status: 409, Code: api.PaymentRefused,
				Message: "The bank rejected the payment: " + reason + "."}
		}
		return pos.Page{}, nil, &api.Error{Status: 502, Code: api.ProviderFailed,
			Message: "The bank does not answer. Nothing was charged. Try again in a moment.", Cause: err}
	}
	if !fresh {
		return page, p, nil
	}
	until := s.cfg.Now().Add(s.cfg.HoldFor)
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		c := record.Change{ProviderRef: page.ProviderRef, Expires: until}
		if page.Takes {
			c.ProviderRef, c.AskAt = page.Token, s.cfg.Now().Add(s.cfg.AskAfter)
		}
		ok, err := record.Apply(ctx, tx, p, record.MoveStart, c)
		if err != nil {
			return err
		}
		if !ok {
			return api.Errorf(409, api.PaymentUnderWay, "The basket changed, or another payment was started for it.")
		}
		if a.card == nil {
			if err := s.hosted(ctx, tx, p, page); err != nil {
				return err
			}
		}
		_, err = basket.Hold(ctx, tx, p.Tenant, p.ID, until)
		return err
	})
	return page, p, err
}

// create inserts a payment and reserves the stock.
func (s *Service) create(ctx context.Context, rq *web.Request, gw pos.Gateway, c settings.Settings, a attempt,
) (*record.Payment, error) {
	now := s.cfg.Now()
	lines, err := basket.Lines(ctx, s.pool, rq.Tenant.ID(), a.Basket, now)
	if err != nil {
		return nil, err
	}
	price := checkout.Total(lines)
	amount := price
	if a.count > 1 && price > 0 {
		if amount, err = planned(ctx, gw, a.bin, price, a.count); err != nil {
			return nil, err
		}
	}
	p := &record.Payment{}
	err = s.checkout.Begin(ctx, rq, func(tx pgx.Tx) error {
		taken, err := s.checkout.TakeBasket(ctx, tx, rq, a.Purchase, c.Stock, now)
		if err != nil {
			return err
		}
		if checkout.Total(taken.Lines) != price {
			return api.Errorf(409, api.PaymentState, "A price has changed. Review the basket.")
		}
		if err := checkout.Insert(ctx, tx, p, checkout.NewPayment{
			Taken: taken, Tenant: rq.Tenant.ID(), Basket: a.Basket, Method: "card", Provider: c.Provider,
			Merchant: gw.Merchant(), Status: record.Created, Amount: amount, Installment: a.count, Card: a.masked,
			Client: rq.Client, Created: now, Expires: now.Add(s.cfg.HoldFor), PlanBIN: a.planBIN(),
		}); err != nil {
			return err
		}
		return s.checkout.Reserve(ctx, tx, p, taken, c.Stock, p.Expires)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// planned returns the total of a plan that the bank offers to the card.
func planned(ctx context.Context, gw pos.Gateway, bin string, price writeapi.Money, count int) (writeapi.Money, error) {
	offered, err := gw.Installments(ctx, bin, price)
	if err != nil {
		return 0, &api.Error{Status: 502, Code: api.ProviderFailed,
			Message: "The bank does not answer. Nothing was charged. Try again in a moment.", Cause: err}
	}
	for _, d := range offered.InstallmentDetails {
		for _, i := range d.InstallmentPrices {
			if i.InstallmentNumber == count && i.TotalPrice >= price && i.TotalPrice <= 2*price {
				return i.TotalPrice, nil
			}
		}
	}
	return 0, web.Wrong("installment", "This plan is not available for the card.")
}
