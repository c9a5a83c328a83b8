package writeapi

// Orders is what can be asked about baskets, orders, payments, tickets and notifications.
var Orders = []Operation{
	{Method: "GET", Path: "/basket", ID: "basket", Summary: "The basket, at today's prices", Tenant: Must, Bearer: Must, Data: of[Basket]()},
	{Method: "DELETE", Path: "/basket", ID: "basketClear", Summary: "Empty the basket", Tenant: Must, Bearer: Must, Data: of[Basket](), Codes: []string{"PAYMENT_UNDER_WAY"}},
	{Method: "POST", Path: "/basket/items", ID: "basketAdd", Summary: "Put something into the basket", Tenant: Must, Bearer: Must, Body: of[AddItem](), Data: of[Basket](), Status: 201,
		About: "A product or an event. Prices are always the shop's.",
		Codes: []string{"NOT_FOUND", "OUT_OF_STOCK", "NOT_FOR_SALE", "CURRENCY_MISMATCH", "BASKET_FULL", "PAYMENT_UNDER_WAY"}},
	{Method: "PATCH", Path: "/basket/items/{id}", ID: "basketSet", Summary: "Change how many of a line are wanted", Tenant: Must, Bearer: Must, Body: of[SetItem](), Data: of[Basket](),
		Codes: []string{"NOT_FOUND", "OUT_OF_STOCK", "NOT_FOR_SALE", "PAYMENT_UNDER_WAY"}},
	{Method: "DELETE", Path: "/basket/items/{id}", ID: "basketRemove", Summary: "Take a line out of the basket", Tenant: Must, Bearer: Must, Data: of[Basket](),
		Codes: []string{"NOT_FOUND", "PAYMENT_UNDER_WAY"}},
	{Method: "GET", Path: "/order", ID: "orderList", Summary: "The account's orders, the newest first", Tenant: Must, Bearer: Must, Query: inOrder, Data: of[Order](), List: true},
	{Method: "GET", Path: "/order/{id}", ID: "order", Summary: "One order", Tenant: Must, Bearer: Must, Data: of[Order](), Codes: []string{"NOT_FOUND"}},

	{Method: "POST", Path: "/payment/installment", ID: "installments", Summary: "The plans that a card is offered", Tenant: Must, Bearer: May, Once: true, Body: of[AskInstallments](), Data: of[Installments](),
		About: "Takes a card's first 6 or 8 digits, never more: a whole number is refused.", Codes: pay("METHOD_OFF", "PROVIDER_FAILED")},
	{Method: "POST", Path: "/payment/3ds", ID: "pay3ds", Summary: "Begin to pay by card", Tenant: Must, Bearer: May, Once: true, Body: of[Pay3DS](), Data: of[Started](), Types: []string{"text/html"},
		About: "Answers with the page that leads to the customer's bank, or with JSON that holds it where Accept asks for `application/json`. No money is taken before the bank has sent the customer back.",
		Codes: pay("METHOD_OFF", "HOSTED_ONLY", "PROVIDER_FAILED", "PAYMENT_REFUSED", "PAYMENT_UNDER_WAY", "PAYMENT_STATE", "BASKET_PLACED", "BASKET_EMPTY", "NOT_FOR_SALE", "CURRENCY_MISMATCH", "OUT_OF_STOCK")},
	{Method: "POST", Path: "/payment/hosted", ID: "payHosted", Summary: "Begin to pay by card on the bank's own page", Tenant: Must, Bearer: May, Once: true, Body: of[PayHosted](), Data: of[Hosted](), Types: []string{"text/html"},
		About: "The card is typed at the bank and never comes here: a body that holds one is refused. Answers with the page that leads there, or with JSON where Accept asks for `application/json`. " +
			"How it ends is asked for by `/payment/3ds/complete`, as of any card payment. Off unless the shop has agreed it with its bank.",
		Codes: pay("METHOD_OFF", "PROVIDER_FAILED", "PAYMENT_REFUSED", "PAYMENT_UNDER_WAY", "PAYMENT_STATE", "BASKET_PLACED", "BASKET_EMPTY", "NOT_FOR_SALE", "CURRENCY_MISMATCH", "OUT_OF_STOCK")},
	{Method: "POST", Path: "/payment/3ds/callback", ID: "payment3dsCallback", Summary: "What the bank says, through the customer's browser", Body: of[map[string]string](), Form: true, Types: []string{"text/html"},
		Query: []Parameter{{"shop", "The shop, as we wrote it into the address.", true}, {"payment", "The payment, likewise.", true}},
		About: "For banks. Its signature is checked before anything it says, then all of it is compared with the payment. Of a page on which the provider takes the money it brings a token, which only makes us ask. " +
			"Where the shop has a page to return to, the answer is 303.",
		Codes: []string{"NOT_FOUND", "SIGNATURE_INVALID", "PAYMENT_PENDING", "PROVIDER_FAILED"}},
	{Method: "POST", Path: "/payment/3ds/complete", ID: "payment3dsComplete", Summary: "How a card payment ended", Tenant: Must, Bearer: May, Once: true, Body: of[CompletePayment](), Data: of[Payment](),
		About: "The same every time. Before the bank has answered: 409.", Codes: pay("PAYMENT_PENDING")},
	{Method: "POST", Path: "/payment/bank-transfer", ID: "payTransfer", Summary: "Begin to pay by transfer", Tenant: Must, Bearer: May, Once: true, Body: of[PayTransfer](), Data: of[Transfer](), Status: 201,
		About: "Answers with a reference code that the transfer's description must hold.",
		Codes: pay("METHOD_OFF", "PAYMENT_UNDER_WAY", "PAYMENT_STATE", "BASKET_PLACED", "BASKET_EMPTY", "NOT_FOR_SALE", "CURRENCY_MISMATCH", "OUT_OF_STOCK")},
	{Method: "POST", Path: "/payment/bank-transfer/{paymentId}/verify", ID: "payTransferVerify", Summary: "Whether a transfer has come", Tenant: Must, Bearer: May, Once: true, Data: of[Payment](),
		About: "It only asks: the truth comes from the bank's signed webhook or its statement.", Codes: pay()},
	{Method: "POST", Path: "/payment/crypto", ID: "payCrypto", Summary: "Begin to pay on a chain", Tenant: Must, Bearer: May, Once: true, Body: of[PayCrypto](), Data: of[Crypto](), Status: 201,
		About: "Answers with an address and a sum that is this payment's alone: it must be sent to the last digit. Off unless the shop has turned it on.",
		Codes: pay("METHOD_OFF", "PAYMENT_UNDER_WAY", "PAYMENT_STATE", "BASKET_PLACED", "BASKET_EMPTY", "NOT_FOR_SALE", "CURRENCY_MISMATCH", "OUT_OF_STOCK")},
	{Method: "POST", Path: "/payment/crypto/{paymentId}/verify", ID: "payCryptoVerify", Summary: "Name the transaction a payment was made with", Tenant: Must, Bearer: May, Once: true, Body: of[VerifyCrypto](), Data: of[Payment](),
		About: "What the chain shows decides. Until its block lies deep enough the payment is `pending` or `confirming`; ask again, or wait for the notification. A transaction that pays for something else is refused, and changes nothing.",
		Codes: pay("PAYMENT_REFUSED", "UNAVAILABLE")},
	{Method: "POST", Path: "/payment/webhook/bank-transfer/{shop}", ID: "transferWebhook", Summary: "Money came into a shop's account", Data: of[map[string]any](),
		About: "For banks. `{\"lines\": [StatementLine…]}`, signed as Standard Webhooks are. Each line counts once.", Codes: []string{"NOT_FOUND", "METHOD_OFF", "SIGNATURE_INVALID"}},
	{Method: "POST", Path: "/payment/webhook/iyzico/{shop}", ID: "iyzicoWebhook", Summary: "iyzico has news of a payment", Data: of[map[string]any](),
		About: "For iyzico. It only makes us ask: nothing that it says is believed.", Codes: []string{"NOT_FOUND", "METHOD_OFF", "SIGNATURE_INVALID"}},

	{Method: "GET", Path: "/event/tickets", ID: "ticketList", Summary: "The account's tickets", Tenant: Must, Bearer: Must, Query: withImage, Data: of[Ticket](), List: true},
	{Method: "GET", Path: "/event/tickets/{orderId}", ID: "orderTickets", Summary: "The tickets of an order", Tenant: Must, Bearer: Must, Query: withImage, Data: of[[]Ticket](), Codes: []string{"NOT_FOUND"}},
	{Method: "GET", Path: "/event/tickets/keys", ID: "ticketKeys", Summary: "The public keys of a shop's tickets", Tenant: Must, Data: of[[]TicketKey](),
		About: "With them a gate checks tickets without a line to us."},
	{Method: "GET", Path: "/event/tickets/revoked", ID: "ticketsRevoked", Summary: "The tickets that let nobody in any more", Tenant: Must, Data: of[RevokedTickets](),
		About: "For gates: needs a gate's key as `Authorization: Bearer`.", Codes: []string{"UNAUTHENTICATED"}},
	{Method: "POST", Path: "/event/tickets/check-in", ID: "ticketCheckIn", Summary: "Let a ticket in", Tenant: Must, Body: of[CheckIn](), Data: of[CheckedIn](),
		About: "For gates: needs a gate's key as `Authorization: Bearer`. Of any number of gates one lets a ticket in; the same scan sent again gets the same answer.",
		Codes: []string{"UNAUTHENTICATED", "NOT_FOUND"}},

	{Method: "GET", Path: "/notification", ID: "notificationList", Summary: "What the customer was told, the oldest first", Tenant: Must, Bearer: Must, Data: of[Notification](), List: true, Unread: true,
		Query: append([]Parameter{{"status", "`unread` or `read`.", false}}, inOrder...), About: "`meta.unreadCount` counts those that were not read."},
	{Method: "PUT", Path: "/notification/{id}/read", ID: "notificationRead", Summary: "Mark one as read", Tenant: Must, Bearer: Must, Data: of[Notification](), Codes: []string{"NOT_FOUND"}},
	{Method: "PUT", Path: "/notification/read-all", ID: "notificationReadAll", Summary: "Mark all as read", Tenant: Must, Bearer: Must, Data: of[ReadAll]()},
	{Method: "GET", Path: "/notification/push/key", ID: "pushKey", Summary: "The key to subscribe to web push with", Tenant: Must, Data: of[PushKey](), Codes: []string{"METHOD_OFF"}},
	{Method: "POST", Path: "/notification/push/subscriptions", ID: "pushSubscribe", Summary: "Tell this browser of notifications", Tenant: Must, Bearer: Must, Body: of[PushSubscription](), Data: of[PushSubscribed](), Status: 201,
		About: "Takes what `PushSubscription.toJSON()` gives. Only the push services of known browsers are written to. Ten browsers of an account at most, each until its session ends.",
		Codes: []string{"METHOD_OFF"}},
	{Method: "DELETE", Path: "/notification/push/subscriptions/{id}", ID: "pushUnsubscribe", Summary: "Tell this browser of nothing any more", Tenant: Must, Bearer: Must, Data: of[Done](), Codes: []string{"NOT_FOUND", "METHOD_OFF"}},
	{Method: "GET", Path: "/notification/stream", ID: "notificationStream", Summary: "What the customer is told from now on", Tenant: Must, Bearer: Must, Types: []string{"text/event-stream"},
		About: "Server-sent events, resumable by Last-Event-ID. At most five of one account; they end with the access token.", Codes: []string{"TOO_MANY_REQUESTS"}},
}

var (
	inOrder   = []Parameter{{"order", "`asc` or `desc`.", false}}
	withImage = []Parameter{{"include", "`image` adds the code drawn, as SVG.", false}}
)

// pay are the codes that anything with an Idempotency-Key can be answered with, and more.
func pay(more ...string) []string {
	return append([]string{"NOT_FOUND", "KEY_REUSED", "KEY_IN_FLIGHT"}, more...)
}
