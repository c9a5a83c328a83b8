package boot

import (
	"log/slog"
	"strings"
	"testing"
)

func TestProductionNeedsGivenSecrets(t *testing.T) {
	t.Parallel()
	secret := "8c1fd9d4e3b0479a6f25c07be1d83a964b7715f0a2ce6d38905e41fbc7a6d213"
	for name, change := range map[string]func(*Config){
		"VITRINE_TOKEN_SECRET": func(c *Config) { c.Pepper, c.SMTPURL = secret, "smtp://127.0.0.1:1" },
		"VITRINE_PEPPER":       func(c *Config) { c.TokenSecret, c.SMTPURL = secret, "smtp://127.0.0.1:1" },
		"VITRINE_SMTP_URL":     func(c *Config) { c.TokenSecret, c.Pepper = secret, secret },
		"at least 32 bytes":    func(c *Config) { c.TokenSecret, c.Pepper, c.SMTPURL = "abcd", secret, "smtp://127.0.0.1:1" },
	} {
		h := &App{cfg: Config{Write: true, Production: true, DataDir: t.TempDir(), Log: slog.New(slog.DiscardHandler),
			Step: func(string, ...any) {}}}
		change(&h.cfg)
		if err := h.openWrite(t.Context()); err == nil || !strings.Contains(err.Error(), name) ||
			strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
