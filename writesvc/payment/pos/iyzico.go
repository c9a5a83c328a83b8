package pos

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
	"strings"

	"vitrine/internal/writeapi"
)

// IyzicoConfig is a merchant account at iyzico.
type IyzicoConfig struct {
	APIKey    string
	SecretKey string
	URL       string   // https://api.iyzipay.com, or its sandbox
	MDStatus  []string // which 3-D results are taken; default 1
	Address   string   // of buyers, whom we do not ask for theirs
	City      string
	Country   string
	Client    *http.Client
}

// Iyzico speaks iyzico's API: 3-D Secure with a separate authorization, installments by BIN, cancel and refund.
type Iyzico struct {
	cfg    IyzicoConfig
	client *http.Client
}

// NewIyzico makes the gateway of an account.
func NewIyzico(cfg IyzicoConfig) (*Iyzico, error) {
	u, err := url.Parse(cfg.URL)
	if cfg.APIKey == "" || cfg.SecretKey == "" || err != nil || u.Host == "" || u.Scheme != "https" && !loopback(u.Hostname()) {
		return nil, errors.New("iyzico: apiKey, secretKey and an https address are needed")
	}
	cfg.URL = strings.TrimRight(cfg.URL, "/")
	if len(cfg.MDStatus) == 0 {
		cfg.MDStatus = []string{"1"}
	}
	i := &Iyzico{cfg: cfg, client: cfg.Client}
	if i.client == nil {
		i.client = bankClient()
	}
	return i, nil
}

// Merchant is the API key, which is no secret.
func (i *Iyzico) Merchant() string { return i.cfg.APIKey }

// Secret is what webhooks are signed with.
func (i *Iyzico) Secret() string { return i.cfg.SecretKey }

