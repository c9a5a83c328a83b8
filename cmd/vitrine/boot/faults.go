package boot

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"path/filepath"
	"syscall"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/writesvc/notify"
)

// A Fault is an environment variable with a value that the configured parts cannot use.
type Fault struct {
	Name string // of the variable
	Err  error  // names the variable too
}

// Faults returns every error of the configuration that can be found before anything is started. Start refuses to run
// with any of them; the doctor command prints them. Faults changes nothing.
func (c Config) Faults() []Fault {
	var all []Fault
	check := func(name string, err error) {
		if err != nil {
			all = append(all, Fault{name, err})
		}
	}
	check("VITRINE_DATABASE_URL", checkDatabaseURL(c.DatabaseURL))
	check("VITRINE_ADMIN_TOKEN", c.checkAdmin())
	check("VITRINE_PARENT", c.checkParent())
	check("OTEL_EXPORTER_OTLP_ENDPOINT", c.tracing().Validate())
	all = append(all, c.sameSecrets()...)
	if c.Gateway || c.Write {
		check("VITRINE_TRUSTED_PROXIES", c.checkTrusted())
	}
	if c.Ingest {
		_, err := EdgeNetworks(c.EdgeNetworks)
		check("VITRINE_EDGE_NETWORKS", err)
	}
	if !c.Write {
		return all
	}
	_, err := idpNetworks(c.IDPNetworks)
	check("VITRINE_IDP_NETWORKS", err)
	check("VITRINE_TOKEN_SECRET", checkSecret("VITRINE_TOKEN_SECRET", c.TokenSecret,
		filepath.Join(c.DataDir, "secrets", tokenSecretFile), c.Production))
	_, err = oldSecrets(oldTokenSecretName, c.OldTokenSecrets)
	check(oldTokenSecretName, err)
	_, err = oldSecrets(oldPepperName, c.OldPeppers)
	check(oldPepperName, err)
	check(pepperName, checkSecret(pepperName, c.Pepper, filepath.Join(c.DataDir, "secrets", pepperFile),
		c.Production))
	if c.VAPIDKey != "" {
		_, err := givenSecret("VITRINE_VAPID_KEY", c.VAPIDKey, c.Production)
		check("VITRINE_VAPID_KEY", err)
	}
	check("VITRINE_MAIL_FROM", checkMailFrom(c.MailFrom))
	switch {
	case c.SMTPURL != "":
		_, err := notify.NewSMTP(c.SMTPURL, c.MailFrom)
		check("VITRINE_SMTP_URL", err)
	case c.Production:
		check("VITRINE_SMTP_URL", errors.New("VITRINE_SMTP_URL is not set: production needs a server for emails"))
	}
	if c.SMSURL != "" {
		_, err := notify.NewSMS(c.SMSURL)
		check("VITRINE_SMS_URL", err)
	}
	return all
}

func checkDatabaseURL(url string) error {
	if url == "" {
		return nil
	}
	if _, err := pgxpool.ParseConfig(url); err != nil {
		// without the value, which contains a password
		return errors.New("VITRINE_DATABASE_URL: must be postgres://user:password@host:port/database")
	}
	return nil
}

// checkParent reports a parent without the token of its admin listener.
func (c Config) checkParent() error {
	if c.Gateway && c.ParentURL != "" && c.AdminToken == "" {
		return errors.New("VITRINE_PARENT needs VITRINE_ADMIN_TOKEN, the token of the parent's admin listener")
	}
	return nil
}

// checkTrusted refuses, in production, a list of proxies that contains every address: any client could then choose the
// address that its limits are counted by.
func (c Config) checkTrusted() error {
	all, err := networks(c.Trusted)
	for _, p := range all {
		if c.Production && p.Bits() == 0 {
			return fmt.Errorf("VITRINE_TRUSTED_PROXIES: %s is every address, so any client could choose its own: name your "+
				"proxies, such as 10.0.0.0/8", p)
		}
	}
	return err
}

func checkMailFrom(from string) error {
	if from == "" {
		return nil
	}
	if a, err := mail.ParseAddress(from); err != nil || a.Address != from {
		return fmt.Errorf("VITRINE_MAIL_FROM=%q: not an email address such as shop@example.com", from)
	}
	return nil
}

// checkPort reports an address that cannot be listened on, before anything slower is started.
func checkPort(name, addr string) error {
	ln, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s=%s: the address is in use: stop the process that listens there, or set %s to another address",
			name, addr, name)
	}
	if err != nil {
		return fmt.Errorf("%s=%s: %w", name, addr, err)
	}
	return ln.Close()
}
