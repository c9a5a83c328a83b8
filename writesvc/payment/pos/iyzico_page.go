package pos

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The checkout form: a page of iyzico's own, on which the customer types his card and iyzico takes the money by itself. What his browser brings
// back is the page's token, unsigned: a hint. What became of it is asked for by the token, and the answer is signed.

// How long a page can be paid on, where iyzico does not say, and at most.
const (
	pageFor   = 30 * time.Minute
	pageMost  = 24 * time.Hour
	tokenMost = 200
)

// mdStatus is a 3-D result, which comes as a number or as a text.
type mdStatus string

// UnmarshalJSON takes 1 and "1".
func (m *mdStatus) UnmarshalJSON(b []byte) error {
	*m = mdStatus(strings.Trim(string(b), `"`))
	return nil
}

// Host asks iyzico for a page. Its plans are not the customer's to choose there: what he agreed to is the one that the page offers. paidPrice
// is what iyzico adds a plan's price to, so it goes without; what is taken in the end is compared with the amount.
func (i *Iyzico) Host(ctx context.Context, p Payment) (Page, error) {
	q := i.order(p)
	q["paidPrice"], q["enabledInstallments"], q["forceThreeDS"] = iyzicoPrice(p.Price), []int{p.Installment}, 1
	a, err := i.ask(ctx, "/payment/iyzipos/checkoutform/initialize/auth/ecom", q)
	if err != nil {
		return Page{}, err
	}
	if a.Status != "success" {
		return Page{}, &Refusal{iyzicoReason(a.ErrorCode)}
	}
	if a.Token == "" || len(a.Token) > tokenMost || a.ConversationID != p.ID || !same(a.Signature, hmacHex(i.cfg.SecretKey, p.ID+":"+a.Token)) {
		return Page{}, errors.New("iyzico's answer is not iyzico's")
	}
	u, err := url.Parse(a.PageURL)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())) {
		return Page{}, errors.New("iyzico's page has no address")
	}
	page, err := LeadingPage(u.String())
	if err != nil {
		return Page{}, err
	}
	page.Takes, page.Token, page.For = true, a.Token, pageFor
	if s, err := strconv.ParseInt(a.Expires.String(), 10, 64); err == nil && s > 0 {
		page.For = min(time.Duration(min(s, int64(pageMost/time.Second)))*time.Second, pageMost)
	}
	return page, nil
}

// queryPage asks what became of a page. A page that was refused a card is not at its end: until it closes the customer may try another.
func (i *Iyzico) queryPage(ctx context.Context, p Payment) Outcome {
	a, err := i.ask(ctx, "/payment/iyzipos/checkoutform/auth/ecom/detail", obj{"locale": locale(p.Language), "conversationId": p.ID, "token": p.Token})
	if err != nil {
		return Outcome{Err: err, Refunded: -1}
	}
	switch {
	case a.PaymentStatus == "SUCCESS" && a.Status == "success":
		return i.takenOnPage(p, a)
	case a.PaymentStatus == "FAILURE", a.Status != "success" && len(a.ErrorCode) == 5 && digits(a.ErrorCode): // 10051 and its like are banks' answers
		return Outcome{State: Declined, Reason: iyzicoReason(a.ErrorCode), Raw: a.ErrorCode, Refunded: -1}
	case slices.Contains([]string{"1", "1000", "1001"}, a.ErrorCode):
		return Outcome{Raw: a.ErrorCode, Err: errors.New("iyzico does not know our account, or fails"), Refunded: -1} // that says nothing of the money
	case a.Status != "success", a.PaymentStatus == "", strings.HasPrefix(a.PaymentStatus, "INIT_"), strings.HasPrefix(a.PaymentStatus, "CALLBACK_"):
		return Outcome{State: Missing, Raw: a.ErrorCode + a.PaymentStatus, Refunded: -1} // nobody has paid on it yet
	}
	return Outcome{Raw: a.PaymentStatus, Err: errors.New("iyzico says neither yes nor no"), Refunded: -1}
}

// takenOnPage is what money means that was taken on a page. An answer that is not signed, or about another page, means nothing; one that is
// about another sum, basket, plan or authentication is money that goes back.
func (i *Iyzico) takenOnPage(p Payment, a iyzicoAnswer) Outcome {
	signed := i.signs(a, func(paid, price string) []string {
		return []string{a.PaymentStatus, a.PaymentID, a.Currency, a.BasketID, a.ConversationID, paid, price, a.Token}
	})
	if !signed || a.Token != p.Token || a.ConversationID != p.ID || a.PaymentID == "" {
		return Outcome{Err: errors.New("iyzico's answer has another signature, or is about another page"), Refunded: -1}
	}
	o := i.taken(a)
	switch {
	case a.FraudStatus == nil:
		return Outcome{Raw: "fraudStatus", Held: true, Err: errors.New("iyzico does not say whether it reviews it"), Refunded: -1}
	case o.State == Unknown:
		o.Held = true
	case o.State == Approved && (o.Amount == 0 || o.Currency == ""):
		return Outcome{Held: true, Err: errors.New("iyzico does not say how much it took"), Refunded: -1}
	}
	o.Differs = a.BasketID != p.ID || parseIyzico(a.Price) != p.Price || a.Installment != p.Installment ||
		a.MDStatus != nil && !slices.Contains(append(i.cfg.MDStatus, "null", ""), string(*a.MDStatus))
	return o
}

// IyzicoPageWebhook is the signature of a webhook, version 3, of payments on iyzico's own page.
func IyzicoPageWebhook(secret, eventType, paymentID, token, conversationID, status string) string {
	return hmacHex(secret, secret+eventType+paymentID+token+conversationID+status)
}
