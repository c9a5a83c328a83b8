package iyzico

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"

	"vitrine/internal/secret"
	"vitrine/internal/writeapi"
)

// hmacHex returns HMAC-SHA256 in hexadecimal.
func hmacHex(key, text string) string {
	h := secret.MAC([]byte(key))
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

// same compares a signature in constant time. An empty one never matches.
func same(given, want string) bool {
	return secret.Equal(strings.ToLower(given), want)
}

// authorization returns the Authorization header of a request (IYZWSv2).
func authorization(apiKey, key, random, path, body string) string {
	signature := hmacHex(key, random+path+body)
	text := "apiKey:" + apiKey + "&randomKey:" + random + "&signature:" + signature
	return "IYZWSv2 " + base64.StdEncoding.EncodeToString([]byte(text))
}

// callbackSignature returns the signature of a 3-D callback.
func callbackSignature(key string, form url.Values) string {
	var values []string
	for _, name := range []string{"conversationData", "conversationId", "mdStatus", "paymentId", "status"} {
		values = append(values, form.Get(name))
	}
	return hmacHex(key, strings.Join(values, ":"))
}

// webhookSignature returns the signature, version 3, of a webhook about a payment by API.
func webhookSignature(key, eventType, paymentID, conversationID, status string) string {
	return hmacHex(key, key+eventType+paymentID+conversationID+status)
}

// price writes an amount as iyzico does: with at least one decimal and without further trailing zeros.
func price(m writeapi.Money) string { return strings.TrimSuffix(m.String(), "0") }
