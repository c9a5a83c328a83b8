package pos

import (
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/writeapi"
)

// The published vectors.

func form(pairs ...string) url.Values {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return v
}

func nestpayVector(more ...string) url.Values {
	return form(append([]string{"clientid", "190100000", "amount", "100.25", "oid", "order222", "okUrl", "https://domain.com/success",
		"failUrl", "https://domain.com/fail_url", "lang", "tr", "currency", "949", "taksit", "", "islemtipi", "Auth", "hashAlgorithm", "ver3"}, more...)...)
}

func TestNestPayHashesAsPublished(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]url.Values{
		"/uPxhEKWCEGi3NsDOOQ4u8Hu5g71v5GWspOid70WehTWEz97PqxG3IN1Jv5jsbOXOw3Z3Rr/0UtywzEgbqFfdA==": nestpayVector("storetype", "3d_pay", "rnd", "rand", "firmaadi", "siparis veren", "Email", "test@test.com"),
		"4aUsG5hqlIFLc9s8PKc5rWb2OLhmxDDewNgKa2XrwoYCIxlyVq8Fjl4IVaZzoqL983CfTseicmnTA0PjZr74xg==": nestpayVector("storetype", "3d", "rnd", "12345"),
	} {
		if got := HashV3(v, "123456"); got != want {
			t.Errorf("hash %s, want %s", got, want)
		}
	}
}

func TestNestPayHashHasItsTraps(t *testing.T) {
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
	// Names are not signed: a renamed field keeps the hash, so Read must miss it.
	n, err := NewNestPay(NestPayConfig{ClientID: "190100000", User: "u", Password: "p", StoreKey: "123456", GateURL: "https://bank.example/gate", APIURL: "https://bank.example/api"})
	if err != nil {
		t.Fatal(err)
	}
	cb := form("clientid", "190100000", "oid", "o", "amount", "1.00", "currency", "949", "taksit", "", "mdStatus", "1", "md", "m", "xid", "x", "eci", "05", "cavv", "c")
	cb.Set("HASH", HashV3(cb, "123456"))
	if got, err := n.Read(cb); err != nil || got.Failed || got.Amount != "1.00" || got.Currency != "TRY" || got.Installment != 1 {
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
			continue // it moved; the hash says so
		}
		if _, err := n.Read(w); err == nil {
			t.Errorf("%s renamed: read", renamed)
		}
	}
}

func TestIyzicoSignsAsPublished(t *testing.T) {
	t.Parallel()
	if got := iyzicoAuthorization("test", "test", "123456789", "/v2/subscription/initialize", ""); !strings.HasPrefix(got, "IYZWSv2 YXBpS2V5OnRlc3QmcmFuZG9tS2V5OjEyMzQ1Njc4OSZzaWduYXR1cmU6YmM0NGIyZjRkZmI4") || !strings.HasSuffix(got, "FjZjI5OA==") {
		t.Errorf("authorization: %s", got)
	}
	cb := form("conversationData", "", "conversationId", "", "mdStatus", "1", "paymentId", "22484292", "status", "success")
	const want = "a4f73b80bb32a6ef8358090bbd8609a49a7b53f463048f8ef147496e236d04f0"
	if got := iyzicoCallback("jLc7GQHD2pyJoqXDeEcTnGHYtP7Ai5jl", cb); got != want {
		t.Errorf("callback: %s, want %s", got, want)
	}
}

func TestIyzicoPricesHaveOneDecimalAndNoZerosBehind(t *testing.T) {
	t.Parallel()
	for m, want := range map[writeapi.Money]string{2200: "22.0", 1534: "15.34", 1530: "15.3", 5: "0.05", 50: "0.5"} {
		if got := iyzicoPrice(m); got != want {
			t.Errorf("%d: %s, want %s", m, got, want)
		}
	}
}
