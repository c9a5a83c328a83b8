package writeapi

import "time"

// TicketEvent is the event a ticket is for.
type TicketEvent struct {
	ID   string    `json:"id"`
	Slug string    `json:"slug"` // its slug; empty where the event is gone
	Name string    `json:"name"` // its name
	Date time.Time `json:"date"` // when it begins
}

// TicketQR is what a gate reads.
type TicketQR struct {
	Data   string `json:"data"`               // the text of the code
	Format string `json:"format" enum:"text"` // text: data is to be drawn as a QR code
	Image  string `json:"image,omitempty"`    // the code drawn, as SVG; with include=image
}

// Ticket is the right of one person to one event.
type Ticket struct {
	ID          string      `json:"id"`
	OrderID     string      `json:"orderId"`                                             // the order it was bought with
	Event       TicketEvent `json:"event"`                                               // what it is for
	Status      string      `json:"status" enum:"valid,used,cancelled,refunded,expired"` // whether it lets in
	QR          *TicketQR   `json:"qr,omitempty"`                                        // what to show at the gate; missing where it does not let in any more
	CheckedInAt *time.Time  `json:"checkedInAt,omitempty"`                               // when it was used
	CreatedAt   time.Time   `json:"createdAt"`
}

// CheckIn is a ticket at a gate.
type CheckIn struct {
	Code    string `json:"code"`              // what the QR code says
	Nonce   string `json:"nonce"`             // the gate's own word for this scan, 8 to 64 characters: sent again, it gets the same answer
	EventID string `json:"eventId,omitempty"` // the event of the gate, where its key is not bound to one
}

// CheckedIn is what a gate is told.
type CheckedIn struct {
	Outcome     string     `json:"outcome" enum:"ok,already_used,revoked,other_event"` // ok: let in
	TicketID    string     `json:"ticketId"`                                           // which ticket
	CheckedInAt *time.Time `json:"checkedInAt,omitempty"`                              // when it was used
}

// TicketKey is a public key of a shop's tickets.
type TicketKey struct {
	Kid    string `json:"kid"`    // which key: as in a ticket's payload
	Alg    string `json:"alg"`    // Ed25519
	Public string `json:"public"` // the key, in base64url
}

// Notification is what a customer is told.
type Notification struct {
	ID        string         `json:"id"`
	Type      string         `json:"type"`           // what it is about, for programs
	Title     string         `json:"title"`          // in a few words
	Body      string         `json:"body"`           // in a sentence
	Data      map[string]any `json:"data"`           // ids of what it is about
	Link      string         `json:"link,omitempty"` // where it leads
	Status    string         `json:"status" enum:"UNREAD,READ"`
	Read      bool           `json:"read"`             // whether it was read
	ReadAt    *time.Time     `json:"readAt,omitempty"` // when, first
	CreatedAt time.Time      `json:"createdAt"`
}

// PushKey is the service's key of web push.
type PushKey struct {
	PublicKey string `json:"publicKey"` // a point of P-256 in base64url: applicationServerKey of PushManager.subscribe
}

// PushSubscription is a browser's word on where it is told of things, as PushSubscription.toJSON writes it.
type PushSubscription struct {
	Endpoint       string   `json:"endpoint"`                 // at the browser's push service
	Keys           PushKeys `json:"keys"`                     // what messages are encrypted for
	ExpirationTime *Number  `json:"expirationTime,omitempty"` // not looked at: a push service says when a subscription has ended
}

// PushKeys are a browser's.
type PushKeys struct {
	P256DH string `json:"p256dh"` // its public key
	Auth   string `json:"auth"`   // its secret
}

// PushSubscribed is a subscription that was made.
type PushSubscribed struct {
	ID string `json:"id"` // for DELETE /notification/push/subscriptions/{id}
}

// PushMessage is what a service worker gets: the notification.
type PushMessage struct {
	ID    string `json:"id"`
	Type  string `json:"type"`           // what it is about, for programs
	Title string `json:"title"`          // in a few words
	Body  string `json:"body"`           // in a sentence
	Link  string `json:"link,omitempty"` // where it leads
}

// ReadAll is how many notifications were marked as read.
type ReadAll struct {
	Updated int `json:"updated"` // those that were unread when the request came
}

// RevokedTickets is a list that gates keep for when they have no line to us.
type RevokedTickets struct {
	List string `json:"list"` // signed as tickets are; its payload names their ids
}
