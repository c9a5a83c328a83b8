package boot

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"

	"vitrine/internal/admin"
	"vitrine/writesvc"
	"vitrine/writesvc/notify"
)

func (a *App) openWrite(ctx context.Context) error {
	if !a.cfg.Write {
		return nil
	}
	a.cfg.Step("write service: accounts and sessions")
	cfg := writesvc.DefaultConfig()
	if a.cfg.WriteAddr != "" {
		cfg.Addr = a.cfg.WriteAddr
	}
	cfg.Log, cfg.Trace = a.cfg.Log.With("part", "writesvc"), a.trace.Part("writesvc")
	trusted, err := networks(a.cfg.Trusted)
	if err != nil {
		return err
	}
	cfg.Trusted = append(slices.Clone(cfg.Trusted), trusted...)
	keys, err := TokenSecrets(a.cfg.TokenSecret, a.cfg.OldTokenSecrets, a.cfg.DataDir, a.cfg.Production)
	if err != nil {
		return err
	}
	cfg.Auth.TokenSecret, cfg.Auth.OldSecrets = keys.Current(), keys.Secrets()[1:]
	if cfg.Auth.Pepper, err = secret(pepperName, a.cfg.Pepper, a.cfg.DataDir, pepperFile,
		a.cfg.Production); err != nil {
		return err
	}
	if cfg.Auth.OldPeppers, err = oldSecrets(oldPepperName, a.cfg.OldPeppers); err != nil {
		return err
	}
	if cfg.Auth.PrivateIDPs, err = idpNetworks(a.cfg.IDPNetworks); err != nil {
		return err
	}
	cfg.Auth.SiteURL = a.cfg.SiteURL
	if cfg.Auth.SiteURL == "" && !a.cfg.Production && a.cfg.Gateway {
		cfg.Auth.SiteURL = admin.BaseURL(a.cfg.Addr)
	}
	cfg.Payment.APIURL, cfg.Payment.Production = a.cfg.APIURL, a.cfg.Production
	cfg.Payment.OwnSecret = a.cfg.ownSecret()
	cfg.Alarms, cfg.Metrics = a.Alarms, a.metrics
	if a.cfg.VAPIDKey != "" || !a.cfg.Production {
		if cfg.Notify.Push.Key, err = secret("VITRINE_VAPID_KEY", a.cfg.VAPIDKey, a.cfg.DataDir, "vapid-key",
			a.cfg.Production); err != nil {
			return err
		}
	}
	if cfg.Notify.Push.Subject = a.cfg.MailFrom; strings.HasPrefix(a.cfg.SiteURL, "https://") {
		cfg.Notify.Push.Subject = a.cfg.SiteURL
	}
	if err := a.senders(&cfg); err != nil {
		return err
	}
	if a.cfg.AdjustWrite != nil {
		a.cfg.AdjustWrite(&cfg)
	}
	if cfg.Pool, err = a.rolePool(ctx, writerRole, gatewayPool, writerSettings); err != nil {
		return err
	}
	a.pools.Add("writes", cfg.Pool)
	s, err := writesvc.New(cfg)
	if err != nil {
		return err
	}
	if err := s.Start(ctx); err != nil {
		return err
	}
	a.Write = s
	a.onStop(s.Stop)
	return nil
}

// idpNetworks parses the private networks of identity providers.
func idpNetworks(list string) ([]netip.Prefix, error) {
	all, err := networks(list)
	if err != nil {
		return nil, fmt.Errorf("VITRINE_IDP_NETWORKS=%q: expected IP addresses or networks such as 10.1.0.0/16", list)
	}
	return all, nil
}

// EdgeNetworks reads the private networks of declared edges.
func EdgeNetworks(list string) ([]netip.Prefix, error) {
	all, err := networks(list)
	if err != nil {
		return nil, fmt.Errorf("VITRINE_EDGE_NETWORKS=%q: expected IP addresses or networks such as 10.1.0.0/16", list)
	}
	return all, nil
}

// senders sets the senders of emails and text messages. In development without a sender, messages are kept and shown on
// a local page.
func (a *App) senders(cfg *writesvc.Config) error {
	if a.cfg.SMTPURL == "" || a.cfg.SMSURL == "" && !a.cfg.Production {
		if a.cfg.Production {
			return errors.New("VITRINE_SMTP_URL is not set: production needs a server for emails")
		}
		keeper, err := notify.NewMailCatcher(filepath.Join(a.cfg.DataDir, "mail"), cfg.Log)
		if err != nil {
			return err
		}
		a.Kept = keeper
		cfg.Notify.Mail, cfg.Notify.SMS = keeper.Mail(), keeper.SMS()
	}
	if a.cfg.SMTPURL != "" {
		smtp, err := notify.NewSMTP(a.cfg.SMTPURL, a.cfg.MailFrom)
		if err != nil {
			return err
		}
		cfg.Notify.Mail = smtp
	}
	if a.cfg.SMSURL != "" {
		sms, err := notify.NewSMS(a.cfg.SMSURL)
		if err != nil {
			return err
		}
		cfg.Notify.SMS = sms
	}
	return nil
}

// networks parses a list of addresses and networks, separated by commas.
func networks(list string) ([]netip.Prefix, error) {
	var all []netip.Prefix
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		p, err := netip.ParsePrefix(part)
		if a, aerr := netip.ParseAddr(part); err != nil && aerr == nil {
			p, err = a.Prefix(a.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("VITRINE_TRUSTED_PROXIES: %q is not an IP address or a network such as 10.0.0.0/8", part)
		}
		all = append(all, p.Masked())
	}
	return all, nil
}
