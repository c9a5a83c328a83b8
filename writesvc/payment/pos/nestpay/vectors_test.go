package nestpay

import (
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"
	"testing"

	"vitrine/writesvc/payment/pos"
)

func form(pairs ...string) url.Values {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return v
}

func nestpayVector(more ...string) url.Values {
	return form(append([]string{"clientid", "190100000", "amount", "100.25", "oid", "order222", "okUrl",
		"https://domain.com/success",
		"failUrl", "https://domain.com/fail_url", "lang", "tr", "currency", "949", "taksit", "", "islemtipi", "Auth",
		"hashAlgorithm", "ver3"}, more...)...)
}

func TestNestPayHashesAsPublished(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]url.Values{
		"/uPxhEKWCEGi3NsDOOQ4u8Hu5g71v5GWspOid70WehTWEz97PqxG3IN1Jv5jsbOXOw3Z3Rr/0UtywzEgbqFfdA==": nestpayVector(
			"storetype", "3d_pay", "rnd", "rand", "firmaadi", "siparis veren", "Email", "test@test.com"),
		"4aUsG5hqlIFLc9s8PKc5rWb2OLhmxDDewNgKa2XrwoYCIxlyVq8Fjl4IVaZzoqL983CfTseicmnTA0PjZr74xg==": nestpayVector(
			"storetype", "3d", "rnd", "12345"),
	} {
		if got := HashV3(v, "123456"); got != want {
			t.Errorf("hash %s, want %s", got, want)
		}
	}
}

func TestNestPayRejectsAlteredForms(t *testing.T) {
	t.Parallel()
	v := nestpayVector("storetype", "3d", "rnd", "12345")
	v.Set("HASH", HashV3(v, "123456"))
	if !verifyV3(v, "123456") {
		t.Fatal("a good hash is refused")
	}
	for name, change := range map[string]func(url.Values){
		"another value":         func(v url.Values) { v.Set("amount", "1.25") },
		"a field twice":         func(v url.Values) { v.Add("amount", "100.25") },
		"a field in two cases":  func(v url.Values) { v.Set("AMOUNT", "100.25") },
		"no hash":               func(v url.Values) { v.Del("HASH") },
		"an empty hash":         func(v url.Values) { v.Set("HASH", "") },
		"a value less":          func(v url.Values) { v.Del("lang") },
		"a bar moved to a name": func(v url.Values) { v.Set("lang", "tr|"); v.Del("taksit") },
	} {
		w := url.Values{}
		for k, x := range v {
			w[k] = append([]string{}, x...)
		}
		change(w)
		if verifyV3(w, "123456") {
			t.Errorf("%s: verified", name)
		}
	}
	// Names are not signed. A renamed field keeps the hash, so Read must report it as missing.
	n, err := New(Config{ClientID: "190100000", User: "u", Password: "p", StoreKey: "123456",
		GateURL: "https://bank.example/gate", APIURL: "https://bank.example/api"})
	if err != nil {
		t.Fatal(err)
	}
	cb := form("clientid", "190100000", "oid", "o", "amount", "1.00", "currency", "949", "taksit", "", "mdStatus", "1",
		"md", "m", "xid", "x", "eci", "05", "cavv", "c")
	cb.Set("HASH", HashV3(cb, "123456"))
	if got, err := n.Read(cb); err != nil || got.Failed || got.Amount != "1.00" || got.Currency != "TRY" ||
		got.Installment != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, renamed := range []string{"amount", "mdStatus", "currency", "oid", "clientid", "md"} {
		w := url.Values{}
		for k, x := range cb {
			if k == renamed {
				k += "q" // sorts where it did
			}
			w[k] = x
		}
		if HashV3(w, "123456") != cb.Get("HASH") {
			continue // it sorts elsewhere, so the hash differs
		}
		if _, err := n.Read(w); err == nil {
			t.Errorf("%s renamed: read", renamed)
		}
	}
}