// iyzicoAnswer is what answers have in common.
type iyzicoAnswer struct {
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

	// Of the checkout form.
	Token       string      `json:"token"`
	PageURL     string      `json:"paymentPageUrl"`
	Expires     json.Number `json:"tokenExpireTime"` // seconds
	Installment int         `json:"installment"`
	MDStatus    *mdStatus   `json:"mdStatus"`

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

// ask sends one request. An error means that nobody knows what was done. It never repeats what was sent.
func (i *Iyzico) ask(ctx context.Context, path string, q any) (a iyzicoAnswer, err error) {
	body, err := json.Marshal(q)
	if err != nil {
		return a, errors.New("iyzico: write the request")
	}
	random := make([]byte, 12)
	if _, err := rand.Read(random); err != nil {
		return a, fmt.Errorf("iyzico: %w", err)
	}
	rnd := hex.EncodeToString(random)
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, i.cfg.URL+path, bytes.NewReader(body))
	if err != nil {
		return a, errors.New("iyzico: its address is none")
	}
	rq.GetBody = nil
	rq.Header.Set("Authorization", iyzicoAuthorization(i.cfg.APIKey, i.cfg.SecretKey, rnd, path, string(body)))
	rq.Header.Set("x-iyzi-rnd", rnd)
	rq.Header.Set("Content-Type", "application/json")
	rq.Header.Set("Accept", "application/json")
	rs, err := i.client.Do(rq)
	if err != nil {
		return a, fmt.Errorf("ask iyzico: %w", err)
	}
	defer rs.Body.Close() //nolint:errcheck // it was read
	answer, err := io.ReadAll(io.LimitReader(rs.Body, maxAnswer+1))
	if err != nil {
		return a, fmt.Errorf("read iyzico's answer: %w", err)
	}
	if rs.StatusCode != http.StatusOK || int64(len(answer)) > maxAnswer {
		return a, fmt.Errorf("iyzico answered %d with %d bytes", rs.StatusCode, len(answer))
	}
	if err := json.Unmarshal(answer, &a); err != nil || a.Status != "success" && a.Status != "failure" {
		return iyzicoAnswer{}, errors.New("iyzico's answer cannot be read")
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

// order is what iyzico is told of a payment, however it is paid.
func (i *Iyzico) order(p Payment) obj {
	person := strings.TrimSpace(p.Buyer.First + " " + p.Buyer.Last)
	address := obj{"contactName": person, "city": i.cfg.City, "country": i.cfg.Country, "address": i.cfg.Address}
	items := []obj{}
	for _, it := range p.Items {
		if it.Total > 0 { // a line for nothing is refused
			items = append(items, obj{"id": it.ID, "name": it.Name, "category1": "-", "itemType": "VIRTUAL", "price": iyzicoPrice(it.Total)})
		}
	}
	return obj{
		"locale": locale(p.Language), "conversationId": p.ID, "price": iyzicoPrice(p.Price), "currency": p.Currency,
		"basketId": p.ID, "paymentGroup": "PRODUCT", "callbackUrl": p.CallbackURL,
		"buyer": obj{"id": p.Buyer.ID, "name": p.Buyer.First, "surname": p.Buyer.Last, "identityNumber": "11111111111", "email": p.Buyer.Email, "gsmNumber": p.Buyer.Phone,
			"registrationAddress": i.cfg.Address, "city": i.cfg.City, "country": i.cfg.Country, "ip": p.Address},
		"billingAddress": address, "shippingAddress": address, "basketItems": items,
	}
}

// Start hands the card to iyzico and gets the page that leads to the bank.
func (i *Iyzico) Start(ctx context.Context, p Payment, c Card) (Page, error) {
	q := i.order(p)
	q["paidPrice"], q["installment"], q["paymentChannel"] = iyzicoPrice(p.Amount), p.Installment, "WEB"
	q["paymentCard"] = obj{"cardHolderName": c.holder, "cardNumber": c.number, "expireMonth": c.month, "expireYear": c.year, "cvc": c.cvc}
	a, err := i.ask(ctx, "/payment/3dsecure/initialize", q)
	if err != nil {
		return Page{}, err
	}
	if a.Status != "success" {
		return Page{}, &Refusal{iyzicoReason(a.ErrorCode)}
	}
	page, err := base64.StdEncoding.DecodeString(a.HTML)
	if err != nil || len(page) == 0 || a.PaymentID == "" || !same(a.Signature, hmacHex(i.cfg.SecretKey, a.PaymentID+":"+p.ID)) {
		return Page{}, errors.New("iyzico's answer is not iyzico's")
	}
	return Page{HTML: page, ProviderRef: a.PaymentID}, nil
}

// Read takes a callback apart.
func (i *Iyzico) Read(form url.Values) (Callback, error) {
	for _, name := range []string{"status", "paymentId", "conversationId", "mdStatus", "signature"} {
		if len(form[name]) != 1 {
			return Callback{}, ErrForged
		}
	}
	if len(form["conversationData"]) > 1 || !same(form.Get("signature"), iyzicoCallback(i.cfg.SecretKey, form)) {
		return Callback{}, ErrForged
	}
	cb := Callback{PaymentID: form.Get("conversationId"), Merchant: i.cfg.APIKey, MDStatus: form.Get("mdStatus"), ProviderRef: form.Get("paymentId"), Failed: true}
	for _, ok := range i.cfg.MDStatus {
		cb.Failed = cb.Failed && cb.MDStatus != ok
	}
	cb.Failed = cb.Failed || form.Get("status") != "success"
	return cb, nil
}

// Authorize takes the money. The amount goes with it, and iyzico refuses where that is not what the payment was begun with.
func (i *Iyzico) Authorize(ctx context.Context, p Payment, _ Callback) Outcome {
	a, err := i.ask(ctx, "/payment/v2/3dsecure/auth", map[string]any{
		"locale": locale(p.Language), "conversationId": p.ID, "paymentId": p.ProviderRef, "paidPrice": iyzicoPrice(p.Amount), "basketId": p.ID, "currency": p.Currency})
	if err != nil {
		return Outcome{Err: err, Refunded: -1}
	}
	if a.Status != "success" {
		return Outcome{State: Declined, Reason: iyzicoReason(a.ErrorCode), Raw: a.ErrorCode, Refunded: -1}
	}
	if !i.signed(a) {
		return Outcome{Err: errors.New("iyzico's answer has another signature"), Refunded: -1} // whoever wrote it: ask
	}
	return i.taken(a)
}

// signed checks the signature of a payment. How numbers are written in it is not said: as they came, or without zeros behind.
func (i *Iyzico) signed(a iyzicoAnswer) bool {
	return i.signs(a, func(paid, price string) []string {
		return []string{a.PaymentID, a.Currency, a.BasketID, a.ConversationID, paid, price}
	})
}

func (i *Iyzico) signs(a iyzicoAnswer, parts func(paid, price string) []string) bool {
	short := func(n json.Number) string {
		if !strings.Contains(n.String(), ".") {
			return n.String()
		}
		return strings.TrimRight(strings.TrimRight(n.String(), "0"), ".")
	}
	for _, write := range []func(json.Number) string{json.Number.String, short} {
		if same(a.Signature, hmacHex(i.cfg.SecretKey, strings.Join(parts(write(a.PaidPrice), write(a.Price)), ":"))) {
			return true
		}
	}
	return false
}

// taken is what a payment that was made means.
func (i *Iyzico) taken(a iyzicoAnswer) Outcome {
	o := Outcome{State: Approved, Txn: a.PaymentID, Amount: parseIyzico(a.PaidPrice), Currency: a.Currency, Refunded: -1}
	if a.FraudStatus != nil && *a.FraudStatus != 1 {
		// Under review it may yet be either: nothing is shipped, and it is asked for again.
		o = Outcome{Raw: "fraudStatus", Err: errors.New("iyzico reviews it"), Refunded: -1}
		if *a.FraudStatus == -1 {
			o = Outcome{State: Declined, Reason: ReasonDeclined, Raw: "fraudStatus -1", Refunded: -1}
		}
	}
	return o
}

func parseIyzico(n json.Number) writeapi.Money {
	s := n.String()
	if dot := strings.IndexByte(s, '.'); dot >= 0 {
		s = strings.TrimRight(s, "0")
		s = strings.TrimSuffix(s, ".")
	}
	return parseAmount(s)
}

// Query asks for the payment's detail; of one on iyzico's page that nobody knows to be paid, by the page's token.
func (i *Iyzico) Query(ctx context.Context, p Payment) Outcome {
	if p.Token != "" && p.Txn == "" {
		return i.queryPage(ctx, p)
	}
	a, err := i.ask(ctx, "/payment/detail", map[string]any{"locale": locale(p.Language), "conversationId": p.ID, "paymentId": p.ProviderRef, "paymentConversationId": p.ID})
	if err != nil {
		return Outcome{Err: err, Refunded: -1}
	}
	switch {
	case a.Status != "success":
		return Outcome{State: Missing, Raw: a.ErrorCode, Refunded: -1}
	case a.PaymentStatus == "SUCCESS":
		return i.taken(a)
	case a.PaymentStatus == "FAILURE":
		return Outcome{State: Declined, Reason: iyzicoReason(a.ErrorCode), Raw: a.ErrorCode, Refunded: -1}
	case a.PaymentStatus == "INIT_THREEDS" || a.PaymentStatus == "CALLBACK_THREEDS":
		return Outcome{State: Missing, Raw: a.PaymentStatus, Refunded: -1} // nobody has asked it for money
	}
	return Outcome{Raw: a.PaymentStatus, Err: errors.New("iyzico says neither yes nor no"), Refunded: -1}
}

// Void cancels a payment, the same day.
func (i *Iyzico) Void(ctx context.Context, p Payment) Outcome {
	return i.back(ctx, "/payment/cancel", map[string]any{"locale": locale(p.Language), "conversationId": p.ID, "paymentId": p.Txn, "ip": p.Address})
}

// Refund gives money back.
func (i *Iyzico) Refund(ctx context.Context, p Payment, amount writeapi.Money) Outcome {
	return i.back(ctx, "/v2/payment/refund", map[string]any{"locale": locale(p.Language), "conversationId": p.ID, "paymentId": p.Txn, "price": iyzicoPrice(amount),
		"currency": p.Currency, "ip": p.Address})
}

func (i *Iyzico) back(ctx context.Context, path string, q any) Outcome {
	a, err := i.ask(ctx, path, q)
	switch {
	case err != nil:
		return Outcome{Err: err, Refunded: -1}
	case a.Status != "success":
		return Outcome{State: Declined, Reason: iyzicoReason(a.ErrorCode), Raw: a.ErrorCode, Refunded: -1}
	}
	return Outcome{State: Approved, Txn: a.PaymentID, Refunded: -1}
}

// Installments asks for the plans of a card.
func (i *Iyzico) Installments(ctx context.Context, bin string, amount writeapi.Money) (out writeapi.Installments, err error) {
	a, err := i.ask(ctx, "/payment/iyzipos/installment", map[string]any{"locale": "en", "binNumber": bin, "price": iyzicoPrice(amount)})
	if err != nil {
		return out, err
	}
	out.InstallmentDetails = []writeapi.InstallmentDetail{}
	for _, d := range a.Details {
		w := writeapi.InstallmentDetail{BinNumber: bin, Price: amount, CardType: d.CardType, CardAssociation: d.Association, CardFamilyName: d.Family, BankName: d.BankName,
			Force3DS: true, InstallmentPrices: []writeapi.InstallmentPrice{}}
		for _, p := range d.InstallmentSet {
			w.InstallmentPrices = append(w.InstallmentPrices, writeapi.InstallmentPrice{InstallmentNumber: p.Number, InstallmentPrice: parseIyzico(p.Each), TotalPrice: parseIyzico(p.Total)})
		}
		out.InstallmentDetails = append(out.InstallmentDetails, w)
	}
	return out, nil
}

// iyzicoReason says iyzico's code in words for customers.
func iyzicoReason(code string) string {
	switch code {
	case "10051":
		return ReasonFunds
	case "10054":
		return ReasonExpired
	case "10084":
		return ReasonCVC
	case "10041", "10043":
		return ReasonPickUp
	case "10012", "10093":
		return ReasonNumber
	case "10057", "10058":
		return ReasonUnsupported
	case "1000", "1001":
		return ReasonConfig
	}
	return ReasonDeclined
}
