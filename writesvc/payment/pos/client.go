package pos

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"vitrine/internal/trace"
)

// Limits of a call to a bank.
const (
	CallTimeout       = 20 * time.Second
	MaxAnswer   int64 = 64 << 10 // bytes
)

// Client returns the HTTP client for calls to a bank. It follows no redirects, because the request is meant for
// the bank alone. It keeps no connections alive, because the transport may repeat a request on a closed one.
func Client() *http.Client {
	return &http.Client{
		Timeout: CallTimeout,
		Transport: trace.Transport("bank", &http.Transport{DisableKeepAlives: true,
			Proxy: http.ProxyFromEnvironment}),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Loopback reports whether a host is this machine.
func Loopback(host string) bool { return host == "127.0.0.1" || host == "localhost" || host == "::1" }

// WebURL reports whether a text is an absolute http or https URL.
func WebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http")
}

// ReadSettings decodes an account's settings strictly: an unknown member is an error.
func ReadSettings(settings json.RawMessage, into any) error {
	if len(settings) == 0 {
		return errors.New("the account is missing")
	}
	d := json.NewDecoder(bytes.NewReader(settings))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("read the account: %w", err)
	}
	return nil
}

// currencies maps currencies to their ISO 4217 numbers.
var currencies = map[string]string{
	"TRY": "949", "USD": "840", "EUR": "978", "GBP": "826", "CHF": "756", "JPY": "392", "RUB": "643",
}

// ISONumber returns the number of a currency, and false for a currency that banks here do not take.
func ISONumber(currency string) (string, bool) {
	n, ok := currencies[currency]
	return n, ok
}

// ISOName returns the currency of an ISO 4217 number, or "".
func ISOName(number string) string {
	for name, n := range currencies {
		if n == number {
			return name
		}
	}
	return ""
}
