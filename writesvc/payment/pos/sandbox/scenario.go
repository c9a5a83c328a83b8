package sandbox

import "strings"

// A scenario is the course that a payment takes.
type scenario struct {
	name     string
	mdStatus string // of the callback; "" for 1
	code     string // of the answer to an order; "" for 00
}

// byCard maps iyzico's published test cards to scenarios. Any other valid card succeeds.
var byCard = map[string]scenario{
	"4111111111111129": {name: "funds", code: "51"},
	"4129111111111111": {name: "do-not-honour", code: "05"},
	"4128111111111112": {name: "invalid", code: "12"},
	"4127111111111113": {name: "lost-card", code: "41"},
	"4126111111111114": {name: "stolen", code: "43"},
	"4125111111111115": {name: "expired-card", code: "54"},
	"4124111111111116": {name: "cvc", code: "82"},
	"4123111111111117": {name: "not-permitted", code: "57"},
	"4121111111111119": {name: "fraud", code: "62"},
	"4130111111111118": {name: "general", code: "99"},
	"4131111111111117": {name: "md0", mdStatus: "0"},
	"4141111111111115": {name: "md4", mdStatus: "4"},
	"4151111111111112": {name: "md7", mdStatus: "7"},
	"5406670000000009": {name: "no-void"},
}

// byCents maps the decimals of an amount to scenarios, for cards that would succeed.
var byCents = map[string]string{
	".61": "wrong-hash",      // the callback is signed with another key
	".62": "amount-changed",  // the callback is signed, with another amount
	".63": "currency-change", // the callback is signed, with another currency
	".64": "other-order",     // the callback is signed, for another order
	".65": "charged-lost",    // the money is taken, the answer is lost
	".66": "lost",            // the order is lost
	".67": "xml-bomb",        // the money is taken, the answer has a DTD
	".68": "three-times",     // the callback is sent three times
	".69": "charged-500",     // the money is taken, the answer has status 500
	".71": "no-way-back",     // the customer is not sent back
}

func scenarioOf(pan, amount string) scenario {
	s := byCard[pan]
	if s.name == "" {
		s.name = "good"
	}
	if dot := strings.LastIndexByte(amount, '.'); dot >= 0 && s.name == "good" {
		if name := byCents[amount[dot:]]; name != "" {
			s.name = name
		}
	}
	return s
}

// named returns the scenario of a name in the books.
func named(name string) scenario {
	for _, s := range byCard {
		if s.name == name {
			return s
		}
	}
	return scenario{name: name}
}
