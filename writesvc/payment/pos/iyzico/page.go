package iyzico

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/writesvc/payment/pos"
)

// The checkout form is iyzico's own page. The customer types the card there, and iyzico takes the money by itself. The
// browser returns with the page's token, which is unsigned and therefore only a hint. A query by token gets a signed
// answer.

const (
	pageFor  = 30 * time.Minute // how long a page accepts a payment, if iyzico does not say
	maxFor   = 24 * time.Hour   // the longest that we accept
	maxToken = 200              // bytes
)

// mdStatus is a 3-D result. iyzico writes it as a number or as a string.
type mdStatus string

// UnmarshalJSON accepts 1 and "1".
func (m *mdStatus) UnmarshalJSON(b []byte) error {
	*m = mdStatus(strings.Trim(string(b), `"`))
	return nil
}

// Host asks iyzico for a page. The page offers only the plan that the customer agreed to. iyzico adds the plan's
// surcharge to paidPrice, so paidPrice is sent without it. The amount taken is compared with the payment's amount.
func (g *Gateway) Host(ctx context.Context, p pos.Payment) (pos.Page, error) {
	q := g.order(p)
	q["paidPrice"], q["enabledInstallments"], q["forceThreeDS"] = price(p.Price), []int{p.Installment}, 1
	a, err := g.ask(ctx, "/payment/iyzipos/checkoutform/initialize/auth/ecom", q)
	if err != nil {
		return pos.Page{}, err
	}
	if a.Status != "success" {
		return pos.Page{}, &pos.Refusal{Reason: reasonOf(a.ErrorCode)}
	}
	signature := hmacHex(string(g.cfg.SecretKey), p.ID+":"+a.Token)
	if a.Token == "" || len(a.Token) > maxToken || a.ConversationID != p.ID || !same(a.Signature, signature) {
		return pos.Page{}, errSignature
	}
	u, err := url.Parse(a.PageURL)
	if err != nil || u.Host == "" || u.User != nil ||
		u.Scheme != "https" && (u.Scheme != "http" || !pos.Loopback(u.Hostname())) {
		return pos.Page{}, errors.New("iyzico's answer names no usable page")
	}
	page, err := pos.ForwardingPage(u.String())
	if err != nil {
		return pos.Page{}, err
	}
	page.Takes, page.Token, page.For = true, a.Token, pageFor
	if s, err := strconv.ParseInt(a.Expires.String(), 10, 64); err == nil && s > 0 {
		page.For = min(time.Duration(min(s, int64(maxFor/time.Second)))*time.Second, maxFor)
	}
	return page, nil
}

// queryPage returns the state of a payment on a page. After a declined card the customer may try another one until the
// page closes.
func (g *Gateway) queryPage(ctx context.Context, p pos.Payment) pos.Outcome {
	a, err := g.ask(ctx, "/payment/iyzipos/checkoutform/auth/ecom/detail", obj{
		"locale": locale(p.Language), "conversationId": p.ID, "token": p.Token,
	})
	if err != nil {
		return pos.Outcome{Err: err, Refunded: -1}
	}
	switch {
	case a.PaymentStatus == "SUCCESS" && a.Status == "success":
		return g.takenOnPage(ctx, p, a)
	case a.PaymentStatus == "FAILURE", a.Status != "success" && slices.Contains(declines, a.ErrorCode):
		return pos.Outcome{State: pos.Declined, Reason: reasonOf(a.ErrorCode), Raw: clip(a.ErrorCode), Refunded: -1}
	case a.Status != "success" && (slices.Contains(technical, a.ErrorCode) || len(a.ErrorCode) == 5):
		// Codes of five digits come from the issuing bank. The others concern our account or iyzico itself.
		return undecided(a)
	case a.Status != "success", a.PaymentStatus == "", strings.HasPrefix(a.PaymentStatus, "INIT_"),
		strings.HasPrefix(a.PaymentStatus, "CALLBACK_"):
		// Not paid yet. The page is queried again when it closes, so other codes may count as this, too.
		return pos.Outcome{State: pos.Missing, Raw: clip(a.ErrorCode + a.PaymentStatus), Refunded: -1}
	}
	return undecided(a)
}

// takenOnPage interprets money taken on a page. An unsigned answer, or one about another page, proves nothing. Money
// taken for another sum, basket, plan, card or authentication must be refunded.
func (g *Gateway) takenOnPage(ctx context.Context, p pos.Payment, a answer) pos.Outcome {
	signed := g.signs(a, func(paid, price string) []string {
		return []string{
			a.PaymentStatus, a.PaymentID, a.Currency, a.BasketID, a.ConversationID, paid, price, a.Token,
		}
	})
	if !signed || a.Token != p.Token || a.ConversationID != p.ID || a.PaymentID == "" {
		return pos.Outcome{Err: errSignature, Refunded: -1}
	}
	o := g.taken(a)
	if o.State == pos.Unknown {
		o.Held = true
	}
	if o.State != pos.Approved {
		return o
	}
	asked, ok := parse(a.Price)
	o.Differs = !ok || a.BasketID != p.ID || asked != p.Price || a.Installment != p.Installment ||
		a.MDStatus != nil && !slices.Contains(append([]string{"null", ""}, g.cfg.MDStatus...), string(*a.MDStatus))
	if o.Differs || o.Amount != p.Amount {
		return o
	}
	fits, err := pos.PlanFits(ctx, g, p, pos.FirstDigits(a.BIN), a.Family)
	if err != nil {
		return pos.Outcome{Held: true, Err: fmt.Errorf("compare the card with its plan: %w", err), Refunded: -1}
	}
	if !fits {
		o.Differs, o.Reason = true, pos.ReasonPlan
	}
	return o
}
