package settings

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestSettingsOutOfRangeAreRefused(t *testing.T) {
	t.Parallel()
	bank := func(plan string) string {
		return `{"provider":"nestpay","nestpay":{"clientId":"1","user":"u","password":"env:P","storeKey":"env:K",
"gateUrl":"https://bank.example/gate","apiUrl":"https://bank.example/api",
"plans":[{"bins":["552879"],"cardType":"CREDIT_CARD","installments":[` + plan + `]}]}}`
	}
	coin := func(asset string) string {
		return `{"crypto":{"address":"0x00000000000000000000000000000000000000aa","chains":[{"id":1,"name":"one",
"nodes":["https://node.example"],"assets":[{"symbol":"ETH","decimals":18,"rates":{"TRY":"1"}` + asset + `}]}]}}`
	}
	wire := func(tolerance int64) string {
		return fmt.Sprintf(`{"transfer":{"iban":"TR33","holder":"Shop","tolerance":%d}}`, tolerance)
	}
	soon := func(d time.Duration) string {
		return coin(`,"ratedAt":"` + time.Now().Add(d).UTC().Format(time.RFC3339) + `"`)
	}
	for _, text := range []string{bank(`{"count":2,"basisPoints":0},{"count":12,"basisPoints":10000}`), coin(""),
		coin(`,"rateFor":10080`), soon(0), soon(-time.Hour), soon(time.Minute), wire(0), wire(maxTolerance)} {
		if _, err := Parse([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for text, word := range map[string]string{
		bank(`{"count":3,"basisPoints":10001}`): "basisPoints", bank(`{"count":3,"basisPoints":-1}`): "basisPoints",
		bank(`{"count":13,"basisPoints":0}`): "count", bank(`{"count":1,"basisPoints":0}`): "count",
		coin(`,"rateFor":10081`): "rateFor", coin(`,"rateFor":-1`): "rateFor",
		coin(`,"ratedAt":"9999-01-01T00:00:00Z"`): "ratedAt", soon(time.Hour): "ratedAt",
		wire(-1): "tolerance", wire(maxTolerance + 1): "tolerance",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v, want an error about %s", text, err, word)
		}
	}
}

// A rate of the future would not expire. Settings that an older version accepted may have one.
func TestARateOfTheFutureIsNone(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for age, want := range map[time.Duration]bool{-time.Hour: false, -time.Minute: true, 0: true, time.Hour: true,
		61 * time.Minute: false} {
		at := now.Add(-age)
		a := Asset{Rates: map[string]string{"TRY": "2"}, RatedAt: &at}
		if _, ok := a.Rate("TRY", now); ok != want {
			t.Errorf("a rate that is %s old: %v", age, ok)
		}
	}
	at := now.AddDate(0, 0, -8)
	if _, ok := (Asset{Rates: map[string]string{"TRY": "2"}, RatedAt: &at, RateFor: 1 << 40}).Rate("TRY", now); ok {
		t.Error("a rate is valid for more than a week")
	}
}
