package iyzico

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/writesvc/payment/pos"
)

// answers returns a gateway whose server gives one answer for each path. A text is sent as it is; an object without a
// signature is signed as payments by API are, or as pages if it has a token.
func answers(t testing.TB, byPath map[string]any) *Gateway {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		given := byPath[rq.URL.Path]
		if text, ok := given.(string); ok {
			_, _ = w.Write([]byte(text))
			return
		}
		a, ok := given.(map[string]any)
		if !ok {
			http.NotFound(w, rq)
			return
		}
		if _, ok := a["signature"]; !ok {
			names := []string{"paymentId", "currency", "basketId", "conversationId", "paidPrice", "price"}
			if a["token"] != nil {
				names = append(append([]string{"paymentStatus"}, names...), "token")
			}
			var parts []string
			for _, name := range names {
				text, _ := json.Marshal(a[name])
				parts = append(parts, strings.Trim(string(text), `"`))
			}
			a["signature"] = hmacHex("secret", strings.Join(parts, ":"))
		}
		if err := json.NewEncoder(w).Encode(a); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	g, err := New(Config{APIKey: "key", SecretKey: "secret", URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// with copies an object and changes members; nil removes one.
func with(a map[string]any, pairs ...any) map[string]any {
	b := map[string]any{}
	for k, v := range a {
		b[k] = v
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if b[pairs[i].(string)] = pairs[i+1]; pairs[i+1] == nil {
			delete(b, pairs[i].(string))
		}
	}
	return b
}

func failure(code string) map[string]any {
	return map[string]any{"status": "failure", "errorCode": code}
}

// Only the issuing bank's refusals are final. Errors of iyzico, of the way to the bank, or of our account decide
// nothing, and an approval counts only if it is signed, about this payment, and names the amount.
func TestIyzicoTellsAnswersAboutMoneyFromOthers(t *testing.T) {
	t.Parallel()
	p := pos.Payment{ID: "pay", ProviderRef: "77", Price: 1000, Amount: 1050, Currency: "TRY", Installment: 1}
	good := map[string]any{"status": "success", "paymentStatus": "SUCCESS", "paymentId": "77", "currency": "TRY",
		"basketId": "pay", "conversationId": "pay", "paidPrice": json.Number("10.5"), "price": json.Number("10"),
		"fraudStatus": 1}
	for what, c := range map[string]struct {
		answer      any
		taken, kept pos.State // after Authorize, and after Query
	}{
		"paid":                     {good, pos.Approved, pos.Approved},
		"no paidPrice":             {with(good, "paidPrice", nil), pos.Unknown, pos.Unknown},
		"a paidPrice of 0":         {with(good, "paidPrice", json.Number("0")), pos.Unknown, pos.Unknown},
		"a paidPrice of 10.505":    {with(good, "paidPrice", json.Number("10.505")), pos.Unknown, pos.Unknown},
		"no currency":              {with(good, "currency", nil), pos.Unknown, pos.Unknown},
		"no fraudStatus":           {with(good, "fraudStatus", nil), pos.Unknown, pos.Unknown},
		"under review":             {with(good, "fraudStatus", 0), pos.Unknown, pos.Unknown},
		"refused as a fraud":       {with(good, "fraudStatus", -1), pos.Declined, pos.Declined},
		"a wrong signature":        {with(good, "signature", "00"), pos.Unknown, pos.Unknown},
		"no signature":             {with(good, "signature", ""), pos.Unknown, pos.Unknown},
		"another conversation":     {with(good, "conversationId", "other"), pos.Unknown, pos.Unknown},
		"another basket":           {with(good, "basketId", "other"), pos.Unknown, pos.Unknown},
		"another payment":          {with(good, "paymentId", "78"), pos.Unknown, pos.Unknown},
		"funds":                    {failure("10051"), pos.Declined, pos.Declined},
		"do not honour":            {failure("10005"), pos.Declined, pos.Declined},
		"system error":             {failure("1"), pos.Unknown, pos.Unknown},
		"our account":              {failure("1001"), pos.Unknown, pos.Unknown},
		"unknown to the bank":      {failure("10204"), pos.Unknown, pos.Unknown},
		"communication":            {failure("10214"), pos.Unknown, pos.Unknown},
		"timeout at the bank":      {failure("10219"), pos.Unknown, pos.Unknown},
		"issuer is away":           {failure("10228"), pos.Unknown, pos.Unknown},
		"a code that is not known": {failure("19999"), pos.Unknown, pos.Unknown},
		"no code":                  {failure(""), pos.Unknown, pos.Unknown},
		"no such payment":          {failure("5087"), pos.Unknown, pos.Missing},
		"no JSON":                  {"<html>", pos.Unknown, pos.Unknown},
		"no status":                {"{}", pos.Unknown, pos.Unknown},
	} {
		g := answers(t, map[string]any{"/payment/v2/3dsecure/auth": c.answer, "/payment/detail": c.answer})
		if o := g.Authorize(t.Context(), p, pos.Callback{}); o.State != c.taken {
			t.Errorf("%s: authorize: %s, want %s (%v)", what, o.State, c.taken, o.Err)
		}
		if o := g.Query(t.Context(), p); o.State != c.kept {
			t.Errorf("%s: query: %s, want %s (%v)", what, o.State, c.kept, o.Err)
		}
	}
	for what, c := range map[string]struct {
		answer map[string]any
		want   pos.State
	}{
		"declined": {map[string]any{"status": "success", "paymentStatus": "FAILURE", "conversationId": "pay",
			"errorCode": "10051"}, pos.Declined},
		"declined, of another": {map[string]any{"status": "success", "paymentStatus": "FAILURE",
			"conversationId": "other"}, pos.Unknown},
		"at the bank": {map[string]any{"status": "success", "paymentStatus": "INIT_THREEDS"}, pos.Missing},
		"a new state": {map[string]any{"status": "success", "paymentStatus": "PENDING_CREDIT"}, pos.Unknown},
	} {
		if o := answers(t, map[string]any{"/payment/detail": c.answer}).Query(t.Context(), p); o.State != c.want {
			t.Errorf("%s: %s, want %s (%v)", what, o.State, c.want, o.Err)
		}
	}
}

// A refund that failed for a technical reason may have been carried out.
func TestIyzicoTellsRefusedRefundsFromTechnicalErrors(t *testing.T) {
	t.Parallel()
	p := pos.Payment{ID: "pay", Txn: "77", Amount: 1050, Currency: "TRY"}
	for code, want := range map[string]pos.State{"1": pos.Unknown, "1001": pos.Unknown, "10219": pos.Unknown,
		"": pos.Unknown, "5093": pos.Declined, "5104": pos.Declined} {
		g := answers(t, map[string]any{"/payment/cancel": failure(code), "/v2/payment/refund": failure(code)})
		if o := g.Void(t.Context(), p); o.State != want {
			t.Errorf("void, %q: %s", code, o.State)
		}
		if o := g.Refund(t.Context(), p, 100); o.State != want {
			t.Errorf("refund, %q: %s", code, o.State)
		}
	}
}

// The customer chose a plan for one card and paid with another.
func TestIyzicoComparesTheCardWithItsPlan(t *testing.T) {
	t.Parallel()
	const page, plans = "/payment/iyzipos/checkoutform/auth/ecom/detail", "/payment/iyzipos/installment"
	p := pos.Payment{ID: "pay", Token: "tok", Price: 1000, Amount: 1000, Currency: "TRY", Installment: 3, BIN: "454671"}
	paid := map[string]any{"status": "success", "paymentStatus": "SUCCESS", "paymentId": "77", "currency": "TRY",
		"basketId": "pay", "conversationId": "pay", "paidPrice": json.Number("10"), "price": json.Number("10"),
		"token": "tok", "installment": 3, "fraudStatus": 1, "mdStatus": 1, "binNumber": "552879", "cardFamily": "Paraf"}
	offer := func(family, total string) map[string]any {
		return map[string]any{"status": "success", "installmentDetails": []any{map[string]any{"cardFamilyName": family,
			"installmentPrices": []any{map[string]any{"installmentNumber": 3, "installmentPrice": json.Number("3.34"),
				"totalPrice": json.Number(total)}}}}}
	}
	for what, c := range map[string]struct {
		detail, offer any
		state         pos.State
		reason        string
		held          bool
	}{
		"the same card":               {with(paid, "binNumber", "454671"), nil, pos.Approved, "", false},
		"another card, the same plan": {paid, offer("Paraf", "10.0"), pos.Approved, "", false},
		"another card, a dearer plan": {paid, offer("Paraf", "10.5"), pos.Approved, pos.ReasonPlan, false},
		"another programme's plan":    {paid, offer("Axess", "10.0"), pos.Approved, pos.ReasonPlan, false},
		"a card without plans": {paid, map[string]any{"status": "success", "installmentDetails": []any{}},
			pos.Approved, pos.ReasonPlan, false},
		"a card that is not shown": {with(paid, "binNumber", nil), offer("Paraf", "10.0"),
			pos.Approved, pos.ReasonPlan, false},
		"iyzico gives no plans now":  {paid, failure("1"), pos.Unknown, "", true},
		"plans that cannot be read":  {paid, offer("Paraf", "10.555"), pos.Unknown, "", true},
		"iyzico does not answer now": {paid, nil, pos.Unknown, "", true},
	} {
		o := answers(t, map[string]any{page: c.detail, plans: c.offer}).Query(t.Context(), p)
		if o.State != c.state || o.Reason != c.reason || o.Differs != (c.reason != "") || o.Held != c.held {
			t.Errorf("%s: %+v", what, o)
		}
	}
	single := p
	single.Installment = 1
	if o := answers(t, map[string]any{page: with(paid, "installment", 1)}).Query(t.Context(), single); o.Differs ||
		o.State != pos.Approved {
		t.Errorf("one payment with any card: %+v", o)
	}
}
