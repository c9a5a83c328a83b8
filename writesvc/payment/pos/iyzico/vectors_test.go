package iyzico

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
)

func form(pairs ...string) url.Values {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return v
}

// The vectors that iyzico's clients for PHP and Node publish. The documentation differs in one character of the first
// vector (…NmFjZjI5OA== instead of …ZmFjZjI5OA==). Both clients and an independent HMAC library agree with this one.
func TestIyzicoSignsAsPublished(t *testing.T) {
	t.Parallel()
	const want1 = "IYZWSv2 YXBpS2V5OnRlc3QmcmFuZG9tS2V5OjEyMzQ1Njc4OSZzaWduYXR1cmU6YmM0NGIyZjRkZmI4ZGY3NDE0N2" +
		"IxZjUyN2ZmNjM2NDQ0YzNiM2QzYTFmZjk3ZGNiMzM2NmJjMjkzZmFjZjI5OA=="
	if got := authorization("test", "test", "123456789", "/v2/subscription/initialize", ""); got != want1 {
		t.Errorf("authorization: %s, want %s", got, want1)
	}
	cb := form("conversationData", "", "conversationId", "", "mdStatus", "1", "paymentId", "22484292", "status", "success")
	const want = "a4f73b80bb32a6ef8358090bbd8609a49a7b53f463048f8ef147496e236d04f0"
	if got := callbackSignature("jLc7GQHD2pyJoqXDeEcTnGHYtP7Ai5jl", cb); got != want {
		t.Errorf("callback: %s, want %s", got, want)
	}
}

// The two webhooks that iyzico publishes: for a payment by API, and for one on its own page, which also signs the
// token.
func TestIyzicoWebhooksAreSignedAsPublished(t *testing.T) {
	t.Parallel()
	const secret = "sandbox-UuLnD7wZa0a3DmytfIrwHQqAMfqCNJrs"
	if got := webhookSignature(secret, "API_AUTH", "22484059", "conversationId",
		"SUCCESS"); got != "92c7a72b7741bc83eb696066605c894778c87297b2c88d6037670666230e18ae" {
		t.Errorf("by API: %s", got)
	}
	if got := webhookSignature(secret, "CHECKOUT_FORM_AUTH", "22483975",
		"e828c62d-fd12-4b1a-ad5a-380f15fe6596"+"conversationId",
		"SUCCESS"); got != "4031c575763486a2d2bf3f7ace0baebfcd6bed65393ab4df3fe80c00d5fd6878" {
		t.Errorf("on iyzico's page: %s", got)
	}
}

func TestIyzicoPriceFormat(t *testing.T) {
	t.Parallel()
	for m, want := range map[writeapi.Money]string{2200: "22.0", 1534: "15.34", 1530: "15.3", 5: "0.05", 50: "0.5"} {
		if got := price(m); got != want {
			t.Errorf("%d: %s, want %s", m, got, want)
		}
	}
}

// The webhook that iyzico publishes for a payment on its own page.
func TestIyzicoSignsWebhooksOfPagesAsPublished(t *testing.T) {
	t.Parallel()
	got := pageSignature("sandbox-UuLnD7wZa0a3DmytfIrwHQqAMfqCNJrs", event{
		EventType: "CHECKOUT_FORM_AUTH", PagePaymentID: "22483975", Token: "e828c62d-fd12-4b1a-ad5a-380f15fe6596",
		ConversationID: "conversationId", Status: "SUCCESS",
	})
	if got != "4031c575763486a2d2bf3f7ace0baebfcd6bed65393ab4df3fe80c00d5fd6878" {
		t.Errorf("on iyzico's page: %s", got)
	}
}

