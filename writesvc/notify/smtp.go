package notify

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"

	"vitrine/internal/secret"
)

// SMTP sends emails through a server. It may be used concurrently: each message has a connection of its own.
type SMTP struct {
	host string
	from string
	opts []mail.Option
}

const smtpTimeout = 20 * time.Second

// NewSMTP parses the URL of a server: smtps://user:password@host:465, or smtp://host:587. smtp requires STARTTLS,
// because emails contain links that sign in; only a server on this machine may do without. ?tls=opportunistic uses
// STARTTLS if the server offers it, which somebody on the way can prevent. ?tls=never does not. from is the sender for
// tenants without one of their own.
func NewSMTP(address, from string) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		// without the value, which contains a password
		return nil, errors.New("VITRINE_SMTP_URL: must be smtps://user:password@host:465 or smtp://user:password@host:587")
	}
	s := &SMTP{host: u.Hostname(), from: from, opts: []mail.Option{mail.WithTimeout(smtpTimeout)}}
	port := 587
	if u.Scheme == "smtps" {
		port = 465
		s.opts = append(s.opts, mail.WithSSL())
	} else {
		policy, err := tlsPolicy(s.host, u.Query().Get("tls"))
		if err != nil {
			return nil, err
		}
		s.opts = append(s.opts, mail.WithTLSPolicy(policy))
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, errors.New("VITRINE_SMTP_URL: the port is not a number")
		}
	}
	s.opts = append(s.opts, mail.WithPort(port))
	if u.User != nil {
		password, _ := u.User.Password()
		if _, err := secret.Text(password); err != nil || u.User.Username() == "" {
			return nil, errors.New("VITRINE_SMTP_URL: the user or the password is empty")
		}
		s.opts = append(s.opts, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(u.User.Username()),
			mail.WithPassword(password))
	}
	if s.from == "" {
		s.from = "no-reply@" + s.host
		if net.ParseIP(s.host) != nil || s.host == "localhost" {
			s.from = "no-reply@vitrine.invalid"
		}
	}
	return s, nil
}

// tlsPolicy returns what the parameter tls of a URL demands of a server.
func tlsPolicy(host, tls string) (mail.TLSPolicy, error) {
	ip := net.ParseIP(host)
	switch {
	case tls == "opportunistic", tls == "" && (host == "localhost" || ip != nil && ip.IsLoopback()):
		return mail.TLSOpportunistic, nil
	case tls == "always", tls == "":
		return mail.TLSMandatory, nil
	case tls == "never":
		return mail.NoTLS, nil
	}
	return mail.NoTLS, errors.New("VITRINE_SMTP_URL: tls must be always, opportunistic or never")
}

// Send sends one email.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	out, err := emailOf(m, s.from)
	if err != nil {
		return &Permanent{err}
	}
	c, err := mail.NewClient(s.host, s.opts...)
	if err != nil {
		return fmt.Errorf("smtp: %w", err)
	}
	err = c.DialAndSendWithContext(ctx, out)
	var refused *mail.SendError
	if errors.As(err, &refused) && !refused.IsTemp() && refused.ErrorCode() >= 500 {
		return &Permanent{errors.New("smtp: the server rejects the email: " + strconv.Itoa(refused.ErrorCode()))}
	}
	if refused != nil { // without the text, which has the recipient's address
		return fmt.Errorf("smtp: the email was not sent: %s, code %d", refused.Reason, refused.ErrorCode())
	}
	if err != nil {
		return fmt.Errorf("smtp: %w", err)
	}
	return nil
}

// emailOf builds an email. go-mail rejects line breaks in addresses and encodes the subject.
func emailOf(m Message, from string) (*mail.Msg, error) {
	out := mail.NewMsg()
	if m.From != "" {
		from = m.From
	}
	var err error
	if m.FromName != "" {
		err = out.FromFormat(m.FromName, from)
	} else {
		err = out.From(from)
	}
	if err != nil {
		return nil, errors.New("mail: invalid sender address")
	}
	if err := out.To(m.To); err != nil {
		return nil, errors.New("mail: invalid recipient address") // without the address, which is personal data
	}
	out.Subject(m.Subject)
	out.SetDate()
	out.SetMessageIDWithValue(m.ID + "@vitrine")
	out.SetGenHeader("Auto-Submitted", "auto-generated")
	out.SetGenHeader("X-Auto-Response-Suppress", "All")
	out.SetBodyString(mail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		out.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	}
	return out, nil
}
