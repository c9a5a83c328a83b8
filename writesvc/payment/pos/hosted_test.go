package pos

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine/internal/writeapi"
)

// The published form of the model 3d_host: no card is in it.
func TestNestPayHashesAHostedPageAsPublished(t *testing.T) {
	t.Parallel()
	v := form("clientid", "190100000", "storetype", "3d_host", "amount", "100.25", "oid", "order222", "okUrl", "https://domain.com/success", "failUrl", "https://domain.com/fail_url",
		"rnd", "rand-21212", "lang", "tr", "currency", "949", "taksit", "", "TranType", "Auth", "hashAlgorithm", "ver3")
	if got := HashV3(v, "123456"); got != "wlqP71Pwu5+zaCYCGxWpbqf1cAsbou5p5PDAds4YcejFO5AVTw0PjnzNiFnYX900ZL38rQw8Jt/YhMmZ5bJ/qA==" {
		t.Errorf("hash %s", got)
	}
	n, err := NewNestPay(NestPayConfig{ClientID: "190100000", User: "u", Password: "p", StoreKey: "123456", GateURL: "https://bank.example/gate", APIURL: "https://bank.example/api"})
	if err != nil {
		t.Fatal(err)
	}
	page, err := n.Host(t.Context(), Payment{ID: "order222", Amount: 10025, Currency: "TRY", Installment: 1, CallbackURL: "https://domain.com/back", Language: "tr"})
	if err != nil || page.Takes || !strings.Contains(string(page.HTML), `name="storetype" value="3d_host"`) || page.FormAction != "https://bank.example" {
		t.Errorf("%+v, %v", page, err)
	}
	for _, name := range []string{"pan", "cv2", "Ecom_Payment_Card_ExpDate_Month", "Ecom_Payment_Card_ExpDate_Year", "cardHolderName"} {
		if strings.Contains(string(page.HTML), `"`+name+`"`) {
			t.Errorf("the form has %s", name)
		}
	}
	if _, err := n.Host(t.Context(), Payment{ID: "order222", Amount: 10025, Currency: "XAU"}); err == nil {
		t.Error("another currency: a page")
	}
}

// What a bank of the model 3d_host sends back, by its published names: the proof is there, and no money was taken.
func TestNestPayReadsTheAnswerOfAHostedPage(t *testing.T) {
	t.Parallel()
	n, err := NewNestPay(NestPayConfig{ClientID: "700655000200", User: "u", Password: "p", StoreKey: "TRPS0200", GateURL: "https://bank.example/gate", APIURL: "https://bank.example/api"})
	if err != nil {
		t.Fatal(err)
	}
	v := form("storetype", "3d_host", "panFirst6", "", "panLast4", "", "TRANID", "", "refreshTime", "300", "lang", "tr", "merchantID", "700655000200", "maskedCreditCard", "4355 08** **** 4358",
		"amount", "1.01", "sID", "1", "MaskedPan", "435508***4358", "md", "435508:ABC94F20:4183:##700655000200", "taksit", "", "mdErrorMsg", "Y-status/Challenge", "cavv", "ABABA##UGZE=",
		"callbackCall", "true", "pbirimsembol", "TL ", "xid", "J/CJIQ171+w/IOvf6CfmRXOYKfU=", "encoding", "ISO-8859-9", "currency", "949", "oid", "202210305DCF", "mdStatus", "1", "eci", "05",
		"clientid", "700655000200", "txstatus", "Y", "rnd", "wxI/n3+bu0CbyBo5OMXY", "hashAlgorithm", "ver3")
	v.Set("HASH", HashV3(v, "TRPS0200"))
	cb, err := n.Read(v)
	if err != nil || cb.Failed || cb.PaymentID != "202210305DCF" || cb.Amount != "1.01" || cb.evidence["md"] == "" {
		t.Errorf("%+v, %v", cb, err)
	}
	v.Del("cavv")
	v.Set("mdStatus", "0")
	v.Set("HASH", HashV3(v, "TRPS0200"))
	if cb, err = n.Read(v); err != nil || !cb.Failed {
		t.Errorf("not authenticated: %+v, %v", cb, err)
	}
}

// The webhook that iyzico publishes of a payment on its own page.
func TestIyzicoSignsWebhooksOfPagesAsPublished(t *testing.T) {
	t.Parallel()
	got := IyzicoPageWebhook("sandbox-UuLnD7wZa0a3DmytfIrwHQqAMfqCNJrs", "CHECKOUT_FORM_AUTH", "22483975", "e828c62d-fd12-4b1a-ad5a-380f15fe6596", "conversationId", "SUCCESS")
	if got != "4031c575763486a2d2bf3f7ace0baebfcd6bed65393ab4df3fe80c00d5fd6878" {
		t.Errorf("on iyzico's page: %s", got)
	}
}

