package iyzico

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
)

// An answer holds the members of all answers.
type answer struct {
	Status         string      `json:"status"`
	ErrorCode      string      `json:"errorCode"`
	ConversationID string      `json:"conversationId"`
	Signature      string      `json:"signature"`
	PaymentID      string      `json:"paymentId"`
	BasketID       string      `json:"basketId"`
	Currency       string      `json:"currency"`
	Price          json.Number `json:"price"`
	PaidPrice      json.Number `json:"paidPrice"`
	FraudStatus    *int        `json:"fraudStatus"`
	PaymentStatus  string      `json:"paymentStatus"`
	HTML           string      `json:"threeDSHtmlContent"`

	// Members of the checkout form.
	Token       string      `json:"token"`
	PageURL     string      `json:"paymentPageUrl"`
	Expires     json.Number `json:"tokenExpireTime"` // seconds
	Installment int         `json:"installment"`
	MDStatus    *mdStatus   `json:"mdStatus"`
	BIN         string      `json:"binNumber"` // the first six or eight digits of the card
	Family      string      `json:"cardFamily"`

	Details []struct {
		BinNumber      string      `json:"binNumber"`
		Price          json.Number `json:"price"`
		CardType       string      `json:"cardType"`
		Association    string      `json:"cardAssociation"`
		Family         string      `json:"cardFamilyName"`
		BankName       string      `json:"bankName"`
		InstallmentSet []struct {
			Each   json.Number `json:"installmentPrice"`
			Total  json.Number `json:"totalPrice"`
			Number int         `json:"installmentNumber"`
		} `json:"installmentPrices"`
	} `json:"installmentDetails"`
}

// ask sends one request. After an error it is unknown what iyzico did. The error never repeats the request.
func (g *Gateway) ask(ctx context.Context, path string, q any) (a answer, err error) {
	body, err := json.Marshal(q)
	if err != nil {
		return a, errors.New("iyzico: write the request")
	}
	random := make([]byte, 12)
	if _, err := rand.Read(random); err != nil {
		return a, fmt.Errorf("iyzico: %w", err)
	}
	rnd := hex.EncodeToString(random)
	ctx, cancel := context.WithTimeout(ctx, pos.CallTimeout)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, g.cfg.URL+path, bytes.NewReader(body))
	if err != nil {
		return a, errors.New("iyzico: the address is not a URL")
	}
	rq.GetBody = nil
	rq.Header.Set("Authorization", authorization(g.cfg.APIKey, string(g.cfg.SecretKey), rnd, path, string(body)))
	rq.Header.Set("x-iyzi-rnd", rnd)
	rq.Header.Set("Content-Type", "application/json")
	rq.Header.Set("Accept", "application/json")
	rs, err := g.client.Do(rq)
	if err != nil {
		return a, fmt.Errorf("ask iyzico: %w", err)
	}
	defer rs.Body.Close() //nolint:errcheck // it was read
	text, err := io.ReadAll(io.LimitReader(rs.Body, pos.MaxAnswer+1))
	if err != nil {
		return a, fmt.Errorf("read iyzico's answer: %w", err)
	}
	if rs.StatusCode != http.StatusOK || int64(len(text)) > pos.MaxAnswer {
		return a, fmt.Errorf("iyzico answered %d with %d bytes", rs.StatusCode, len(text))
	}
	if err := json.Unmarshal(text, &a); err != nil || a.Status != "success" && a.Status != "failure" {
		return answer{}, errors.New("iyzico's answer cannot be read")
	}
	return a, nil
}

func locale(lang string) string {
	if lang == "tr" {
		return "tr"
	}
	return "en"
}

type obj = map[string]any

