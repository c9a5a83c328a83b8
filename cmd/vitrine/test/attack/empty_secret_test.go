package attack

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
)

// statement posts statement lines, signed with a key.
func (c *cardShop) statement(t testing.TB, key, lines string) *kit.Answer {
	t.Helper()
	id, at, body := "msg-"+c.Tenant, fmt.Sprint(time.Now().Unix()), []byte(`{"lines": [`+lines+`]}`)
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte(id + "." + at + "." + string(body)))
	return c.Do(t, http.MethodPost, "/payment/webhook/bank-transfer/"+c.Tenant, body, "webhook-id", id,
		"webhook-timestamp", at, "webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(h.Sum(nil)))
}

// The file of a secret is empty, as after a failed deployment. Everybody can sign with the empty key.
func TestAnEmptySecretVerifiesNothing(t *testing.T) {
	t.Parallel()
	s := Shared(t)
	for name, content := range map[string]string{"nothing": "", "a line": "\n", "space": " \t\r\n", "a mark": "\uFEFF\n"} {
		c := openCardShop(t, s)
		file := filepath.Join(kit.TempDir(t), "secret")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		settings := fmt.Sprintf(`{"provider": "iyzico", "iyzico": {"apiKey": "key", "secretKey": "file:%[1]s",
			"url": "https://bank.example", "address": "x", "city": "x", "country": "x"},
			"transfer": {"iban": "TR330006100519786457841326", "holder": "Shop", "bank": "Bank",
			"webhookSecrets": ["file:%[1]s"]}}`, file)
		c.pays(t, settings)
		due := c.Post(t, "/payment/bank-transfer", map[string]any{"basketId": c.basket(t, c.ada)}, http.StatusCreated,
			c.ada.As()...)
		line := fmt.Sprintf(`{"id": "1", "iban": "TR330006100519786457841326", "amount": "100.00", "currency": %q,
			"description": %q, "bookedAt": %q}`, due.Text("data", "currency"), due.Text("data", "referenceCode"),
			time.Now().UTC().Format(time.RFC3339))
		for _, key := range []string{"", content, strings.TrimSpace(content)} {
			if r := c.statement(t, key, line); r.Status != http.StatusServiceUnavailable ||
				r.Header.Get("Retry-After") == "" {
				t.Errorf("a file with %s: a forged statement: %d %s", name, r.Status, r.Body)
			}
			h := hmac.New(sha256.New, []byte(key))
			h.Write([]byte(key + "API_AUTH" + "1" + "0123456789abcdef01234567" + "SUCCESS"))
			if r := c.Do(t, http.MethodPost, "/payment/webhook/iyzico/"+c.Tenant, map[string]any{"iyziEventType": "API_AUTH",
				"paymentId": 1, "paymentConversationId": "0123456789abcdef01234567", "status": "SUCCESS"},
				"X-IYZ-SIGNATURE-V3", hex.EncodeToString(h.Sum(nil))); r.Status != http.StatusServiceUnavailable {
				t.Errorf("a file with %s: a forged notification: %d %s", name, r.Status, r.Body)
			}
		}
		if got := c.state(t, due.Text("data", "paymentId")); got != "pending" {
			t.Errorf("a file with %s: the transfer is %s", name, got)
		}
		if out, err := s.Run(t, "", "payment", "settings", c.Tenant, c.file(t, settings)); err == nil {
			t.Errorf("a file with %s: the settings are stored: %s", name, out)
		}
		if !strings.Contains(s.Log(), "webhook secret cannot be used") {
			t.Error("nothing in the log")
		}
	}
}

// During a rotation one of two secrets is missing. The other verifies, and only what it cannot decide is sent again.
func TestOneBadSecretDoesNotStopTheOther(t *testing.T) {
	t.Parallel()
	s := Shared(t)
	bad, good := openCardShop(t, s), openCardShop(t, s)
	for c, first := range map[*cardShop]string{bad: "file:/nowhere/secret", good: "fine"} {
		c.pays(t, fmt.Sprintf(`{"provider": "sandbox", "transfer": {"iban": "TR330006100519786457841326", "holder": "Shop",
			"bank": "Bank", "webhookSecrets": [%q, "second"]}}`, first))
	}
	if r := bad.statement(t, "second", ""); r.Status != http.StatusOK {
		t.Errorf("signed with the second: %d %s", r.Status, r.Body)
	}
	if r := bad.statement(t, "wrong", ""); r.Status != http.StatusServiceUnavailable {
		t.Errorf("signed with another: %d %s", r.Status, r.Body)
	}
	if r := good.statement(t, "wrong", ""); r.Status != http.StatusUnauthorized {
		t.Errorf("another shop: %d %s", r.Status, r.Body)
	}
}

// file writes a file and returns its path.
func (c *cardShop) file(t testing.TB, content string) string {
	t.Helper()
	path := filepath.Join(kit.TempDir(t), "settings.json")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
