package writeapi

import "time"

// TicketEvent is the event of a ticket.
type TicketEvent struct {
	ID   string    `json:"id"`
	Slug string    `json:"slug"` // the slug; empty if the event was deleted
	Name string    `json:"name"` // the name
	Date time.Time `json:"date"` // the start time
}

// TicketQR is the QR code of a ticket.
type TicketQR struct {
	Data   string `json:"data"`               // the text of the code
	Format string `json:"format" enum:"text"` // text: draw data as a QR code
	Image  string `json:"image,omitempty"`    // the QR code as SVG; with include=image
}

// Ticket is a ticket for one person and one event.
type Ticket struct {
	ID      string      `json:"id"`
	OrderID string      `json:"orderId"` // the order's id
	Event   TicketEvent `json:"event"`   // the event
	// Only valid tickets are admitted.
	Status string `json:"status" enum:"valid,used,cancelled,refunded,expired"`
	// The code for the gate; absent unless the ticket is valid.
	QR          *TicketQR  `json:"qr,omitempty"`
	CheckedInAt *time.Time `json:"checkedInAt,omitempty"` // the time of the check-in
	CreatedAt   time.Time  `json:"createdAt"`
}

// CheckIn is the scan of a ticket at a gate.
type CheckIn struct {
	Code string `json:"code"` // the text of the QR code
	// The gate's id of the scan, 8 to 64 characters; a scan that the same gate repeats gets the same answer.
	Nonce string `json:"nonce"`
	// The event's id. A gate whose key is for all events sends it, so that tickets of other events are not admitted.
	EventID string `json:"eventId,omitempty"`
}

// CheckedIn is the result of a scan.
type CheckedIn struct {
	Outcome     string     `json:"outcome" enum:"ok,already_used,revoked,expired,other_event"` // ok: admitted
	TicketID    string     `json:"ticketId"`                                                   // the ticket's id
	CheckedInAt *time.Time `json:"checkedInAt,omitempty"`                                      // the time of the check-in
}

// TicketKey is a public key of a tenant's tickets.
type TicketKey struct {
	Kid    string `json:"kid"`    // the id of the key, as in the payload of a ticket
	Alg    string `json:"alg"`    // Ed25519
	Public string `json:"public"` // the key, in base64url
	// The time since which the key signs nothing. A ticket whose iat is 5 minutes later is forged. Absent for a key in
	// use.
	RetiredAt *time.Time `json:"retiredAt,omitempty"`
}

// Notification is a notification for a customer.
type Notification struct {
	ID        string         `json:"id"`
	Type      string         `json:"type"`           // the type, as a code
	Title     string         `json:"title"`          // the title
	Body      string         `json:"body"`           // the text, one sentence
	Data      map[string]any `json:"data"`           // the ids of the records concerned
	Link      string         `json:"link,omitempty"` // the target of a click
	Status    string         `json:"status" enum:"UNREAD,READ"`
	Read      bool           `json:"read"`             // whether the customer has read it
	ReadAt    *time.Time     `json:"readAt,omitempty"` // the time of the first reading
	CreatedAt time.Time      `json:"createdAt"`
}

// PushKey is the server's public key of web push.
type PushKey struct {
	PublicKey string `json:"publicKey"` // a P-256 point in base64url, for applicationServerKey of PushManager.subscribe
}

// PushSubscription is a browser's push subscription, as PushSubscription.toJSON writes it.
type PushSubscription struct {
	Endpoint string   `json:"endpoint"` // the URL at the browser's push service
	Keys     PushKeys `json:"keys"`     // the keys for the encryption of messages
	// Ignored; the push service reports the end of a subscription.
	ExpirationTime *Number `json:"expirationTime,omitempty"`
}

// PushKeys are the keys of a browser.
type PushKeys struct {
	P256DH string `json:"p256dh"` // the public key
	Auth   string `json:"auth"`   // the secret
}

// PushSubscribed is a new push subscription.
type PushSubscribed struct {
	ID string `json:"id"` // for DELETE /notification/push/subscriptions/{id}
}

// PushMessage is the notification that a service worker receives.
type PushMessage struct {
	ID    string `json:"id"`
	Type  string `json:"type"`           // the type, as a code
	Title string `json:"title"`          // the title
	Body  string `json:"body"`           // the text, one sentence
	Link  string `json:"link,omitempty"` // the target of a click
}

// ReadAll is the number of notifications that were marked as read.
type ReadAll struct {
	Updated int `json:"updated"` // the number of notifications that were unread
}

// RevokedTickets is a part of the list of revoked tickets for offline gates.
type RevokedTickets struct {
	List string `json:"list"` // signed like a ticket; the payload holds the ids, next and more
	Next string `json:"next"` // the parameter since for the next part, or for what is revoked later
	More bool   `json:"more"` // whether the list has a next part already
}
