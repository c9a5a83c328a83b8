package iyzico

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

// hmacHex returns HMAC-SHA256 in hexadecimal.
func hmacHex(secret, text string) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

// same compares a signature in constant time. An empty one never matches.
func same(given, want string) bool {
	return given != "" && subtle.ConstantTimeCompare([]byte(strings.ToLower(given)), []byte(want)) == 1
}

// authorization returns the Authorization header of a request (IYZWSv2).
func authorization(apiKey, secret, random, path, body string) string {
	signature := hmacHex(secret, random+path+body)
	text := "apiKey:" + apiKey + "&randomKey:" + random + "&signature:" + signature
	return "IYZWSv2 " + base64.StdEncoding.EncodeToString([]byte(text))
}

// callbackSignature returns the signature of a 3-D callback.
func callbackSignature(secret string, form url.Values) string {
	var values []string
	for _, name := range []string{"conversationData", "conversationId", "mdStatus", "paymentId", "status"} {
		values = append(values, form.Get(name))
	}
	return hmacHex(secret, strings.Join(values, ":"))
}

// webhookSignature returns the signature, version 3, of a webhook about a payment by API.
func webhookSignature(secret, eventType, paymentID, conversationID, status string) string {
	return hmacHex(secret, secret+eventType+paymentID+conversationID+status)
}

// price writes an amount as iyzico does: with at least one decimal and without further trailing zeros.
func price(m writeapi.Money) string { return strings.TrimSuffix(m.String(), "0") }