// askPage returns a gateway whose server gives one fixed answer, signed like a page's detail unless it has a signature.
func askPage(t *testing.T, answer map[string]any) *Gateway {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		if _, ok := answer["signature"]; !ok {
			text := func(name string) string { s, _ := json.Marshal(answer[name]); return strings.Trim(string(s), `"`) }
			answer["signature"] = hmacHex("secret", strings.Join([]string{text("paymentStatus"), text("paymentId"),
				text("currency"), text("basketId"), text("conversationId"), text("paidPrice"), text("price"), text("token")}, ":"))
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	i, err := New(Config{APIKey: "key", SecretKey: "secret", URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func TestIyzicoQueriesAPage(t *testing.T) {
	t.Parallel()
	p := pos.Payment{ID: "pay", Token: "tok", Price: 1000, Amount: 1050, Currency: "TRY", Installment: 3, BIN: "552879"}
	good := func(pairs ...any) map[string]any {
		a := map[string]any{"status": "success", "paymentStatus": "SUCCESS", "paymentId": "77", "currency": "TRY",
			"basketId": "pay", "conversationId": "pay", "paidPrice": json.Number("10.5"),
			"price": json.Number("10"), "token": "tok", "installment": 3, "fraudStatus": 1, "mdStatus": 1,
			"binNumber": "552879"}
		for i := 0; i+1 < len(pairs); i += 2 {
			if a[pairs[i].(string)] = pairs[i+1]; pairs[i+1] == nil {
				delete(a, pairs[i].(string))
			}
		}
		return a
	}
	for what, c := range map[string]struct {
		answer map[string]any
		state  pos.State
		differ bool
		held   bool
	}{
		"paid":                  {good(), pos.Approved, false, false},
		"paid, without its 3-D": {good("mdStatus", nil), pos.Approved, false, false},
		"zeros behind": {good("paidPrice", json.Number("10.50000000"), "price", json.Number("10.0")),
			pos.Approved, false, false},
		"another basket":             {good("basketId", "other"), pos.Approved, true, false},
		"another price":              {good("price", json.Number("9")), pos.Approved, true, false},
		"another plan":               {good("installment", 1), pos.Approved, true, false},
		"eight digits of the card":   {good("binNumber", "55287900"), pos.Approved, false, false},
		"a card that is not shown":   {good("binNumber", nil), pos.Approved, true, false},
		"half authenticated":         {good("mdStatus", "4"), pos.Approved, true, false},
		"another page":               {good("token", "other"), pos.Unknown, false, false},
		"another conversation":       {good("conversationId", "other"), pos.Unknown, false, false},
		"another signature":          {good("signature", "00"), pos.Unknown, false, false},
		"no signature":               {good("signature", ""), pos.Unknown, false, false},
		"reviewed":                   {good("fraudStatus", 0), pos.Unknown, false, true},
		"nothing is said of fraud":   {good("fraudStatus", nil), pos.Unknown, false, true},
		"nothing is said of the sum": {good("paidPrice", json.Number("0")), pos.Unknown, false, true},
		"refused as a fraud":         {good("fraudStatus", -1), pos.Declined, false, false},
		"refused": {map[string]any{"status": "success", "paymentStatus": "FAILURE", "errorCode": "10051"},
			pos.Declined, false, false},
		"refused, in other words": {map[string]any{"status": "failure", "errorCode": "10051"}, pos.Declined, false, false},
		"nobody has paid yet":     {map[string]any{"status": "failure", "errorCode": "5115"}, pos.Missing, false, false},
		"at his bank": {map[string]any{"status": "success", "paymentStatus": "INIT_THREEDS"}, pos.Missing,
			false, false},
		"iyzico fails":    {map[string]any{"status": "failure", "errorCode": "1"}, pos.Unknown, false, false},
		"our key is gone": {map[string]any{"status": "failure", "errorCode": "1001"}, pos.Unknown, false, false},
		"neither": {map[string]any{"status": "success", "paymentStatus": "PENDING_CREDIT"}, pos.Unknown,
			false, false},
	} {
		o := askPage(t, c.answer).Query(t.Context(), p)
		if o.State != c.state || o.Differs != c.differ || o.Held != c.held {
			t.Errorf("%s: %s, differs %v, held %v (%v)", what, o.State, o.Differs, o.Held, o.Err)
		}
		if o.State == pos.Approved && (o.Txn != "77" || o.Amount != 1050 || o.Currency != "TRY") {
			t.Errorf("%s: %+v", what, o)
		}
	}
	if o := askPage(t, good("paidPrice", json.Number("1.0"))).Query(t.Context(), p); o.State != pos.Approved ||
		o.Amount != writeapi.Money(100) {
		t.Errorf("another sum: %+v", o) // the caller compares the amount
	}
}

func TestIyzicoOpensAPage(t *testing.T) {
	t.Parallel()
	signed := func(pairs ...any) map[string]any {
		a := map[string]any{"status": "success", "conversationId": "pay", "token": "tok", "tokenExpireTime": 1800,
			"paymentPageUrl": "https://pay.example/?token=tok&lang=tr", "signature": hmacHex("secret", "pay:tok")}
		for i := 0; i+1 < len(pairs); i += 2 {
			a[pairs[i].(string)] = pairs[i+1]
		}
		return a
	}
	p := pos.Payment{ID: "pay", Price: 1000, Amount: 1000, Currency: "TRY", Installment: 1,
		Items: []pos.Item{{ID: "i", Name: "Mug", Total: 1000}}}
	page, err := askPage(t, signed()).Host(t.Context(), p)
	if err != nil || !page.Takes || page.Token != "tok" || page.For != 30*time.Minute || page.FormAction != "'none'" ||
		!strings.Contains(string(page.HTML), `href="https://pay.example/?token=tok&amp;lang=tr"`) {
		t.Errorf("%+v, %v", page, err)
	}
	if page, err = askPage(t, signed("tokenExpireTime", "99999999999")).Host(t.Context(), p); err != nil ||
		page.For != 24*time.Hour {
		t.Errorf("a page for ever: %v, %v", page.For, err)
	}
	for what, answer := range map[string]map[string]any{
		"another signature": signed("signature", "00"), "another conversation": signed("conversationId",
			"other"), "no token": signed("token", ""), "a token without end": signed("token", strings.Repeat("t", 300)),
		"no page": signed("paymentPageUrl", ""), "a script": signed("paymentPageUrl",
			"javascript:alert()"), "a page that is not safe": signed("paymentPageUrl", "http://pay.example/"),
		"a name in it": signed("paymentPageUrl", "https://shop@pay.example/"), "refused": {"status": "failure",
			"errorCode": "1000"},
	} {
		if page, err := askPage(t, answer).Host(t.Context(), p); err == nil {
			t.Errorf("%s: %+v", what, page)
		}
	}
}

var _ pos.Gateway = (*Gateway)(nil)
