package notify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"vitrine/internal/secret"
)

// SMS sends text messages by an HTTP API like Twilio's: a form with To, From and Body, posted with basic
// authentication.
type SMS struct {
	url, user, password, from string
	client                    *http.Client
}

const smsTimeout = 15 * time.Second

// NewSMS parses the URL of the API:
// https://SID:TOKEN@api.twilio.com/2010-04-01/Accounts/SID/Messages.json?from=%2B12025550100.
func NewSMS(address string) (*SMS, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User == nil ||
		u.Query().Get("from") == "" {
		// without the value, which contains a token
		return nil, errors.New("VITRINE_SMS_URL: must be https://ID:TOKEN@host/path?from=NUMBER")
	}
	if u.Scheme == "http" && u.Hostname() != "127.0.0.1" && u.Hostname() != "localhost" && u.Hostname() != "::1" {
		return nil, errors.New("VITRINE_SMS_URL: must begin with https, because the URL contains a token")
	}
	s := &SMS{user: u.User.Username(), from: u.Query().Get("from"), client: &http.Client{
		Timeout: smsTimeout,
		// the token goes to this host only
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	s.password, _ = u.User.Password()
	if _, err := secret.Text(s.password); err != nil || s.user == "" {
		return nil, errors.New("VITRINE_SMS_URL: the ID or the token is empty")
	}
	u.User, u.RawQuery = nil, ""
	s.url = u.String()
	return s, nil
}

// Send sends one text message.
func (s *SMS) Send(ctx context.Context, m Message) error {
	from := s.from
	if m.From != "" {
		from = m.From
	}
	form := url.Values{"To": {m.To}, "From": {from}, "Body": {m.Text}}.Encode()
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, strings.NewReader(form))
	if err != nil {
		return fmt.Errorf("sms: %w", err)
	}
	rq.SetBasicAuth(s.user, s.password)
	rq.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	rq.Header.Set("Idempotency-Key", m.ID)
	rs, err := s.client.Do(rq)
	if err != nil {
		return fmt.Errorf("sms: %w", err)
	}
	defer rs.Body.Close() //nolint:errcheck // the answer was read
	// so that the connection can be reused; the answer may repeat the text, so it is not logged
	_, _ = io.Copy(io.Discard, io.LimitReader(rs.Body, 64<<10))
	switch {
	case rs.StatusCode < 300:
		return nil
	case rs.StatusCode == http.StatusTooManyRequests, rs.StatusCode >= 500, rs.StatusCode == http.StatusUnauthorized,
		rs.StatusCode == http.StatusForbidden:
		return fmt.Errorf("sms: the provider answers %d", rs.StatusCode)
	default:
		return &Permanent{fmt.Errorf("sms: the provider answers %d", rs.StatusCode)}
	}
}
