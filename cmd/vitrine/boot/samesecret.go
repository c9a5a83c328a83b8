package boot

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// A holder is a setting that holds a secret.
type holder struct {
	name  string
	forms []string // of its secrets
	own   bool     // Vitrine uses it as a key or token; other secrets belong to services that Vitrine calls
}

// holders returns all settings that hold secrets.
func (c Config) holders() []holder {
	return []holder{
		{tokenSecretName, formsOf(c.TokenSecret), true},
		{oldTokenSecretName, formsOf(c.OldTokenSecrets), true},
		{pepperName, formsOf(c.Pepper), true},
		{oldPepperName, formsOf(c.OldPeppers), true},
		{"VITRINE_VAPID_KEY", formsOf(c.VAPIDKey), true},
		{"VITRINE_ADMIN_TOKEN", formsOf(c.AdminToken), true},
		{"VITRINE_MEILI_KEY", formsOf(c.MeiliKey), false},
		{"VITRINE_DATABASE_URL", formsOf(password(c.DatabaseURL)), false},
		{"VITRINE_NATS_URL", formsOf(password(c.NATSURL)), false},
		{"VITRINE_SMTP_URL", formsOf(password(c.SMTPURL)), false},
		{"VITRINE_SMS_URL", formsOf(password(c.SMSURL)), false},
	}
}

// password returns the password of a URL, or "".
func password(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.User == nil {
		return ""
	}
	p, _ := u.User.Password()
	return p
}

// sameSecrets reports, in production, the own secrets that have the value of another secret. A thief of one would
// have both, and a code made with one key could be valid under the other.
func (c Config) sameSecrets() (all []Fault) {
	if !c.Production {
		return nil
	}
	holders := c.holders()
	for i, b := range holders {
		for _, a := range holders[:i] {
			if !a.own || a.name == tokenSecretName && b.name == oldTokenSecretName ||
				a.name == pepperName && b.name == oldPepperName {
				continue // while it is replaced, a secret is in both
			}
			if same(a.forms, b.forms) {
				all = append(all, Fault{b.name, fmt.Errorf("%s has the same value as %s: each secret needs a value of its own",
					b.name, a.name)}) // without the value
			}
		}
	}
	return all
}

// ownSecret returns a function that names Vitrine's own setting with a value, or returns "". Secrets in settings of
// tenants must not have such a value. It is nil in development.
func (c Config) ownSecret() func(value string) string {
	if !c.Production {
		return nil
	}
	own := map[string]string{} // name of the setting, by each form of its secret
	for _, h := range c.holders() {
		for _, form := range h.forms {
			if h.own && own[form] == "" {
				own[form] = h.name
			}
		}
	}
	return func(value string) string {
		for _, form := range formsOf(value) {
			if own[form] != "" {
				return own[form]
			}
		}
		return ""
	}
}

// same reports whether two settings share a form of a secret.
func same(a, b []string) bool {
	return slices.ContainsFunc(b, func(form string) bool { return slices.Contains(a, form) })
}

// formsOf returns every secret of a setting, as text and as the bytes that it stands for. The setting is a text,
// file:PATH, or a list of either. A file that cannot be read has none; other checks report it.
func formsOf(setting string) (all []string) {
	for part := range strings.SplitSeq(setting, ",") {
		text, err := secretText("", strings.TrimSpace(part))
		if err != nil || text == "" {
			continue
		}
		all = append(all, text)
		for _, decode := range []func(string) ([]byte, error){
			hex.DecodeString, base64.StdEncoding.DecodeString, base64.RawStdEncoding.DecodeString,
			base64.URLEncoding.DecodeString, base64.RawURLEncoding.DecodeString,
		} {
			if b, err := decode(text); err == nil && len(b) >= secretLen {
				all = append(all, string(b))
			}
		}
	}
	return all
}
