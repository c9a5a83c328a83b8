package nestpay

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
)

// Merchant returns the client id.
func (g *Gateway) Merchant() string { return g.cfg.ClientID }

// taksit writes a number of instalments; NestPay writes a single payment as "".
func taksit(count int) string {
	if count <= 1 {
		return ""
	}
	return strconv.Itoa(count)
}

// Start returns the form that the customer's browser posts to the bank. It does not call the bank.
func (g *Gateway) Start(_ context.Context, p pos.Payment, c pos.Card) (pos.Page, error) {
	number, month, year, cvc, holder := c.Reveal()
	return g.gate(p, "3d", pos.Field{Name: "pan", Value: number},
		pos.Field{Name: "Ecom_Payment_Card_ExpDate_Month", Value: month},
		pos.Field{Name: "Ecom_Payment_Card_ExpDate_Year", Value: year[2:]},
		pos.Field{Name: "cv2", Value: cvc}, pos.Field{Name: "cardHolderName", Value: holder})
}

// Host returns the form that leads the customer's browser to the bank's page. It does not call the bank.
func (g *Gateway) Host(_ context.Context, p pos.Payment) (pos.Page, error) {
	return g.gate(p, "3d_host")
}

// gate returns the form for the bank's 3-D gate. In neither model does the bank take money for it.
func (g *Gateway) gate(p pos.Payment, model string, more ...pos.Field) (pos.Page, error) {
	number, ok := pos.ISONumber(p.Currency)
	if !ok {
		return pos.Page{}, &pos.Refusal{Reason: pos.ReasonUnsupported}
	}
	rnd := make([]byte, 12)
	if _, err := rand.Read(rnd); err != nil {
		return pos.Page{}, fmt.Errorf("make rnd: %w", err)
	}
	lang := "en"
	if p.Language == "tr" {
		lang = "tr"
	}
	fields := append([]pos.Field{
		{Name: "clientid", Value: g.cfg.ClientID}, {Name: "storetype", Value: model},
		{Name: "amount", Value: p.Amount.String()}, {Name: "oid", Value: p.ID},
		{Name: "okUrl", Value: p.CallbackURL}, {Name: "failUrl", Value: p.CallbackURL},
		{Name: "rnd", Value: hex.EncodeToString(rnd)}, {Name: "lang", Value: lang},
		{Name: "currency", Value: number}, {Name: "taksit", Value: taksit(p.Installment)},
		{Name: "TranType", Value: "Auth"}, {Name: "hashAlgorithm", Value: "ver3"},
	}, more...)
	form := url.Values{}
	for _, f := range fields {
		form.Set(f.Name, f.Value)
	}
	hash := HashV3(form, string(g.cfg.StoreKey))
	return pos.PostingPage(g.cfg.GateURL, append(fields, pos.Field{Name: "hash", Value: hash}))
}

// Read verifies and parses a callback. The hash covers values but not names, so Read requires every field it needs:
// a renamed field is missing.
func (g *Gateway) Read(form url.Values) (pos.Callback, error) {
	if !verifyV3(form, string(g.cfg.StoreKey)) {
		return pos.Callback{}, pos.ErrForged
	}
	fields := map[string]string{}
	for name, values := range form {
		fields[strings.ToLower(name)] = values[0]
	}
	for _, needed := range []string{"clientid", "oid", "amount", "currency", "mdstatus", "taksit"} {
		if _, ok := fields[needed]; !ok {
			return pos.Callback{}, pos.ErrForged
		}
	}
	cb := pos.Callback{
		PaymentID: fields["oid"], Merchant: fields["clientid"], Amount: fields["amount"],
		Currency: pos.ISOName(fields["currency"]), Installment: 1, MDStatus: fields["mdstatus"],
		Evidence: map[string]string{},
	}
	if cb.Currency == "" {
		cb.Currency = "?" + fields["currency"]
	}
	if t := fields["taksit"]; t != "" {
		count, err := strconv.Atoi(t)
		if err != nil {
			count = -1
		}
		cb.Installment = max(count, 1)
		if count < 0 {
			cb.Installment = -1
		}
	}
	if cb.Failed = !slices.Contains(g.cfg.MDStatus, cb.MDStatus); cb.Failed {
		return cb, nil
	}
	var err error
	if cb.BIN, err = firstDigits(fields); err != nil {
		return pos.Callback{}, err
	}
	for _, needed := range []string{"md", "xid", "eci", "cavv"} {
		v, ok := fields[needed]
		if !ok || v == "" && needed == "md" {
			return pos.Callback{}, pos.ErrForged
		}
		cb.Evidence[needed] = v
	}
	return cb, nil
}

// Authorize takes the money.
func (g *Gateway) Authorize(ctx context.Context, p pos.Payment, cb pos.Callback) pos.Outcome {
	number, _ := pos.ISONumber(p.Currency)
	r, err := g.ask(ctx, cc5Request{
		Type: "Auth", Address: p.Address, OrderID: p.ID, Total: p.Amount.String(), Currency: number,
		Taksit: taksit(p.Installment), Mode: "P", Number: cb.Evidence["md"], PayerTxnID: cb.Evidence["xid"],
		Level: cb.Evidence["eci"], Code: cb.Evidence["cavv"],
	})
	if err != nil {
		return pos.Outcome{Err: err, Refunded: -1}
	}
	return r.outcome(p.ID)
}

// Query returns the order's status.
func (g *Gateway) Query(ctx context.Context, p pos.Payment) pos.Outcome {
	q := cc5Request{OrderID: p.ID}
	q.Extra = &struct {
		OrderStatus string `xml:"ORDERSTATUS"`
	}{"QUERY"}
	r, err := g.ask(ctx, q)
	if err != nil {
		return pos.Outcome{Err: err, Refunded: -1}
	}
	return r.status(p)
}

// Void cancels the order.
func (g *Gateway) Void(ctx context.Context, p pos.Payment) pos.Outcome {
	r, err := g.ask(ctx, cc5Request{Type: "Void", OrderID: p.ID})
	if err != nil {
		return pos.Outcome{Err: err, Refunded: -1}
	}
	return r.outcome(p.ID)
}

// Refund credits the card.
func (g *Gateway) Refund(ctx context.Context, p pos.Payment, amount writeapi.Money) pos.Outcome {
	number, _ := pos.ISONumber(p.Currency)
	r, err := g.ask(ctx, cc5Request{Type: "Credit", OrderID: p.ID, Total: amount.String(), Currency: number})
	if err != nil {
		return pos.Outcome{Err: err, Refunded: -1}
	}
	return r.outcome(p.ID)
}

// Installments returns the plans of the tenant's settings. NestPay has no request for plans.
func (g *Gateway) Installments(_ context.Context, bin string, amount writeapi.Money) (writeapi.Installments, error) {
	return pos.PlansFor(g.cfg.Plans, bin, amount), nil
}