// order is the part of a request that Start and Host share.
func (g *Gateway) order(p pos.Payment) obj {
	person := strings.TrimSpace(p.Buyer.First + " " + p.Buyer.Last)
	address := obj{"contactName": person, "city": g.cfg.City, "country": g.cfg.Country, "address": g.cfg.Address}
	items := []obj{}
	for _, it := range p.Items {
		if it.Total > 0 { // iyzico rejects a line without a price
			items = append(items, obj{
				"id": it.ID, "name": it.Name, "category1": "-", "itemType": "VIRTUAL", "price": price(it.Total),
			})
		}
	}
	return obj{
		"locale": locale(p.Language), "conversationId": p.ID, "price": price(p.Price), "currency": p.Currency,
		"basketId": p.ID, "paymentGroup": "PRODUCT", "callbackUrl": p.CallbackURL,
		"buyer": obj{
			"id": p.Buyer.ID, "name": p.Buyer.First, "surname": p.Buyer.Last, "email": p.Buyer.Email,
			"gsmNumber": p.Buyer.Phone, "identityNumber": "11111111111", "ip": p.Address,
			"registrationAddress": g.cfg.Address, "city": g.cfg.City, "country": g.cfg.Country,
		},
		"billingAddress": address, "shippingAddress": address, "basketItems": items,
	}
}

// Start sends the card to iyzico and returns iyzico's page that leads to the issuing bank.
func (g *Gateway) Start(ctx context.Context, p pos.Payment, c pos.Card) (pos.Page, error) {
	q := g.order(p)
	q["paidPrice"], q["installment"], q["paymentChannel"] = price(p.Amount), p.Installment, "WEB"
	number, month, year, cvc, holder := c.Reveal()
	q["paymentCard"] = obj{
		"cardHolderName": holder, "cardNumber": number, "expireMonth": month, "expireYear": year, "cvc": cvc,
	}
	a, err := g.ask(ctx, "/payment/3dsecure/initialize", q)
	if err != nil {
		return pos.Page{}, err
	}
	if a.Status != "success" {
		return pos.Page{}, &pos.Refusal{Reason: reasonOf(a.ErrorCode)}
	}
	page, err := base64.StdEncoding.DecodeString(a.HTML)
	signature := hmacHex(string(g.cfg.SecretKey), a.PaymentID+":"+p.ID)
	if err != nil || len(page) == 0 || a.PaymentID == "" || !same(a.Signature, signature) {
		return pos.Page{}, errSignature
	}
	return pos.Page{HTML: page, ProviderRef: a.PaymentID}, nil
}

// Read verifies and parses a callback.
func (g *Gateway) Read(form url.Values) (pos.Callback, error) {
	for _, name := range []string{"status", "paymentId", "conversationId", "mdStatus", "signature"} {
		if len(form[name]) != 1 {
			return pos.Callback{}, pos.ErrForged
		}
	}
	want := callbackSignature(string(g.cfg.SecretKey), form)
	if len(form["conversationData"]) > 1 || !same(form.Get("signature"), want) {
		return pos.Callback{}, pos.ErrForged
	}
	cb := pos.Callback{
		PaymentID: form.Get("conversationId"), Merchant: g.cfg.APIKey, MDStatus: form.Get("mdStatus"),
		ProviderRef: form.Get("paymentId"),
	}
	cb.Failed = !slices.Contains(g.cfg.MDStatus, cb.MDStatus) || form.Get("status") != "success"
	return cb, nil
}

// Authorize takes the money. iyzico rejects an amount that differs from the one given to Start.
func (g *Gateway) Authorize(ctx context.Context, p pos.Payment, _ pos.Callback) pos.Outcome {
	a, err := g.ask(ctx, "/payment/v2/3dsecure/auth", obj{
		"locale": locale(p.Language), "conversationId": p.ID, "paymentId": p.ProviderRef,
		"paidPrice": price(p.Amount), "basketId": p.ID, "currency": p.Currency,
	})
	if err != nil {
		return pos.Outcome{Err: err, Refunded: -1}
	}
	if a.Status != "success" {
		return refused(a)
	}
	return g.paid(p, a)
}

