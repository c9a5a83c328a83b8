package payment

import (
	"context"
	"errors"
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/record"
	"vitrine/writesvc/payment/settle"
	"vitrine/writesvc/web"
)

// Callback handles POST /payment/3ds/callback: the bank's message through the customer's browser. First its signature
// is verified, then every value is compared with the payment. Then one caller claims the payment and asks the bank for
// the money.
func (s *Service) Callback(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	tenant, err := rq.Query("shop")
	if err != nil {
		return nil, err
	}
	ref, err := rq.Query("payment")
	if err != nil {
		return nil, err
	}
	if !web.IsID(ref) {
		return nil, web.ErrNotFound
	}
	if _, err := s.settings.Tenant(ctx, tenant); err != nil {
		return nil, err
	}
	if err := s.limits.Request(ctx, rq, tenant, limit.Callback, s.cfg.Limit); err != nil {
		return nil, err
	}
	form, err := url.ParseQuery(string(rq.Body))
	if err != nil {
		return nil, &api.Error{Status: 400, Code: api.InvalidRequest, Message: "The body is not a form."}
	}
	p, err := s.called(ctx, tenant, ref, form)
	if err != nil {
		return nil, err
	}
	return s.back(ctx, p)
}

var errForged = &api.Error{Status: 400, Code: api.SignatureInvalid,
	Message: "The callback is not from the bank, or not for this payment."}

// called processes a callback and returns the payment afterwards.
func (s *Service) called(ctx context.Context, tenant, ref string, form url.Values) (*record.Payment, error) {
	p, err := record.FindRef(ctx, s.pool, tenant, ref)
	if err != nil {
		return nil, err
	}
	if p == nil || p.Method != "card" {
		return nil, web.ErrNotFound
	}
	if p.Flow == record.HostPay {
		return s.paged(ctx, p, form)
	}
	gw, err := s.settings.GatewayOf(ctx, p.Tenant, p.Provider)
	if err != nil {
		return nil, err
	}
	cb, err := gw.Read(form)
	if errors.Is(err, pos.ErrForged) || err == nil && (cb.PaymentID != p.MerchantRef || cb.Merchant != p.Merchant) {
		s.noteForged(p)
		return nil, errForged
	}
	if err != nil {
		return nil, err
	}
	if p.Status == record.Created && p.ProviderRef == "" {
		return nil, api.Errorf(409, api.PaymentPending, "The payment has not been started yet.")
	}
	now := s.cfg.Now()
	switch {
	case differs(p, cb):
		s.wrong.Log(s.log, slog.LevelError, "callback contradicts the payment", "tenant", tenant, "payment", p.ID)
		return s.settle.Current(ctx, p, s.settle.Reject(ctx, p, record.MoveReject,
			record.Change{Reason: pos.ReasonMismatch, Final: now}))
	case cb.Failed:
		return s.settle.Current(ctx, p, s.settle.Reject(ctx, p, record.MoveReject,
			record.Change{Reason: pos.ReasonNotAuthenticated, Final: now,
				Detail: map[string]any{"mdStatus": short(cb.MDStatus)}}))
	}
	// The card is compared before the money is asked for, so nothing has to be returned.
	if fits, err := s.fits(ctx, gw, p, cb); err != nil {
		return nil, err
	} else if !fits {
		s.wrong.Log(s.log, slog.LevelWarn, "card differs from the one that the instalment plan is for", "tenant", tenant,
			"payment", p.ID)
		reason := pos.ReasonPlan
		if p.Flow == record.Direct {
			reason = pos.ReasonMismatch
		}
		return s.settle.Current(ctx, p, s.settle.Reject(ctx, p, record.MoveReject,
			record.Change{Reason: reason, Final: now}))
	}
	_, err = s.claim(ctx, p, func(ctx context.Context) pos.Outcome {
		o := gw.Authorize(ctx, s.settle.ForBank(p), cb)
		if o.State == pos.Unknown && o.Answered { // a technical error: what became of the order is often known at once
			if asked := s.settle.Query(ctx, gw, p); asked.State == pos.Approved || asked.State == pos.Declined {
				return asked
			}
		}
		return o
	})
	return s.settle.Current(context.WithoutCancel(ctx), p, err)
}

// noteForged logs a callback that is refused. Values of the callback are not logged.
func (s *Service) noteForged(p *record.Payment) {
	s.forged.Log(s.log, slog.LevelWarn, "callback with a wrong signature, or for another payment", "tenant", p.Tenant,
		"payment", p.ID)
}

// fits reports whether the card of a callback is the one that the payment is for. A card typed here must be that card,
// if the bank shows it. A card typed on the bank's page must fit the instalment plan.
func (s *Service) fits(ctx context.Context, gw pos.Gateway, p *record.Payment, cb pos.Callback) (bool, error) {
	if p.Flow == record.Direct {
		return cb.BIN == "" || p.BIN() == "" || pos.SameBIN(cb.BIN, p.BIN()), nil
	}
	fits, err := pos.PlanFits(ctx, gw, s.settle.ForBank(p), cb.BIN, "")
	if err != nil {
		return false, &api.Error{Status: 502, Code: api.ProviderFailed,
			Message: "The bank does not answer. Nothing was charged. Try again in a moment.", Cause: err}
	}
	return fits, nil
}

