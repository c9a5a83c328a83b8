package ticket

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"vitrine/internal/secret"
	"vitrine/writesvc/web"
)

// claims are the claims of a ticket. They contain no personal data.
type claims struct {
	V   int    `json:"v"`
	Kid string `json:"kid"`
	ID  string `json:"tid"`
	Ev  string `json:"ev"`
	Iat int64  `json:"iat"`
	Exp int64  `json:"exp,omitempty"` // when the event is over
}

var b64 = base64.RawURLEncoding.Strict()

const (
	ticketText  = "T1"
	revokedText = "R1"
	maxText     = 1024
)

// private derives a private key. It is never stored.
func private(key []byte, tenant, kid string) ed25519.PrivateKey {
	h := secret.MAC(key)
	h.Write([]byte("ticket\x00" + tenant + "\x00" + kid))
	return ed25519.NewKeyFromSeed(h.Sum(nil))
}

// sign returns a signed text of a version. The signature covers the version, so a text cannot pass for one of another
// version.
func sign(key ed25519.PrivateKey, version string, payload []byte) string {
	text := version + "." + b64.EncodeToString(payload)
	return text + "." + b64.EncodeToString(ed25519.Sign(key, []byte(text)))
}

var errForged = errors.New("not a ticket")

// open parses a ticket. The caller verifies the signature.
func open(text string) (c claims, signed, sig []byte, err error) {
	parts := strings.Split(text, ".")
	if len(text) > maxText || len(parts) != 3 || parts[0] != ticketText {
		return c, nil, nil, errForged
	}
	payload, err := b64.DecodeString(parts[1])
	if err != nil {
		return c, nil, nil, errForged
	}
	if sig, err = b64.DecodeString(parts[2]); err != nil || len(sig) != ed25519.SignatureSize {
		return c, nil, nil, errForged
	}
	if err := json.Unmarshal(payload, &c); err != nil || c.V != 1 || !web.IsID(c.Kid) {
		return c, nil, nil, errForged
	}
	return c, []byte(parts[0] + "." + parts[1]), sig, nil
}

// text returns the signed text of a ticket, the content of its QR code. over is zero for an event without an end.
func text(key ed25519.PrivateKey, kid string, c claims, now, over time.Time) (string, error) {
	c.V, c.Kid, c.Iat = 1, kid, now.Unix()
	if !over.IsZero() {
		c.Exp = over.Unix()
	}
	payload, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	return sign(key, ticketText, payload), nil
}
