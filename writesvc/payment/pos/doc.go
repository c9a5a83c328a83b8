// Package pos defines how Vitrine talks to banks (points of sale). The payment service uses only the interfaces
// of this package. Each bank lives in a folder of its own below it.
//
// A card number is an argument of Gateway.Start only. No error, log line or return value contains it, except the
// form that the customer's browser posts to the bank. Gateway.Host leads to a page where the bank asks for the
// card; no card number reaches this process then.
//
// Files:
//
//	provider.go  Provider, Account, Banks
//	gateway.go   Gateway, Payment, Callback, Outcome
//	card.go      Card and its checks
//	page.go      self-posting forms and forwarding pages
//	plan.go      instalment plans from a tenant's settings
//	bin.go       the first digits of a card, and whether a plan fits them
//	secret.go    Secret, the type of every secret in settings
//	client.go    the HTTP client for banks, currencies, amounts
//
// # Adding a bank
//
// 1. Make the folder pos/<bank> with a doc.go that names the API version it implements.
//
// 2. Implement Gateway there. A bank that does not answer yields Unknown, never Declined. Verify every signature
// before reading a field. Use Client, which neither follows redirects nor repeats a request.
//
// 3. Declare
//
//	var Provider = pos.Provider{Name: "<bank>", Validate: validate, Open: open}
//
// Config makes the value that settings are decoded into; its secrets have the type Secret. Validate checks the JSON
// object that settings hold under the bank's name. Open resolves the secrets that the object names and returns the
// Gateway. Set Webhook if the bank posts notifications of its own; the route POST /payment/webhook/<bank>/{shop} then
// exists. Set Restartable if Gateway.Start may be called again for the same payment. Set PageBIN if the result of Host
// shows the first digits of the card; see PlanFits.
//
// 4. Add <bank>.Provider to the list in payment/settings/banks.go.
//
// 5. Test signatures against vectors that the bank publishes, as nestpay/vectors_test.go does.
//
// 6. Add a model of the bank to the kill tests (cmd/vitrine/test/orders/sigkill_test.go).
package pos
