package writeapi

// Orders are the operations of baskets, orders, payments, tickets and notifications.
var Orders = []Operation{
	{
		Method: "GET", Path: "/basket", ID: "basket", Summary: "The basket at current prices", Tenant: Must, Bearer: Must,
		Data: of[Basket](),
	},
	{
		Method: "DELETE", Path: "/basket", ID: "basketClear", Summary: "Empty the basket", Tenant: Must, Bearer: Must,
		Data: of[Basket](), Codes: []string{"PAYMENT_UNDER_WAY"},
	},
	{
		Method: "POST", Path: "/basket/items", ID: "basketAdd", Summary: "Add an item to the basket", Tenant: Must,
		Bearer: Must, Body: of[AddItem](), Data: of[Basket](), Status: 201,
		About: "Adds a product or an event. Prices always come from the catalogue.",
		Codes: []string{"NOT_FOUND", "OUT_OF_STOCK", "NOT_FOR_SALE", "CURRENCY_MISMATCH", "BASKET_FULL", "PAYMENT_UNDER_WAY"},
	},
	{
		Method: "PATCH", Path: "/basket/items/{id}", ID: "basketSet", Summary: "Change the quantity of an item", Tenant: Must,
		Bearer: Must, Body: of[SetItem](), Data: of[Basket](),
		Codes: []string{"NOT_FOUND", "OUT_OF_STOCK", "NOT_FOR_SALE", "PAYMENT_UNDER_WAY"},
	},
	{
		Method: "DELETE", Path: "/basket/items/{id}", ID: "basketRemove", Summary: "Remove an item from the basket",
		Tenant: Must, Bearer: Must, Data: of[Basket](), Codes: []string{"NOT_FOUND", "PAYMENT_UNDER_WAY"},
	},
	{
		Method: "GET", Path: "/order", ID: "orderList", Summary: "The account's orders, the newest first", Tenant: Must,
		Bearer: Must, Query: inOrder, Data: of[Order](), List: true,
	},
	{
		Method: "GET", Path: "/order/{id}", ID: "order", Summary: "One order", Tenant: Must, Bearer: Must, Data: of[Order](),
		Codes: []string{"NOT_FOUND"},
	},

	{
		Method: "POST", Path: "/payment/installment", ID: "installments", Summary: "The instalment plans of a card",
		Tenant: Must, Bearer: May, Once: true, Body: of[AskInstallments](), Data: of[Installments](),
		About: "Takes the first 6 or 8 digits of a card. A full card number is rejected.",
		Codes: pay("METHOD_OFF", "PROVIDER_FAILED"),
	},
	{
		Method: "POST", Path: "/payment/3ds", ID: "pay3ds", Summary: "Start a card payment", Tenant: Must, Bearer: May,
		Once: true, Body: of[Pay3DS](), Data: of[Started](), Types: []string{"text/html"},
		About: "Returns the page that leads to the customer's bank, or JSON with that page if Accept prefers " +
			"`application/json`. No money is taken before the bank has sent the customer back.",
		Codes: payBasket("METHOD_OFF", "HOSTED_ONLY", "PROVIDER_FAILED", "PAYMENT_REFUSED"),
	},
	{
		Method: "POST", Path: "/payment/hosted", ID: "payHosted", Summary: "Start a card payment on the bank's page",
		Tenant: Must, Bearer: May, Once: true, Body: of[PayHosted](), Data: of[Hosted](), Types: []string{"text/html"},
		About: "The customer enters the card on the bank's page; a body with a card number is rejected. Returns the page " +
			"that leads to the bank, or JSON if Accept prefers `application/json`. `/payment/3ds/complete` returns the " +
			"result. Off by default; the tenant agrees it with the bank first.",
		Codes: payBasket("METHOD_OFF", "PROVIDER_FAILED", "PAYMENT_REFUSED"),
	},
	{
		Method: "POST", Path: "/payment/3ds/callback", ID: "payment3dsCallback",
		Summary: "The bank's result, sent through the customer's browser", Body: of[map[string]string](), Form: true,
		Types: []string{"text/html"},
		Query: []Parameter{{"shop", "The tenant's id.", true}, {"payment", "The payment's id.", true}},
		About: "For banks. The signature is checked first, then all fields are compared with the payment. For a hosted " +
			"page the body holds a token, and Vitrine reads the result from the provider. If the tenant has a return page, " +
			"the status is 303.",
		Codes: []string{"NOT_FOUND", "SIGNATURE_INVALID", "PAYMENT_PENDING", "PROVIDER_FAILED"},
	},
	{
		Method: "POST", Path: "/payment/3ds/complete", ID: "payment3dsComplete", Summary: "The result of a card payment",
		Tenant: Must, Bearer: May, Once: true, Body: of[CompletePayment](), Data: of[Payment](),
		About: "May be repeated. Before the bank has answered, the status is 409.", Codes: pay("PAYMENT_PENDING"),
	},
	{
		Method: "POST", Path: "/payment/bank-transfer", ID: "payTransfer", Summary: "Start a payment by bank transfer",
		Tenant: Must, Bearer: May, Once: true, Body: of[PayTransfer](), Data: of[Transfer](), Status: 201,
		About: "Returns a reference code, which the description of the transfer must contain. The items are reserved " +
			"until `reservedUntil`. Money that arrives between then and `expiresAt` buys them if they are still available.",
		Codes: payBasket("METHOD_OFF"),
	},
	{
		Method: "POST", Path: "/payment/bank-transfer/{paymentId}/verify", ID: "payTransferVerify",
		Summary: "The state of a bank transfer", Tenant: Must, Bearer: May, Once: true, Data: of[Payment](),
		About: "Reads the state. Only the bank's signed webhook or statement changes it.", Codes: pay(),
	},
	{
		Method: "POST", Path: "/payment/crypto", ID: "payCrypto", Summary: "Start a payment on a blockchain", Tenant: Must,
		Bearer: May, Once: true, Body: of[PayCrypto](), Data: of[Crypto](), Status: 201,
		About: "Returns an address and an amount that is unique to the payment and must be sent exactly. Off unless the " +
			"tenant has enabled it.",
		Codes: payBasket("METHOD_OFF"),
	},
	{
		Method: "POST", Path: "/payment/crypto/{paymentId}/verify", ID: "payCryptoVerify",
		Summary: "Name the transaction of a payment", Tenant: Must, Bearer: May, Once: true, Body: of[VerifyCrypto](),
		Data: of[Payment](),
		About: "The blockchain decides. Until the block has enough confirmations the payment is `pending` or `confirming`; " +
			"repeat the request or wait for the notification. A transaction of another payment is rejected.",
		Codes: pay("PAYMENT_REFUSED", "UNAVAILABLE"),
	},
	{
		Method: "POST", Path: "/payment/webhook/bank-transfer/{shop}", ID: "transferWebhook",
		Summary: "Money arrived in a tenant's account", Data: of[map[string]any](),
		About: "For banks. The body is `{\"lines\": [StatementLine…]}`, signed as in Standard Webhooks. " +
			"Each line counts once.",
		Codes: []string{"NOT_FOUND", "METHOD_OFF", "SIGNATURE_INVALID"},
	},
	{
		Method: "POST", Path: "/payment/webhook/iyzico/{shop}", ID: "iyzicoWebhook",
		Summary: "iyzico reports a change of a payment", Data: of[map[string]any](),
		About: "For iyzico. Vitrine then reads the payment from iyzico and uses nothing else of the body.",
		Codes: []string{"NOT_FOUND", "METHOD_OFF", "SIGNATURE_INVALID"},
	},

	{
		Method: "GET", Path: "/event/tickets", ID: "ticketList", Summary: "The account's tickets", Tenant: Must, Bearer: Must,
		Query: withImage, Data: of[Ticket](), List: true, Codes: []string{"TOO_MANY_REQUESTS"},
	},
	{
		Method: "GET", Path: "/event/tickets/{orderId}", ID: "orderTickets", Summary: "The tickets of an order", Tenant: Must,
		Bearer: Must, Query: withImage, Data: of[Ticket](), List: true,
		Codes: []string{"NOT_FOUND", "TOO_MANY_REQUESTS"},
	},
	{
		Method: "GET", Path: "/event/tickets/{id}/image", ID: "ticketImage", Summary: "The QR code of a ticket",
		Tenant: Must, Bearer: Must, Types: []string{"image/svg+xml"},
		About: "An SVG, for valid and for used tickets.",
		Codes: []string{"NOT_FOUND", "TOO_MANY_REQUESTS"},
	},
	{
		Method: "GET", Path: "/event/tickets/keys", ID: "ticketKeys", Summary: "The public keys of a tenant's tickets",
		Tenant: Must, Data: of[[]TicketKey](), About: "A gate can check tickets with them while it is offline.",
	},
	{
		Method: "GET", Path: "/event/tickets/revoked", ID: "ticketsRevoked", Summary: "The revoked tickets", Tenant: Must,
		Data: of[RevokedTickets](), Query: []Parameter{{"since", "The member `next` of an earlier answer.", false}},
		About: "For gates. Requires a gate's key as `Authorization: Bearer`. The list comes in parts of up to 50,000 ids. " +
			"While `more` is true, send `next` as `since`. Later, `next` of the last part gets what was revoked since then; " +
			"some ids come twice.",
		Codes: []string{"UNAUTHENTICATED"},
	},
	{
		Method: "POST", Path: "/event/tickets/check-in", ID: "ticketCheckIn", Summary: "Check a ticket in", Tenant: Must,
		Body: of[CheckIn](), Data: of[CheckedIn](),
		About: "For gates. Requires a gate's key as `Authorization: Bearer`. A ticket is admitted once, by one gate. " +
			"A scan that the same gate repeats gets the same answer. A ticket expires at the end of its event.",
		Codes: []string{"UNAUTHENTICATED", "NOT_FOUND"},
	},

	{
		Method: "GET", Path: "/notification", ID: "notificationList",
		Summary: "The account's notifications, the oldest first", Tenant: Must, Bearer: Must, Data: of[Notification](),
		List: true, Unread: true, Query: append([]Parameter{{"status", "`unread` or `read`.", false}}, inOrder...),
		About: "`meta.unreadCount` is the number of unread notifications.",
	},
	{
		Method: "PUT", Path: "/notification/{id}/read", ID: "notificationRead", Summary: "Mark a notification as read",
		Tenant: Must, Bearer: Must, Data: of[Notification](), Codes: []string{"NOT_FOUND"},
	},
	{
		Method: "PUT", Path: "/notification/read-all", ID: "notificationReadAll", Summary: "Mark all notifications as read",
		Tenant: Must, Bearer: Must, Data: of[ReadAll](),
	},
	{
		Method: "GET", Path: "/notification/push/key", ID: "pushKey", Summary: "The key for web push subscriptions",
		Tenant: Must, Data: of[PushKey](), Codes: []string{"METHOD_OFF"},
	},
	{
		Method: "POST", Path: "/notification/push/subscriptions", ID: "pushSubscribe",
		Summary: "Subscribe a browser to notifications", Tenant: Must, Bearer: Must, Body: of[PushSubscription](),
		Data: of[PushSubscribed](), Status: 201,
		About: "Takes the result of `PushSubscription.toJSON()`. Only push services of known browsers are accepted. " +
			"At most 10 browsers of an account, each until its session ends.",
		Codes: []string{"METHOD_OFF"},
	},
	{
		Method: "DELETE", Path: "/notification/push/subscriptions/{id}", ID: "pushUnsubscribe",
		Summary: "Unsubscribe a browser", Tenant: Must, Bearer: Must, Data: of[Done](),
		Codes: []string{"NOT_FOUND", "METHOD_OFF"},
	},
	{
		Method: "GET", Path: "/notification/stream", ID: "notificationStream", Summary: "The stream of notifications",
		Tenant: Must, Bearer: Must, Types: []string{"text/event-stream"},
		About: "Server-sent events, resumable with Last-Event-ID. An account has at most 5 streams: a sixth one ends the " +
			"oldest. They end with the access token.",
		Codes: []string{"TOO_MANY_REQUESTS"},
	},
}

var (
	inOrder   = []Parameter{{"order", "`asc` or `desc`.", false}}
	withImage = []Parameter{{"include", "`image` adds the QR code as SVG.", false}}
)

// pay adds the codes of all operations with an Idempotency-Key.
func pay(more ...string) []string {
	return append([]string{"NOT_FOUND", "KEY_REUSED", "KEY_IN_FLIGHT"}, more...)
}

// payBasket adds the codes of the operations that start the payment of a basket.
func payBasket(more ...string) []string {
	return pay(append(more, "PAYMENT_UNDER_WAY", "PAYMENT_STATE", "BASKET_PLACED", "BASKET_EMPTY", "TOTAL_CHANGED",
		"NOT_FOR_SALE", "CURRENCY_MISMATCH", "OUT_OF_STOCK", "HOLD_LIMIT")...)
}
