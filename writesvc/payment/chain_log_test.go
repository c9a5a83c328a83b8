package payment

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"vitrine/internal/api"
	"vitrine/internal/lograte"
	"vitrine/writesvc/payment/settings"
)

// Payments that the settings of a shop refuse leave few lines in the log.
func TestRefusedPaymentsOnAChainLeaveFewLines(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		set  func(*settings.Crypto)
		line string
	}{
		"rate": {func(c *settings.Crypto) { c.Chains[0].Assets[0].Rates = map[string]string{"EUR": "2500"} },
			"coin without a current exchange rate"},
		"nodes": {func(c *settings.Crypto) { c.TwoFrom = "1" }, "payment requires two nodes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openCoinShop(t, x.set)
			var log bytes.Buffer
			s.Service.chain.Log = slog.New(slog.NewTextHandler(&log, nil))
			const most = 2 * lograte.Burst
			for i := range most {
				b, err := s.buyer(t.Context(), fmt.Sprint("b", i), 1)
				if err != nil {
					t.Fatal(err)
				}
				_, err = s.Service.chain.StartCrypto(t.Context(), s.request("/payment/crypto",
					map[string]any{"basketId": b, "asset": "COIN"}))
				if !isCode(err, api.MethodOff) {
					t.Fatalf("a payment that the settings refuse: %v", err)
				}
			}
			if lines := strings.Count(log.String(), x.line); lines == 0 || lines >= most {
				t.Errorf("%d lines about %d refused payments", lines, most)
			}
		})
	}
}
