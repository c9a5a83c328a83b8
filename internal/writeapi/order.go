package writeapi

import "time"

// AddItem is a product or an event for the basket.
type AddItem struct {
	ProductID string `json:"productId,omitempty"` // the product's id
	EventID   string `json:"eventId,omitempty"`   // the event's id; either productId or eventId
	Quantity  int    `json:"quantity"`            // 1 to 99; added to the quantity in the basket
}

// SetItem is the new quantity of an item.
type SetItem struct {
	Quantity int `json:"quantity"` // 1 to 99
}

// BasketItem is an item of a basket at its current price.
type BasketItem struct {
	ID        string `json:"id"`
	ProductID string `json:"productId,omitempty"` // the product's id
	EventID   string `json:"eventId,omitempty"`   // or the event's id
	Slug      string `json:"slug"`                // the record's slug
	Name      string `json:"name"`                // the record's name
	Quantity  int    `json:"quantity"`            // the quantity
	Price     Money  `json:"price"`               // the unit price
	Total     Money  `json:"total"`               // the price of the quantity
	// Whether this quantity can be bought now; other items are not in the total.
	Available bool `json:"available"`
}

// Basket is the customer's basket.
type Basket struct {
	ID       string       `json:"id"`
	Items    []BasketItem `json:"items"`    // the items
	Total    Money        `json:"total"`    // the price of the available items
	Currency string       `json:"currency"` // the ISO 4217 code of the currency
}

// OrderItem is an item of an order, as it was bought.
type OrderItem struct {
	ID        string `json:"id"`
	ProductID string `json:"productId,omitempty"` // the product's id
	EventID   string `json:"eventId,omitempty"`   // or the event's id
	Slug      string `json:"slug"`                // the record's slug at the time of the order
	Name      string `json:"name"`                // the record's name at the time of the order
	Quantity  int    `json:"quantity"`            // the quantity
	Price     Money  `json:"price"`               // the unit price
	Total     Money  `json:"total"`               // the price of the quantity
}

// Order is a paid order.
type Order struct {
	ID        string      `json:"id"`
	PaymentID string      `json:"paymentId"` // the payment's id
	Status    string      `json:"status" enum:"PAID,PARTIALLY_REFUNDED,REFUNDED,CANCELLED"`
	Items     []OrderItem `json:"items"`    // the items
	Total     Money       `json:"total"`    // the price of the items
	Charged   Money       `json:"charged"`  // the amount paid, including the cost of the instalment plan
	Refunded  Money       `json:"refunded"` // the amount refunded
	Currency  string      `json:"currency"` // the ISO 4217 code of the currency
	CreatedAt time.Time   `json:"createdAt"`
}
