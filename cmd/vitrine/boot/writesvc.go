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

func (h *House) openWrite(ctx context.Context) error {
	if !h.cfg.Write {
		return nil
	}
	h.cfg.Step("write service: accounts and sessions")
	cfg := writesvc.DefaultConfig()
	if h.cfg.WriteAddr != "" {
		cfg.Addr = h.cfg.WriteAddr
	}
	cfg.Log = h.cfg.Log.With("part", "writesvc")
	trusted, err := networks(h.cfg.Trusted)
	if err != nil {
		return err
	}
	cfg.Trusted = append(slices.Clone(cfg.Trusted), trusted...)
	if cfg.Auth.TokenSecret, err = TokenSecret(h.cfg.TokenSecret, h.cfg.DataDir, h.cfg.Production); err != nil {
		return err
	}
	if cfg.Auth.Pepper, err = secret("VITRINE_PEPPER", h.cfg.Pepper, h.cfg.DataDir, pepperFile, h.cfg.Production); err != nil {
		return err
	}
	cfg.Auth.SiteURL = h.cfg.SiteURL
	if cfg.Auth.SiteURL == "" && !h.cfg.Production && h.cfg.Gateway {
		cfg.Auth.SiteURL = "http://" + h.cfg.Addr
	}
	cfg.Payment.APIURL, cfg.Payment.Production = h.cfg.APIURL, h.cfg.Production
	if h.cfg.VAPIDKey != "" || !h.cfg.Production {
		if cfg.Notify.Push.Key, err = secret("VITRINE_VAPID_KEY", h.cfg.VAPIDKey, h.cfg.DataDir, "vapid-key", h.cfg.Production); err != nil {
			return err
		}
	}
	if cfg.Notify.Push.Subject = h.cfg.MailFrom; strings.HasPrefix(h.cfg.SiteURL, "https://") {
		cfg.Notify.Push.Subject = h.cfg.SiteURL
	}
	if err := h.senders(&cfg); err != nil {
		return err
	}
	if h.cfg.AdjustWrite != nil {
		h.cfg.AdjustWrite(&cfg)
	}
	if cfg.Pool, err = h.rolePool(ctx, writerRole, gatewayPool, nil); err != nil {
		return err
	}
	s, err := writesvc.New(cfg)
	if err != nil {
		return err
	}
	if err := s.Start(ctx); err != nil {
		return err
	}
	h.Write = s
	h.onStop(s.Stop)
	return nil
}

// senders says whom mail and text messages go by. While nobody does, in development, they are kept and shown at a local page.
func (h *House) senders(cfg *writesvc.Config) error {
	if h.cfg.SMTPURL == "" || h.cfg.SMSURL == "" && !h.cfg.Production {
		if h.cfg.Production {
			return errors.New("VITRINE_SMTP_URL is not set: in production mail has to go somewhere")
		}
		keeper, err := notify.NewKeeper(filepath.Join(h.cfg.DataDir, "mail"), cfg.Log)
		if err != nil {
			return err
		}
		h.Kept, cfg.Kept = keeper, keeper
		cfg.Notify.Mail, cfg.Notify.SMS = keeper.Mail(), keeper.SMS()
	}
	if h.cfg.SMTPURL != "" {
		smtp, err := notify.NewSMTP(h.cfg.SMTPURL, h.cfg.MailFrom)
		if err != nil {
			return err
		}
		cfg.Notify.Mail = smtp
	}
	if h.cfg.SMSURL != "" {
		sms, err := notify.NewSMS(h.cfg.SMSURL)
		if err != nil {
			return err
		}
		cfg.Notify.SMS = sms
	}
	return nil
}

// TokenSecret is what tokens are made under: given, or that of a data folder.
func TokenSecret(given, dir string, production bool) ([]byte, error) {
	return secret("VITRINE_TOKEN_SECRET", given, dir, tokenSecretFile, production)
}

const secretLen = 32 // bytes

// What is made in development, in the data folder's secrets.
const (
	tokenSecretFile = "token-secret"
	pepperFile      = "pepper"
)

// secret is one that is given, as hex, as base64, or in a file; else, in development, one that is made once and kept in the data folder.
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
		text, err = os.ReadFile(path) // another process may have been first
		if err != nil {
			return nil, fmt.Errorf("read a secret: %w", err)
		}
	} else if err != nil {
		return nil, fmt.Errorf("read a secret: %w", err)
	}
	return decodeSecret(path, strings.TrimSpace(string(text)))
}

// givenSecret reads one that is given; nil where none is and, in development, none has to be.
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
		return nil, fmt.Errorf("%s is not set: in production secrets are given, not made. Make one with: openssl rand -hex 32", name)
	}
	return nil, nil
}

// checkSecret says what secret would, and makes none. path is where one would be kept.
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

// writeOnce writes a file whole, unless it is there.
func writeOnce(path string, text []byte) error {
	tmp := fmt.Sprintf("%s.%d", path, os.Getpid())
	if err := os.WriteFile(tmp, text, 0o600); err != nil {
		return err
	}
	defer os.Remove(tmp) //nolint:errcheck // a second name of what is kept
	if err := os.Link(tmp, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func decodeSecret(name, text string) ([]byte, error) {
	for _, decode := range []func(string) ([]byte, error){
		hex.DecodeString, base64.StdEncoding.DecodeString, base64.RawStdEncoding.DecodeString, base64.RawURLEncoding.DecodeString,
	} {
		if b, err := decode(text); err == nil && len(b) >= secretLen {
			return b, nil
		}
	}
	return nil, fmt.Errorf("%s: want at least %d bytes as hex or base64", name, secretLen) // without the value
}

// networks reads a list of addresses and networks.
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
			return nil, fmt.Errorf("VITRINE_TRUSTED_PROXIES: %q is neither an address nor a network such as 10.0.0.0/8", part)
		}
		all = append(all, p.Masked())
	}
	return all, nil
}
