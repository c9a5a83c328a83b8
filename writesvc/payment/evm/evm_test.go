package evm

import (
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The examples of EIP-55.
func TestAddressChecksums(t *testing.T) {
	t.Parallel()
	for _, want := range []string{
		"0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
		"0xde709f2102306220921060314715629080e2fb77", "0x27b1fdb04752bbc536007a920d24acb045561c26",
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
		"0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
	} {
		lower := strings.ToLower(want)
		if got := Checksum(lower); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got, err := Address(want); err != nil || got != lower {
			t.Errorf("%s: %s, %v", want, got, err)
		}
	}
	for _, bad := range []string{"", "0x", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
		"5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd", "0xgaaeb6053f3e94c9b9a09f33669435e7ef1beaed",
		"0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"} {
		if got, err := Address(bad); err == nil {
			t.Errorf("%s: %s", bad, got)
		}
	}
}

func TestAmountsAreExact(t *testing.T) {
	t.Parallel()
	units := func(cents int64, rate string, decimals int, want string) {
		t.Helper()
		r, ok := ParseRate(rate)
		if !ok {
			t.Fatalf("rate %s", rate)
		}
		if got := Units(cents, r, decimals); got.String() != want {
			t.Errorf("%d at %s: %s, want %s", cents, rate, got, want)
		}
	}
	units(1000, "40", 6, "250000")
	units(1000, "3", 6, "3333334") // rounded up, so that the tenant never gets less
	units(1, "100000", 18, "100000000000")
	units(999_999_999_999, "0.000000000000000001", 36, "9999999999990000000000000000000000000000000000000000000000000000")
	units(100, "0.1", 6, "10000000") // without floating point
	for _, bad := range []string{"", "0", "0.0", "-1", "+1", "1e3", "1.", ".5", "1,5", " 1", "0x1", "1/2", "NaN",
		strings.Repeat("9", 19), "0." + strings.Repeat("0", 18) + "1"} {
		if r, ok := ParseRate(bad); ok {
			t.Errorf("rate %q: %s", bad, r)
		}
	}
	for in, want := range map[string]string{"0": "0", "1": "0.000001", "1500000": "1.5", "1000000": "1",
		"123456789": "123.456789"} {
		n, _ := new(big.Int).SetString(in, 10)
		if got := Decimal(n, 6); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 255)
	if got := Worth(1000, huge, big.NewInt(1), 777); got != 777 {
		t.Errorf("a fortune is worth %d", got)
	}
	if got := Worth(1000, big.NewInt(999), big.NewInt(1000), 1e12); got != 999 {
		t.Errorf("worth %d", got)
	}
}

func TestNodeURLsRequireTLS(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"https://node.example/v3/key", "http://127.0.0.1:8545", "http://localhost:8545",
		"http://10.0.0.5:8545", "http://[::1]:8545"} {
		if err := CheckURL(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"", "node.example", "http://node.example", "http://8.8.8.8", "ws://127.0.0.1",
		"file:///x", "https://", "http://169.254.169.254/"} {
		if err := CheckURL(bad); err == nil {
			t.Errorf("%s is a node", bad)
		}
	}
}

// Whatever a node says yields a result or an error, and no empty payment.
func FuzzLook(f *testing.F) {
	for _, s := range []string{`null`, `"0x1"`, `{}`, `{"hash":"0x1","blockHash":"0x2","value":"0x0"}`,
		`{"logs":[{"topics":["0x"],"data":"0x"}],"status":"0x1","blockNumber":"0xffffffffffffffffffff"}`, `[]`,
		`{"result":{}}`} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		n := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			text := []string{`"0x1"`, one, two, two, one}[n%5]
			n++
			_, _ = w.Write([]byte(`{"result":` + text + `}`))
		}))
		defer server.Close()
		s, err := Node(server.URL).Look(t.Context(), 1, "0x"+strings.Repeat("1", 64), "0x"+strings.Repeat("2", 40))
		if err != nil && (s.Seen || s.Mined) {
			t.Errorf("%+v and %v", s, err)
		}
		for _, p := range s.Transfers {
			if p.Amount.Sign() <= 0 {
				t.Errorf("%+v", p)
			}
		}
	})
}
