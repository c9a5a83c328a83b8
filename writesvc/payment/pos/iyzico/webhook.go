package iyzico

import (
	"encoding/json"
	"net/http"

	"vitrine/writesvc/payment/pos"
)

// event is a notification. The last two members come with payments on iyzico's own page.
type event struct {
	EventType      string      `json:"iyziEventType"`
	PaymentID      json.Number `json:"paymentId"`
	ConversationID string      `json:"paymentConversationId"`
	Status         string      `json:"status"`

	Token         string      `json:"token"`
	PagePaymentID json.Number `json:"iyziPaymentId"`
}

// webhook verifies a notification and returns the payment that it concerns.
func webhook(a pos.Account, header http.Header, body []byte) (pos.Notification, error) {
	c, err := config(a)
	if err != nil {
		return pos.Notification{}, err
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		return pos.Notification{}, pos.ErrMalformed
	}
	want := webhookSignature(string(c.SecretKey), e.EventType, e.PaymentID.String(), e.ConversationID, e.Status)
	if e.Token != "" {
		want = pageSignature(string(c.SecretKey), e)
	}
	if !same(header.Get("X-IYZ-SIGNATURE-V3"), want) {
		return pos.Notification{}, pos.ErrForged
	}
	return pos.Notification{PaymentID: e.ConversationID, Token: e.Token}, nil
}

// pageSignature returns the signature, version 3, of a webhook about a payment on iyzico's own page.
func pageSignature(secret string, e event) string {
	return hmacHex(secret, secret+e.EventType+e.PagePaymentID.String()+e.Token+e.ConversationID+e.Status)
}
