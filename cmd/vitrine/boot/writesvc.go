package boot

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	cfg.Log = a.cfg.Log.With("part", "writesvc")
	trusted, err := networks(a.cfg.Trusted)
	if err != nil {
		return err
	}
	cfg.Trusted = append(slices.Clone(cfg.Trusted), trusted...)
	if cfg.Auth.TokenSecret, err = TokenSecret(a.cfg.TokenSecret, a.cfg.DataDir, a.cfg.Production); err != nil {
		return err
	}
	if cfg.Auth.Pepper, err = secret("VITRINE_PEPPER", a.cfg.Pepper, a.cfg.DataDir, pepperFile,
		a.cfg.Production); err != nil {
		return err
	}
	if cfg.Auth.PrivateIDPs, err = idpNetworks(a.cfg.IDPNetworks); err != nil {
		return err
	}
	cfg.Auth.SiteURL = a.cfg.SiteURL
	if cfg.Auth.SiteURL == "" && !a.cfg.Production && a.cfg.Gateway {
		cfg.Auth.SiteURL = "http://" + a.cfg.Addr
	}
	cfg.Payment.APIURL, cfg.Payment.Production = a.cfg.APIURL, a.cfg.Production
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
	if cfg.Pool, err = a.rolePool(ctx, writerRole, gatewayPool, nil); err != nil {
		return err
	}
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
		a.Kept, cfg.MailCatcher = keeper, keeper
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

// TokenSecret returns the secret that signs tokens: the given one, or that of a data folder.
func TokenSecret(given, dir string, production bool) ([]byte, error) {
	return secret("VITRINE_TOKEN_SECRET", given, dir, tokenSecretFile, production)
}

const secretLen = 32 // bytes

// Secrets made in development, in the folder secrets of the data folder.
const (
	tokenSecretFile = "token-secret"
	pepperFile      = "pepper"
)

// secret returns a given secret: hex, base64, or a file that holds either. Without one, in development, it makes one
// and keeps it in the data folder.
func secret(name, given, dir, file string, production bool) ([]byte, error) {
	if b, err := givenSecret(name, given, production); b != nil || err != nil {
		return b, err
	}
	path := filepath.Join(dir, "secrets", file)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		b := make([]byte, secretLen)
		if _, err := rand.Read(b); err != nil {
			return nil, fmt.Errorf("make a secret: %w", err)
		}
		text = []byte(hex.EncodeToString(b) + "\n")
		err = errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), writeOnce(path, text))
		if err != nil {
			return nil, fmt.Errorf("keep a secret: %w", err)
		}
		text, err = os.ReadFile(path) // another process may have written it first
		if err != nil {
			return nil, fmt.Errorf("read a secret: %w", err)
		}
	} else if err != nil {
		return nil, fmt.Errorf("read a secret: %w", err)
	}
	return decodeSecret(path, strings.TrimSpace(string(text)))
}

// givenSecret decodes a given secret. It returns nil if there is none, which is an error in production.
func givenSecret(name, given string, production bool) ([]byte, error) {
	if path, ok := strings.CutPrefix(given, "file:"); ok {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		given = strings.TrimSpace(string(text))
		if given == "" {
			return nil, fmt.Errorf("%s: %s is empty", name, path)
		}
	}
	if given != "" {
		return decodeSecret(name, given)
	}
	if production {
		return nil, fmt.Errorf(
			"%s is not set: production needs a secret. Make one with: openssl rand -hex 32", name)
	}
	return nil, nil
}

// checkSecret reports the error that secret would return, and makes no secret. path is the file of a made one.
func checkSecret(name, given, path string, production bool) error {
	if b, err := givenSecret(name, given, production); b != nil || err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read a secret: %w", err)
	}
	_, err = decodeSecret(path, strings.TrimSpace(string(text)))
	return err
}

// writeOnce writes a file atomically, unless it exists.
func writeOnce(path string, text []byte) error {
	tmp := fmt.Sprintf("%s.%d", path, os.Getpid())
	if err := os.WriteFile(tmp, text, 0o600); err != nil {
		return err
	}
	defer os.Remove(tmp) //nolint:errcheck // a second name of the file
	if err := os.Link(tmp, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func decodeSecret(name, text string) ([]byte, error) {
	for _, decode := range []func(string) ([]byte, error){
		hex.DecodeString, base64.StdEncoding.DecodeString, base64.RawStdEncoding.DecodeString,
		base64.RawURLEncoding.DecodeString,
	} {
		if b, err := decode(text); err == nil && len(b) >= secretLen {
			return b, nil
		}
	}
	return nil, fmt.Errorf("%s: want at least %d bytes as hex or base64", name, secretLen) // without the value
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
