package notify

import (
	"testing"

	"github.com/wneessen/go-mail"
)

// Emails contain links that sign in: without TLS, anybody on the way could read them. Only this machine may do without.
func TestMailServersNeedTLS(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		host, tls string
		want      mail.TLSPolicy
		good      bool
	}{
		{"mail.example.com", "", mail.TLSMandatory, true},
		{"10.0.0.7", "", mail.TLSMandatory, true},
		{"localhost.example.com", "", mail.TLSMandatory, true},
		{"mail.example.com", "always", mail.TLSMandatory, true},
		{"localhost", "always", mail.TLSMandatory, true},
		{"localhost", "", mail.TLSOpportunistic, true},
		{"127.0.0.1", "", mail.TLSOpportunistic, true},
		{"::1", "", mail.TLSOpportunistic, true},
		{"mail.example.com", "opportunistic", mail.TLSOpportunistic, true},
		{"mail.example.com", "never", mail.NoTLS, true},
		{"mail.example.com", "perhaps", mail.NoTLS, false},
	} {
		if got, err := tlsPolicy(c.host, c.tls); got != c.want || (err == nil) != c.good {
			t.Errorf("%s, tls=%q: %v, %v", c.host, c.tls, got, err)
		}
	}
}
