package ticket

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"

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

// sign returns a signed text of a version. The signature covers the version, so a text cannot pass for one of another
// version.
func sign(key ed25519.PrivateKey, version string, payload []byte) string {
	text := version + "." + b64.EncodeToString(payload)
	return text + "." + b64.EncodeToString(ed25519.Sign(key, []byte(text)))
}

var errForged = errors.New("not a ticket")

// scanned is a parsed ticket, not yet verified.
type scanned struct {
	claims
	signed []byte // what the signature covers
	sig    []byte
}

// open parses a ticket. The caller verifies the signature. A ticket has one form: without line breaks and padding in
// its parts, without spare bits in the last characters, without bytes before, between or after the parts, and with a
// payload exactly as text writes it.
func open(text string) (t scanned, err error) {
	parts := strings.Split(text, ".")
	if len(text) > maxText || len(parts) != 3 || parts[0] != ticketText {
		return t, errForged
	}
	// base64 ignores line breaks, even in strict mode.
	if !isBase64URL(parts[1]) || !isBase64URL(parts[2]) || len(parts[2]) != b64.EncodedLen(ed25519.SignatureSize) {
		return t, errForged
	}
	payload, err := b64.DecodeString(parts[1])
	if err != nil {
		return t, errForged
	}
	if t.sig, err = b64.DecodeString(parts[2]); err != nil {
		return t, errForged
	}
	if err := json.Unmarshal(payload, &t.claims); err != nil {
		return t, errForged
	}
	if t.V != 1 || t.Iat <= 0 || t.Exp < 0 || !web.IsID(t.Kid) || !web.IsID(t.ID) || !web.IsID(t.Ev) {
		return t, errForged
	}
	if canonical, err := json.Marshal(t.claims); err != nil || !bytes.Equal(canonical, payload) {
		return t, errForged
	}
	t.signed = []byte(parts[0] + "." + parts[1])
	return t, nil
}

// isBase64URL reports whether a text has only characters of base64url.
func isBase64URL(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return false
		}
	}
	return s != ""
}

// text returns the signed text of a ticket, the content of its QR code. ends is zero for an event without an end.
func text(key ed25519.PrivateKey, kid string, c claims, now, ends time.Time) (string, error) {
	c.V, c.Kid, c.Iat = 1, kid, now.Unix()
	if !ends.IsZero() {
		c.Exp = ends.Unix()
	}
	payload, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	return sign(key, ticketText, payload), nil
}