// askPage makes a gateway whose iyzico answers everything with one answer, signed as a page's detail unless a signature is given.
func askPage(t *testing.T, answer map[string]any) *Iyzico {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		if _, ok := answer["signature"]; !ok {
			text := func(name string) string { s, _ := json.Marshal(answer[name]); return strings.Trim(string(s), `"`) }
			answer["signature"] = hmacHex("secret", strings.Join([]string{text("paymentStatus"), text("paymentId"), text("currency"), text("basketId"), text("conversationId"), text("paidPrice"), text("price"), text("token")}, ":"))
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	i, err := NewIyzico(IyzicoConfig{APIKey: "key", SecretKey: "secret", URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func TestIyzicoSaysWhatBecameOfAPage(t *testing.T) {
	t.Parallel()
	p := Payment{ID: "pay", Token: "tok", Price: 1000, Amount: 1050, Currency: "TRY", Installment: 3}
	good := func(pairs ...any) map[string]any {
		a := map[string]any{"status": "success", "paymentStatus": "SUCCESS", "paymentId": "77", "currency": "TRY", "basketId": "pay", "conversationId": "pay", "paidPrice": json.Number("10.5"),
			"price": json.Number("10"), "token": "tok", "installment": 3, "fraudStatus": 1, "mdStatus": 1}
		for i := 0; i+1 < len(pairs); i += 2 {
			if a[pairs[i].(string)] = pairs[i+1]; pairs[i+1] == nil {
				delete(a, pairs[i].(string))
			}
		}
		return a
	}
	for what, c := range map[string]struct {
		answer map[string]any
		state  State
		differ bool
		held   bool
	}{
		"paid":                       {good(), Approved, false, false},
		"paid, without its 3-D":      {good("mdStatus", nil), Approved, false, false},
		"zeros behind":               {good("paidPrice", json.Number("10.50000000"), "price", json.Number("10.0")), Approved, false, false},
		"another basket":             {good("basketId", "other"), Approved, true, false},
		"another price":              {good("price", json.Number("9")), Approved, true, false},
		"another plan":               {good("installment", 1), Approved, true, false},
		"half authenticated":         {good("mdStatus", "4"), Approved, true, false},
		"another page":               {good("token", "other"), Unknown, false, false},
		"another conversation":       {good("conversationId", "other"), Unknown, false, false},
		"another signature":          {good("signature", "00"), Unknown, false, false},
		"no signature":               {good("signature", ""), Unknown, false, false},
		"reviewed":                   {good("fraudStatus", 0), Unknown, false, true},
		"nothing is said of fraud":   {good("fraudStatus", nil), Unknown, false, true},
		"nothing is said of the sum": {good("paidPrice", json.Number("0")), Unknown, false, true},
		"refused as a fraud":         {good("fraudStatus", -1), Declined, false, false},
		"refused":                    {map[string]any{"status": "success", "paymentStatus": "FAILURE", "errorCode": "10051"}, Declined, false, false},
		"refused, in other words":    {map[string]any{"status": "failure", "errorCode": "10051"}, Declined, false, false},
		"nobody has paid yet":        {map[string]any{"status": "failure", "errorCode": "5115"}, Missing, false, false},
		"at his bank":                {map[string]any{"status": "success", "paymentStatus": "INIT_THREEDS"}, Missing, false, false},
		"iyzico fails":               {map[string]any{"status": "failure", "errorCode": "1"}, Unknown, false, false},
		"our key is gone":            {map[string]any{"status": "failure", "errorCode": "1001"}, Unknown, false, false},
		"neither":                    {map[string]any{"status": "success", "paymentStatus": "PENDING_CREDIT"}, Unknown, false, false},
	} {
		o := askPage(t, c.answer).Query(t.Context(), p)
		if o.State != c.state || o.Differs != c.differ || o.Held != c.held {
			t.Errorf("%s: %s, differs %v, held %v (%v)", what, o.State, o.Differs, o.Held, o.Err)
		}
		if o.State == Approved && (o.Txn != "77" || o.Amount != 1050 || o.Currency != "TRY") {
			t.Errorf("%s: %+v", what, o)
		}
	}
	if o := askPage(t, good("paidPrice", json.Number("1.0"))).Query(t.Context(), p); o.State != Approved || o.Amount != writeapi.Money(100) {
		t.Errorf("another sum: %+v", o) // who asked compares it
	}
}

func TestIyzicoOpensAPage(t *testing.T) {
	t.Parallel()
	signed := func(pairs ...any) map[string]any {
		a := map[string]any{"status": "success", "conversationId": "pay", "token": "tok", "tokenExpireTime": 1800, "paymentPageUrl": "https://pay.example/?token=tok&lang=tr", "signature": hmacHex("secret", "pay:tok")}
		for i := 0; i+1 < len(pairs); i += 2 {
			a[pairs[i].(string)] = pairs[i+1]
		}
		return a
	}
	p := Payment{ID: "pay", Price: 1000, Amount: 1000, Currency: "TRY", Installment: 1, Items: []Item{{"i", "Mug", 1000}}}
	page, err := askPage(t, signed()).Host(t.Context(), p)
	if err != nil || !page.Takes || page.Token != "tok" || page.For != 30*time.Minute || page.FormAction != "'none'" || !strings.Contains(string(page.HTML), `href="https://pay.example/?token=tok&amp;lang=tr"`) {
		t.Errorf("%+v, %v", page, err)
	}
	if page, err = askPage(t, signed("tokenExpireTime", "99999999999")).Host(t.Context(), p); err != nil || page.For != 24*time.Hour {
		t.Errorf("a page for ever: %v, %v", page.For, err)
	}
	for what, answer := range map[string]map[string]any{
		"another signature": signed("signature", "00"), "another conversation": signed("conversationId", "other"), "no token": signed("token", ""), "a token without end": signed("token", strings.Repeat("t", 300)),
		"no page": signed("paymentPageUrl", ""), "a script": signed("paymentPageUrl", "javascript:alert()"), "a page that is not safe": signed("paymentPageUrl", "http://pay.example/"),
		"a name in it": signed("paymentPageUrl", "https://shop@pay.example/"), "refused": {"status": "failure", "errorCode": "1000"},
	} {
		if page, err := askPage(t, answer).Host(t.Context(), p); err == nil {
			t.Errorf("%s: %+v", what, page)
		}
	}
}

var _ = []Gateway{(*NestPay)(nil), (*Iyzico)(nil)}