// A complete reply of a bank from the tests of mews/pos: 45 fields and their hash, with the store key 123456.
func TestNestPayReadsAWholeReplyAsPublished(t *testing.T) {
	t.Parallel()
	v := form("ReturnOid", "202210308C0F", "TRANID", "", "hashAlgorithm", "ver3", "PAResSyntaxOK", "true", "firmaadi",
		"John Doe", "islemtipi", "Auth", "lang", "tr",
		"merchantID", "190200000", "maskedCreditCard", "4355 08** **** 4358", "amount", "1.01", "sID", "1", "ACQBIN",
		"454672", "Ecom_Payment_Card_ExpDate_Year", "26",
		"EXTRA_CARDBRAND", "VISA", "Email", "mail@customer.com", "MaskedPan", "435508***4358", "acqStan", "184784",
		"merchantName", "Ziraat 3D_Pay", "clientIp", "89.244.149.137",
		"EXTRA_KAZANILANPUAN", "000000010.00", "okUrl", "http://localhost/akbank/3d-pay/response.php",
		"md", "435508:51104213993AC8DFE8839C7F7E391B461115D09A1D88948C8ACE421D7D7EAA5A:3545:##190200000", "ProcReturnCode",
		"00", "payResults_dsId", "1", "taksit", "",
		"TransId", "22303RqiC11252", "EXTRA_TRXDATE", "20221030 17:42:33", "Ecom_Payment_Card_ExpDate_Month", "12",
		"storetype", "3d_pay", "Response", "Approved", "SettleId", "2383",
		"mdErrorMsg", "Y-status/Challenge authentication via ACS: "+
			"https://3ds-acs.test.modirum.com/mdpayacs/creq?token=214711321.1667140951.Ud_jQl3B2l1", "ErrMsg", "",
		"PAResVerified", "true", "cavv", "ABABBCgghAAAAABllJMDdZdTdic=", "digest", "digest", "HostRefNum", "230317184784",
		"callbackCall", "true", "AuthCode", "216981",
		"failUrl", "http://localhost/akbank/3d-pay/response.php", "xid", "N1An1iS5iN4u/1VWS6CgzSGRtN0=", "encoding",
		"ISO-8859-9", "currency", "949", "oid", "202210308C0F",
		"mdStatus", "1", "dsId", "1", "eci", "05", "version", "2.0", "EXTRA_CARDISSUER", "AKBANK T.A.S.", "clientid",
		"190200000", "txstatus", "Y",
		"HASH", "jVgcwtx4vxxAcX8+ajsrrzp77k9uaGu1pjDQfCpoUG95y2MwwGipc6cF3kESiTphjV8/1ESSc6zg9KyTSxUnzA==", "rnd",
		"J/jGATA5LLVaMfpU+Yyu")
	n, err := New(Config{ClientID: "190200000", User: "u", Password: "p", StoreKey: "123456",
		GateURL: "https://bank.example/gate", APIURL: "https://bank.example/api"})
	if err != nil {
		t.Fatal(err)
	}
	cb, err := n.Read(v)
	if err != nil || cb.PaymentID != "202210308C0F" || cb.Merchant != "190200000" || cb.Amount != "1.01" ||
		cb.Currency != "TRY" || cb.MDStatus != "1" || cb.Failed {
		t.Errorf("%+v, %v", cb, err)
	}
	// Without its mdStatus, or with any other signed value changed, the reply is rejected.
	for name := range v {
		if unsigned[strings.ToLower(name)] && name != "HASH" {
			continue
		}
		w := url.Values{}
		for k, x := range v {
			w[k] = x
		}
		w.Set(name, v.Get(name)+"0")
		if _, err := n.Read(w); err == nil {
			t.Errorf("%s changed: read", name)
		}
	}
}

// Version 1 of the hash covers the fields that the reply itself names, so it is insecure and rejected. This test
// computes the published vectors, so that it rejects real ones.
func TestNestPayRefusesVersion1(t *testing.T) {
	t.Parallel()
	v1 := func(parts ...string) string {
		sum := sha1.Sum([]byte(strings.Join(parts, "")))
		return base64.StdEncoding.EncodeToString(sum[:])
	}
	if got := v1("700655000200", "order222", "100.25", "https://domain.com/success", "https://domain.com/fail_url",
		"Auth", "", "rand", "TRPS0200"); got != "S7UxUAohxaxzl35WxHyDfuQx0sg=" {
		t.Errorf("version 1: %s", got)
	}
	const md = "435508:86D9842A9C594E17B28A2B9037FEB140E8EA480AED5FE19B5CEA446960AA03AA:4122:##700655000200"
	reply := form("clientid", "700655000200", "oid", "202204171C44", "mdStatus", "0", "cavv", "", "eci", "", "md", md,
		"rnd", "mzTLQAaM8W5GuQwu4BfD", "amount", "1.01", "currency", "949",
		"storetype", "3d", "HASHPARAMS", "clientid:oid:mdStatus:cavv:eci:md:rnd:", "HASHPARAMSVAL",
		"700655000200202204171C440"+md+"mzTLQAaM8W5GuQwu4BfD", "HASH", "e5KcIY797JNvjrkWjZSfHOa+690=")
	if got := v1(reply.Get("HASHPARAMSVAL"), "TRPS0200"); got != reply.Get("HASH") {
		t.Errorf("the reply: %s", got)
	}
	n, err := New(Config{ClientID: "700655000200", User: "u", Password: "p", StoreKey: "TRPS0200",
		GateURL: "https://bank.example/gate", APIURL: "https://bank.example/api"})
	if err != nil {
		t.Fatal(err)
	}
	if cb, err := n.Read(reply); !errors.Is(err, pos.ErrForged) {
		t.Errorf("a reply of version 1: %+v, %v", cb, err)
	}
}

