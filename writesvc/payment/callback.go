package payment

import (
	"context"
	"errors"
	"html"
	"net/http"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/web"
)

// Callback answers POST /payment/3ds/callback: what the bank says through the customer's browser. Its signature is looked at before anything
// it says; then all of it is compared with the payment; then one caller claims the payment and asks the bank for the money.
func (s *Service) Callback(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	shop, err := rq.Query("shop")
	if err != nil {
		return nil, err
	}
	id, err := rq.Query("payment")
	if err != nil {
		return nil, err
	}
	if !web.IsID(id) {
		return nil, web.ErrNotFound
	}
	if _, err := s.settings.shop(ctx, shop); err != nil {
		return nil, err
	}
	if err := s.limits.Request(ctx, rq, shop, "callback", s.cfg.Limit); err != nil {
		return nil, err
	}
	form, err := url.ParseQuery(string(rq.Body))
	if err != nil {
		return nil, &api.Error{Status: 400, Code: api.InvalidRequest, Message: "The body is no form."}
	}
	p, err := s.called(ctx, shop, id, form)
	if err != nil {
		return nil, err
	}
	return s.back(ctx, p)
}

var errForged = &api.Error{Status: 400, Code: api.SignatureInvalid, Message: "This is not the bank's answer to this payment."}

// called does what a callback asks for and returns the payment as it is then.
func (s *Service) called(ctx context.Context, shop, id string, form url.Values) (*row, error) {
	p, err := find(ctx, s.pool, shop, id, "")
	if err != nil {
		return nil, err
	}
	if p == nil || p.method != "card" {
		return nil, web.ErrNotFound
	}
	if p.flow == hostPay {
		return s.paged(ctx, p, form)
	}
	gw, err := s.settings.gatewayOf(ctx, p.tenant, p.provider)
	if err != nil {
		return nil, err
	}
	cb, err := gw.Read(form)
	if errors.Is(err, pos.ErrForged) || err == nil && (cb.PaymentID != p.id || cb.Merchant != p.merchant) {
		s.log.Warn("a callback that is not the bank's", "tenant", shop, "payment", id) // and nothing of what it says
		return nil, errForged
	}
	if err != nil {
		return nil, err
	}
	if p.status == Created && p.providerRef == "" {
		return nil, api.Errorf(409, api.PaymentPending, "The payment has not been started yet.")
	}
	now := s.cfg.Now()
	switch {
	case differs(p, cb):
		s.log.Error("the bank's answer is about another sum", "tenant", shop, "payment", id)
		return s.settle.current(ctx, p, s.settle.reject(ctx, p, moveReject, change{reason: pos.ReasonMismatch, final: now}))
	case cb.Failed:
		return s.settle.current(ctx, p, s.settle.reject(ctx, p, moveReject, change{reason: pos.ReasonNotAuthenticated, final: now, detail: map[string]any{"mdStatus": short(cb.MDStatus)}}))
	}
	_, err = s.claim(ctx, p, func(ctx context.Context) pos.Outcome { return gw.Authorize(ctx, s.settle.told(p), cb) })
	return s.settle.current(context.WithoutCancel(ctx), p, err)
}

// claim claims a payment, commits the claim, asks the bank and settles the answer. Of any number of callers one claims
// the payment; the others get false. After the claim money may be taken, so the work continues even if the customer's
// connection ends.
func (s *Service) claim(ctx context.Context, p *row, ask func(context.Context) pos.Outcome) (claimed bool, err error) {
	now := s.cfg.Now()
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
		claimed, err = move(ctx, tx, p, moveClaim, change{claimed: now, askAt: now.Add(s.cfg.AskAfter)})
		return err
	})
	if err != nil || !claimed {
		return false, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), authorizeTimeout)
	defer cancel()
	if err := s.settle.step("claimed", p.id); err != nil {
		return true, err
	}
	o := ask(ctx)
	if err := s.settle.step("authorized", p.id); err != nil {
		return true, err
	}
	return true, s.settle.settle(ctx, p, o, false)
}

const authorizeTimeout = 45 * time.Second // longer than a call to a bank, and less than AskAfter

func short(s string) string { return s[:min(len(s), 8)] }

// differs reports whether a callback is about something else than the payment. What the bank does not repeat is not compared.
func differs(p *row, cb pos.Callback) bool {
	if cb.Amount != "" {
		if m, ok := writeapi.ParseMoney(cb.Amount); !ok || m != p.amount {
			return true
		}
	}
	return cb.Currency != "" && cb.Currency != p.currency || cb.Installment != 0 && cb.Installment != p.installment ||
		cb.ProviderRef != "" && p.providerRef != "" && cb.ProviderRef != p.providerRef
}

// back leads the customer back to the shop, with the payment's id and how it stands, and nothing else.
func (s *Service) back(ctx context.Context, p *row) (*web.Answer, error) {
	c, err := s.settings.of(ctx, p.tenant)
	if err != nil {
		return nil, err
	}
	if to := c.returnURL(p.id, p.status); to != "" {
		return &web.Answer{Status: http.StatusSeeOther, ContentType: "text/plain; charset=utf-8", Body: []byte("See " + to + "\n"), Header: http.Header{"Location": {to}}}, nil
	}
	page := "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Payment</title></head><body><p>Payment <code>" + p.id + "</code>: <b id=\"status\">" +
		html.EscapeString(string(p.status)) + "</b></p></body></html>\n"
	return &web.Answer{ContentType: "text/html; charset=utf-8", Body: []byte(page), Header: http.Header{"Content-Security-Policy": {"default-src 'none'"}, "Referrer-Policy": {"no-referrer"}}}, nil
}

// Complete answers POST /payment/3ds/complete: how the payment ended, the same every time.
func (s *Service) Complete(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.CompletePayment
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), "complete", s.cfg.Limit); err != nil {
		return nil, err
	}
	return s.keys.once(ctx, rq, "complete", func(string) (*web.Answer, string, error) {
		p, err := s.checkout.own(ctx, rq, in.PaymentID, "card")
		if err != nil {
			return nil, "", err
		}
		for deadline := time.Now().Add(patience); p.status == Processing && time.Now().Before(deadline); {
			select { // the bank is being asked this moment
			case <-ctx.Done():
				return nil, "", ctx.Err()
			case <-time.After(patience / 50):
			}
			if p, err = s.settle.current(ctx, p, nil); err != nil {
				return nil, "", err
			}
		}
		switch p.status {
		case Created, RequiresAction:
			return nil, "", api.Errorf(409, api.PaymentPending, "The bank has not answered yet.")
		case Processing, Unknown:
			return nil, "", &api.Error{Status: 409, Code: api.PaymentPending, Message: "The bank has not said yet whether it took the money. Ask again in a moment.", RetryAfter: 5}
		}
		v, err := s.checkout.view(ctx, p)
		return web.OK(v), p.id, err
	})
}

const patience = 5 * time.Second
