package iyzico

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/writesvc/payment/pos"
)

func fuzzed(f *testing.F) *Gateway {
	f.Helper()
	g, err := New(Config{APIKey: "key", SecretKey: "secret", URL: "https://bank.example"})
	if err != nil {
		f.Fatal(err)
	}
	return g
}

// Whatever iyzico answers, money counts as taken only if the answer is signed, about this payment, and names an amount.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `{"status":"failure","errorCode":"10051"}`, `{"status":"failure","errorCode":10051}`,
		`{"status":"success","paymentStatus":"SUCCESS","paymentId":"77","currency":"TRY","basketId":"pay",` +
			`"conversationId":"pay","paidPrice":10.50,"price":10.00000000,"fraudStatus":1,"token":"tok","mdStatus":"1"}`,
		`{"status":"success","paymentId":"77","paidPrice":0E-8,"price":1e400,"mdStatus":null,"fraudStatus":0}`,
		`{"status":"success","paidPrice":"10.5","binNumber":"552879","installment":3,"tokenExpireTime":-1}`,
		`{"status":"success","installmentDetails":[{"installmentPrices":[{"installmentPrice":1,"totalPrice":3}]}]}`,
	} {
		f.Add([]byte(seed))
	}
	g := fuzzed(f)
	p := pos.Payment{ID: "pay", ProviderRef: "77", Token: "tok", Price: 1000, Amount: 1050, Currency: "TRY",
		Installment: 1}
	f.Fuzz(func(t *testing.T, body []byte) {
		var a answer
		if json.Unmarshal(body, &a) != nil {
			return
		}
		if o := refused(a); o.State != pos.Declined && o.State != pos.Unknown || o.State == pos.Unknown && o.Err == nil {
			t.Errorf("refused: %+v", o)
		}
		a.Signature = "00"
		if o := g.paid(p, a); o.State != pos.Unknown {
			t.Errorf("unsigned: %+v", o)
		}
		a.Signature = hmacHex("secret", strings.Join([]string{a.PaymentID, a.Currency, a.BasketID, a.ConversationID,
			a.PaidPrice.String(), a.Price.String()}, ":"))
		if o := g.paid(p, a); o.State == pos.Approved && (o.Amount <= 0 || o.Currency == "" || o.Txn != p.ProviderRef ||
			a.ConversationID != p.ID) {
			t.Errorf("paid: %+v", o)
		} else if o.State == pos.Unknown && o.Err == nil {
			t.Errorf("unknown without a reason: %+v", o)
		}
		a.Signature = hmacHex("secret", strings.Join([]string{a.PaymentStatus, a.PaymentID, a.Currency, a.BasketID,
			a.ConversationID, a.PaidPrice.String(), a.Price.String(), a.Token}, ":"))
		if o := g.takenOnPage(t.Context(), p, a); o.State == pos.Approved && (o.Amount <= 0 || a.Token != p.Token ||
			!o.Differs && (a.BasketID != p.ID || a.Installment != p.Installment)) {
			t.Errorf("on a page: %+v", o)
		}
	})
}

// A callback counts only with its signature.
func FuzzCallback(f *testing.F) {
	for _, seed := range []string{"", "signature=",
		"status=success&paymentId=7&conversationId=pay&mdStatus=1&conversationData=",
		"status=success&paymentId=7&conversationId=pay&mdStatus=1&status=failure"} {
		f.Add(seed)
	}
	g := fuzzed(f)
	f.Fuzz(func(t *testing.T, body string) {
		form, err := url.ParseQuery(body)
		if err != nil {
			return
		}
		form.Del("signature")
		if _, err := g.Read(form); err == nil {
			t.Errorf("read without a signature: %q", body)
		}
		form.Set("signature", callbackSignature("secret", form))
		if cb, err := g.Read(form); err == nil && !cb.Failed && cb.MDStatus != "1" {
			t.Errorf("%q: %+v", body, cb)
		}
	})
}

// A notification counts only with its signature.
func FuzzWebhook(f *testing.F) {
	for _, seed := range []string{`{}`, `null`, `[]`, `{"iyziEventType":"API_AUTH","paymentId":1,"status":"SUCCESS"}`,
		`{"iyziEventType":"CHECKOUT_FORM_AUTH","iyziPaymentId":1,"token":"t","paymentConversationId":"c","status":"SUCCESS"}`,
		`{"paymentId":"1"}`, `{"paymentId":1e999}`} {
		f.Add([]byte(seed))
	}
	settings, err := json.Marshal(Config{APIKey: "key", SecretKey: "secret", URL: "https://bank.example"})
	if err != nil {
		f.Fatal(err)
	}
	account := pos.Account{Settings: settings, Secret: func(s pos.Secret) (pos.Secret, error) { return s, nil }}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, given := range []string{"", "00"} {
			if _, err := webhook(account, http.Header{"X-Iyz-Signature-V3": {given}}, body); !errors.Is(err, pos.ErrForged) &&
				!errors.Is(err, pos.ErrMalformed) {
				t.Errorf("%q, signed %q: %v", body, given, err)
			}
		}
		var e event
		if json.Unmarshal(body, &e) != nil {
			return
		}
		want := webhookSignature("secret", e.EventType, e.PaymentID.String(), e.ConversationID, e.Status)
		if e.Token != "" {
			want = pageSignature("secret", e)
		}
		n, err := webhook(account, http.Header{"X-Iyz-Signature-V3": {want}}, body)
		if err != nil || n.PaymentID != e.ConversationID || n.Token != e.Token {
			t.Errorf("%q: %+v, %v", body, n, err)
		}
	})
}