// The published form of the model 3d_host contains no card.
func TestNestPayHashesAHostedPageAsPublished(t *testing.T) {
	t.Parallel()
	v := form("clientid", "190100000", "storetype", "3d_host", "amount", "100.25", "oid", "order222", "okUrl",
		"https://domain.com/success", "failUrl", "https://domain.com/fail_url",
		"rnd", "rand-21212", "lang", "tr", "currency", "949", "taksit", "", "TranType", "Auth", "hashAlgorithm", "ver3")
	const want = "wlqP71Pwu5+zaCYCGxWpbqf1cAsbou5p5PDAds4YcejFO5AVTw0PjnzNiFnYX900ZL38rQw8Jt/YhMmZ5bJ/qA=="
	if got := HashV3(v, "123456"); got != want {
		t.Errorf("hash %s", got)
	}
	n, err := New(Config{ClientID: "190100000", User: "u", Password: "p", StoreKey: "123456",
		GateURL: "https://bank.example/gate", APIURL: "https://bank.example/api"})
	if err != nil {
		t.Fatal(err)
	}
	page, err := n.Host(t.Context(), pos.Payment{ID: "order222", Amount: 10025, Currency: "TRY", Installment: 1,
		CallbackURL: "https://domain.com/back", Language: "tr"})
	if err != nil || page.Takes || !strings.Contains(string(page.HTML), `name="storetype" value="3d_host"`) ||
		page.FormAction != "https://bank.example" {
		t.Errorf("%+v, %v", page, err)
	}
	for _, name := range []string{"pan", "cv2", "Ecom_Payment_Card_ExpDate_Month", "Ecom_Payment_Card_ExpDate_Year",
		"cardHolderName"} {
		if strings.Contains(string(page.HTML), `"`+name+`"`) {
			t.Errorf("the form has %s", name)
		}
	}
	if _, err := n.Host(t.Context(), pos.Payment{ID: "order222", Amount: 10025, Currency: "XAU"}); err == nil {
		t.Error("another currency: a page")
	}
}

// A published reply in the model 3d_host proves the authentication; no money was taken.
func TestNestPayReadsTheAnswerOfAHostedPage(t *testing.T) {
	t.Parallel()
	n, err := New(Config{ClientID: "700655000200", User: "u", Password: "p", StoreKey: "TRPS0200",
		GateURL: "https://bank.example/gate", APIURL: "https://bank.example/api"})
	if err != nil {
		t.Fatal(err)
	}
	v := form("storetype", "3d_host", "panFirst6", "", "panLast4", "", "TRANID", "", "refreshTime", "300", "lang", "tr",
		"merchantID", "700655000200", "maskedCreditCard", "4355 08** **** 4358",
		"amount", "1.01", "sID", "1", "MaskedPan", "435508***4358", "md", "435508:ABC94F20:4183:##700655000200", "taksit",
		"", "mdErrorMsg", "Y-status/Challenge", "cavv", "ABABA##UGZE=",
		"callbackCall", "true", "pbirimsembol", "TL ", "xid", "J/CJIQ171+w/IOvf6CfmRXOYKfU=", "encoding", "ISO-8859-9",
		"currency", "949", "oid", "202210305DCF", "mdStatus", "1", "eci", "05",
		"clientid", "700655000200", "txstatus", "Y", "rnd", "wxI/n3+bu0CbyBo5OMXY", "hashAlgorithm", "ver3")
	v.Set("HASH", HashV3(v, "TRPS0200"))
	cb, err := n.Read(v)
	if err != nil || cb.Failed || cb.PaymentID != "202210305DCF" || cb.Amount != "1.01" || cb.Evidence["md"] == "" {
		t.Errorf("%+v, %v", cb, err)
	}
	v.Del("cavv")
	v.Set("mdStatus", "0")
	v.Set("HASH", HashV3(v, "TRPS0200"))
	if cb, err = n.Read(v); err != nil || !cb.Failed {
		t.Errorf("not authenticated: %+v, %v", cb, err)
	}
}

var _ pos.Gateway = (*Gateway)(nil)
