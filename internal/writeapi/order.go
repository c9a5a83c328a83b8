package writeapi

import "time"

// AddItem puts something into the basket: a product or an event.
type AddItem struct {
	ProductID string `json:"productId,omitempty"` // which product
	EventID   string `json:"eventId,omitempty"`   // which event; one of the two
	Quantity  int    `json:"quantity"`            // how many, 1 to 99; where it is in the basket already, so many more
}

// SetItem changes how many of a line are wanted.
type SetItem struct {
	Quantity int `json:"quantity"` // how many, 1 to 99
}

// BasketItem is a line of a basket, at today's price.
type BasketItem struct {
	ID        string `json:"id"`
	ProductID string `json:"productId,omitempty"` // which product
	EventID   string `json:"eventId,omitempty"`   // or which event
	Slug      string `json:"slug"`                // the record's slug
	Name      string `json:"name"`                // the record's name
	Quantity  int    `json:"quantity"`            // how many
	Price     Money  `json:"price"`               // of one
	Total     Money  `json:"total"`               // of the line
	Available bool   `json:"available"`           // whether it can be bought now, so many of it; the total of the basket has no others
}

// Basket is what a customer means to buy.
type Basket struct {
	ID       string       `json:"id"`
	Items    []BasketItem `json:"items"`    // its lines
	Total    Money        `json:"total"`    // what the lines that are available cost
	Currency string       `json:"currency"` // ISO 4217
}

// OrderItem is a line of an order, as it was bought.
type OrderItem struct {
	ID        string `json:"id"`
	ProductID string `json:"productId,omitempty"` // which product
	EventID   string `json:"eventId,omitempty"`   // or which event
	Slug      string `json:"slug"`                // the record's slug then
	Name      string `json:"name"`                // the record's name then
	Quantity  int    `json:"quantity"`            // how many
	Price     Money  `json:"price"`               // of one
	Total     Money  `json:"total"`               // of the line
}

// Order is what was paid for.
type Order struct {
	ID        string      `json:"id"`
	PaymentID string      `json:"paymentId"` // the payment it was paid by
	Status    string      `json:"status" enum:"PAID,PARTIALLY_REFUNDED,REFUNDED,CANCELLED"`
	Items     []OrderItem `json:"items"`    // its lines
	Total     Money       `json:"total"`    // what the lines cost
	Charged   Money       `json:"charged"`  // what was paid: the total, and what the plan added
	Refunded  Money       `json:"refunded"` // what was given back of it
	Currency  string      `json:"currency"` // ISO 4217
	CreatedAt time.Time   `json:"createdAt"`
}
