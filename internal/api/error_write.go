package api

// The codes that only the write service answers with, and the status each goes with.
const (
	UnsupportedMediaType Code = "UNSUPPORTED_MEDIA_TYPE" // 415: the body is of another type than the address takes, or encoded
	Unauthenticated      Code = "UNAUTHENTICATED"        // 401: there is no access token, or none that is valid here
	InvalidCredentials   Code = "INVALID_CREDENTIALS"    // 401: no account has this address and this password or code
	RefreshTokenInvalid  Code = "REFRESH_TOKEN_INVALID"  // 401: the refresh token is none of ours, or its session has ended
	RefreshTokenReused   Code = "REFRESH_TOKEN_REUSED"   // 401: the refresh token had been replaced; its session is ended
	ResetTokenInvalid    Code = "RESET_TOKEN_INVALID"    // 401: the link was used, replaced, or is too old
	VerifyTokenInvalid   Code = "VERIFY_TOKEN_INVALID"   // 401: the link was used, replaced, or is too old
	IDTokenInvalid       Code = "ID_TOKEN_INVALID"       // 401: the provider's token does not prove who this is
	InvalidCode          Code = "INVALID_CODE"           // 400: the code is wrong, used, or too old
	EmailTaken           Code = "EMAIL_TAKEN"            // 409: there is an account with this address
	AlreadyVerified      Code = "ALREADY_VERIFIED"       // 409: there is nothing left to verify
	NoPhone              Code = "NO_PHONE"               // 409: the account has no number that takes messages
	AccountPending       Code = "ACCOUNT_PENDING"        // 403: the shop has not approved the account yet
	EmailNotVerified     Code = "EMAIL_NOT_VERIFIED"     // 403: the shop lets nobody in before the address is verified
	SignUpClosed         Code = "SIGN_UP_CLOSED"         // 403: the shop takes no new accounts
	ProviderUnknown      Code = "PROVIDER_UNKNOWN"       // 403: the shop does not take this provider

	// Baskets, orders, payments and tickets.

	OutOfStock       Code = "OUT_OF_STOCK"      // 409: there is less of it left than is asked for
	NotForSale       Code = "NOT_FOR_SALE"      // 409: it is shown, and cannot be bought
	CurrencyMismatch Code = "CURRENCY_MISMATCH" // 409: the basket is in another currency
	BasketFull       Code = "BASKET_FULL"       // 409: the basket has as many lines as it takes
	BasketEmpty      Code = "BASKET_EMPTY"      // 409: there is nothing in the basket that costs something
	BasketPlaced     Code = "BASKET_PLACED"     // 409: the basket was ordered
	PaymentUnderWay  Code = "PAYMENT_UNDER_WAY" // 409: the bank is being asked, or has answered: the basket cannot be changed or paid again
	PaymentPending   Code = "PAYMENT_PENDING"   // 409: the bank has not answered yet
	PaymentRefused   Code = "PAYMENT_REFUSED"   // 409: the bank does not take this payment; reason says why
	PaymentState     Code = "PAYMENT_STATE"     // 409: the payment is not in a state in which this can be done
	MethodOff        Code = "METHOD_OFF"        // 403: the shop is not paid in this way
	HostedOnly       Code = "HOSTED_ONLY"       // 403: the shop takes no card numbers: its cards are typed on the bank's own page
	ProviderFailed   Code = "PROVIDER_FAILED"   // 502: the bank did not answer; nothing was charged
	KeyReused        Code = "KEY_REUSED"        // 422: the Idempotency-Key came with another request before
	KeyInFlight      Code = "KEY_IN_FLIGHT"     // 409: the request with this Idempotency-Key is still being answered
	SignatureInvalid Code = "SIGNATURE_INVALID" // 401: the sender is not who he says
)
