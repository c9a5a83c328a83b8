package pos

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"

	"vitrine/internal/writeapi"
)

func hmacHex(secret, text string) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

func same(given, want string) bool {
	return given != "" && subtle.ConstantTimeCompare([]byte(strings.ToLower(given)), []byte(want)) == 1
}

// iyzicoAuthorization is the Authorization of a request (IYZWSv2).
func iyzicoAuthorization(apiKey, secret, random, path, body string) string {
	return "IYZWSv2 " + base64.StdEncoding.EncodeToString([]byte("apiKey:"+apiKey+"&randomKey:"+random+"&signature:"+hmacHex(secret, random+path+body)))
}

// iyzicoCallback is the signature of a 3-D callback.
func iyzicoCallback(secret string, form url.Values) string {
	return hmacHex(secret, strings.Join([]string{form.Get("conversationData"), form.Get("conversationId"), form.Get("mdStatus"), form.Get("paymentId"), form.Get("status")}, ":"))
}

// IyzicoWebhook is the signature of a webhook, version 3, of payments that were not made on iyzico's own page.
func IyzicoWebhook(secret, eventType, paymentID, conversationID, status string) string {
	return hmacHex(secret, secret+eventType+paymentID+conversationID+status)
}

// iyzicoPrice is an amount as iyzico writes it: at least one decimal, no zeros behind.
func iyzicoPrice(m writeapi.Money) string { return strings.TrimSuffix(m.String(), "0") }
