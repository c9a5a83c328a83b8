package announce

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strconv"
	"time"

	"vitrine/internal/secret"
)

// Signatures follow Standard Webhooks, v1: HMAC-SHA256 over id.timestamp.body. The key is the base64 text after whsec_.

const (
	secretPrefix = "whsec_"
	secretBytes  = 32
)

// newSecret makes the secret of a webhook.
func newSecret() ([]byte, error) {
	secret := make([]byte, secretBytes)
	if _, err := rand.Read(secret); err != nil {
		return nil, fmt.Errorf("make a secret: %w", err)
	}
	return secret, nil
}

// formatSecret formats a secret for the receiver.
func formatSecret(secret []byte) string {
	return secretPrefix + base64.StdEncoding.EncodeToString(secret)
}

// sign signs one attempt. at is sent as webhook-timestamp, in seconds.
func sign(key []byte, id string, at time.Time, body []byte) string {
	mac := secret.MAC(key)
	mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