// claim claims a payment, commits the claim, asks the bank and settles the answer. Of any number of callers one claims
// the payment; the others get false. After the claim money may be taken, so the work continues even if the customer's
// connection ends.
func (s *Service) claim(ctx context.Context, p *record.Payment, ask func(context.Context) pos.Outcome,
) (claimed bool, err error) {
	now := s.cfg.Now()
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
		claimed, err = record.Apply(ctx, tx, p, record.MoveClaim, record.Change{Claimed: now, AskAt: now.Add(s.cfg.AskAfter)})
		return err
	})
	if err != nil || !claimed {
		return false, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settle.BankTimeout)
	defer cancel()
	if err := s.settle.Step("claimed", p.ID); err != nil {
		return true, err
	}
	o := ask(ctx)
	if err := s.settle.Step("authorized", p.ID); err != nil {
		return true, err
	}
	return true, s.settle.Settle(ctx, p, o, false)
}

func short(s string) string { return s[:min(len(s), 8)] }

// differs reports whether a callback contradicts the payment. Values that the bank does not repeat are not compared.
func differs(p *record.Payment, cb pos.Callback) bool {
	if cb.Amount != "" {
		if m, ok := writeapi.ParseMoney(cb.Amount); !ok || m != p.Amount {
			return true
		}
	}
	return cb.Currency != "" && cb.Currency != p.Currency || cb.Installment != 0 && cb.Installment != p.Installment ||
		cb.ProviderRef != "" && p.ProviderRef != "" && cb.ProviderRef != p.ProviderRef
}

// back redirects the customer to the shop with the payment's reference and status.
func (s *Service) back(ctx context.Context, p *record.Payment) (*web.Answer, error) {
	c, err := s.settings.Of(ctx, p.Tenant)
	if err != nil {
		return nil, err
	}
	if to := c.ReturnTo(p.MerchantRef, string(p.Status)); to != "" {
		return &web.Answer{Status: http.StatusSeeOther, ContentType: "text/plain; charset=utf-8",
			Body: []byte("See " + to + "\n"), Header: http.Header{"Location": {to}}}, nil
	}
	page := "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Payment</title></head><body><p>Payment <code>" +
		p.MerchantRef + "</code>: <b id=\"status\">" +
		html.EscapeString(string(p.Status)) + "</b></p></body></html>\n"
	return &web.Answer{ContentType: "text/html; charset=utf-8", Body: []byte(page),
		Header: http.Header{"Content-Security-Policy": {"default-src 'none'"}, "Referrer-Policy": {"no-referrer"}}}, nil
}

// Complete handles POST /payment/3ds/complete: the outcome of a payment. Every call returns the same.
func (s *Service) Complete(ctx context.Context, rq *web.Request) (*web.Answer, error) {
	var in writeapi.CompletePayment
	if err := rq.Decode(&in); err != nil {
		return nil, err
	}
	if err := s.limits.Request(ctx, rq, rq.Tenant.ID(), limit.Complete, s.cfg.Limit); err != nil {
		return nil, err
	}
	if (in.PaymentID == "") == (in.Reference == "") {
		return nil, web.Wrong("paymentId", "Either paymentId or reference is required.")
	}
	return s.keys.Once(ctx, rq, "complete", in.PaymentID+in.Reference, func(string) (*web.Answer, string, error) {
		p, err := s.completed(ctx, rq, in)
		if err != nil {
			return nil, "", err
		}
		for deadline := time.Now().Add(patience); p.Status == record.Processing && time.Now().Before(deadline); {
			select { // the bank is being asked
			case <-ctx.Done():
				return nil, "", ctx.Err()
			case <-time.After(patience / 50):
			}
			if p, err = s.settle.Current(ctx, p, nil); err != nil {
				return nil, "", err
			}
		}
		switch p.Status {
		case record.Created, record.RequiresAction:
			return nil, "", api.Errorf(409, api.PaymentPending, "The bank has not answered yet.")
		case record.Processing, record.Unknown:
			return nil, "", &api.Error{Status: 409, Code: api.PaymentPending,
				Message: "The bank has not confirmed the payment yet. Try again in a moment.", RetryAfter: 5}
		}
		v, err := s.checkout.View(ctx, p)
		return web.OK(v), p.ID, err
	})
}

// completed returns the payment that a request names. A reference is also in URLs that others see, so it counts only
// for the owner, who is signed in.
func (s *Service) completed(
	ctx context.Context, rq *web.Request, in writeapi.CompletePayment,
) (*record.Payment, error) {
	if in.Reference == "" {
		return s.checkout.Own(ctx, rq, in.PaymentID, "card")
	}
	if rq.Caller == nil || !web.IsID(in.Reference) {
		return nil, web.ErrNotFound
	}
	p, err := record.FindRef(ctx, s.pool, rq.Tenant.ID(), in.Reference)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return nil, web.ErrNotFound
	}
	return s.checkout.Own(ctx, rq, p.ID, "card")
}

const patience = 5 * time.Second