// Query returns the state of a payment. A payment on iyzico's page is queried by the page's token until it is known to
// be paid.
func (g *Gateway) Query(ctx context.Context, p pos.Payment) pos.Outcome {
	if p.Token != "" && p.Txn == "" {
		return g.queryPage(ctx, p)
	}
	a, err := g.ask(ctx, "/payment/detail", obj{
		"locale": locale(p.Language), "conversationId": p.ID, "paymentId": p.ProviderRef, "paymentConversationId": p.ID,
	})
	if err != nil {
		return pos.Outcome{Err: err, Refunded: -1}
	}
	switch {
	case slices.Contains(nothing, a.ErrorCode):
		return pos.Outcome{State: pos.Missing, Raw: clip(a.ErrorCode), Refunded: -1}
	case a.Status != "success":
		return refused(a) // the issuing bank's refusal of this payment, or nothing is known about the money
	case a.PaymentStatus == "SUCCESS":
		return g.paid(p, a)
	case a.PaymentStatus == "FAILURE" && a.ConversationID == p.ID:
		return pos.Outcome{State: pos.Declined, Reason: reasonOf(a.ErrorCode), Raw: clip(a.ErrorCode), Refunded: -1}
	case a.PaymentStatus == "INIT_THREEDS" || a.PaymentStatus == "CALLBACK_THREEDS":
		return pos.Outcome{State: pos.Missing, Raw: a.PaymentStatus, Refunded: -1} // not authorized yet
	}
	return undecided(a)
}

// Void cancels a payment. iyzico allows it on the same day only.
func (g *Gateway) Void(ctx context.Context, p pos.Payment) pos.Outcome {
	return g.back(ctx, "/payment/cancel", obj{
		"locale": locale(p.Language), "conversationId": p.ID, "paymentId": p.Txn, "ip": p.Address,
	})
}

// Refund returns an amount to the customer.
func (g *Gateway) Refund(ctx context.Context, p pos.Payment, amount writeapi.Money) pos.Outcome {
	return g.back(ctx, "/v2/payment/refund", obj{
		"locale": locale(p.Language), "conversationId": p.ID, "paymentId": p.Txn, "price": price(amount),
		"currency": p.Currency, "ip": p.Address,
	})
}

func (g *Gateway) back(ctx context.Context, path string, q any) pos.Outcome {
	a, err := g.ask(ctx, path, q)
	switch {
	case err != nil:
		return pos.Outcome{Err: err, Refunded: -1}
	case a.Status == "success":
		return pos.Outcome{State: pos.Approved, Txn: a.PaymentID, Refunded: -1}
	case slices.Contains(technical, a.ErrorCode):
		return undecided(a)
	}
	return pos.Outcome{State: pos.Declined, Reason: reasonOf(a.ErrorCode), Raw: clip(a.ErrorCode), Refunded: -1}
}

// Installments returns the plans that iyzico offers to a BIN.
func (g *Gateway) Installments(ctx context.Context, bin string, amount writeapi.Money,
) (out writeapi.Installments, err error) {
	a, err := g.ask(ctx, "/payment/iyzipos/installment", obj{
		"locale": "en", "binNumber": bin, "price": price(amount),
	})
	if err != nil {
		return out, err
	}
	out.InstallmentDetails = []writeapi.InstallmentDetail{}
	if a.Status != "success" {
		return out, undecided(a).Err
	}
	for _, d := range a.Details {
		w := writeapi.InstallmentDetail{
			BinNumber: bin, Price: amount, CardType: d.CardType, CardAssociation: d.Association,
			CardFamilyName: d.Family, BankName: d.BankName, Force3DS: true,
			InstallmentPrices: []writeapi.InstallmentPrice{},
		}
		for _, p := range d.InstallmentSet {
			each, readable := parse(p.Each)
			total, ok := parse(p.Total)
			if !readable || !ok {
				return out, errNoAmount
			}
			w.InstallmentPrices = append(w.InstallmentPrices, writeapi.InstallmentPrice{
				InstallmentNumber: p.Number, InstallmentPrice: each, TotalPrice: total,
			})
		}
		out.InstallmentDetails = append(out.InstallmentDetails, w)
	}
	return out, nil
}
