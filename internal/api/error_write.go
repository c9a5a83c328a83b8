package api

// The codes that only the write service returns, each with its status.
const (
	UnsupportedMediaType Code = "UNSUPPORTED_MEDIA_TYPE" // 415: the body has the wrong type, or a Content-Encoding
	Unauthenticated      Code = "UNAUTHENTICATED"        // 401: the access token is missing or not valid here
	InvalidCredentials   Code = "INVALID_CREDENTIALS"    // 401: wrong email address, password or code
	RefreshTokenInvalid  Code = "REFRESH_TOKEN_INVALID"  // 401: the refresh token is not valid, or its session has ended
	RefreshTokenReused   Code = "REFRESH_TOKEN_REUSED"   // 401: the refresh token was replaced before; the session ended
	ResetTokenInvalid    Code = "RESET_TOKEN_INVALID"    // 401: the link was used, replaced or has expired
	VerifyTokenInvalid   Code = "VERIFY_TOKEN_INVALID"   // 401: the link was used, replaced or has expired
	IDTokenInvalid       Code = "ID_TOKEN_INVALID"       // 401: the provider's token is not valid
	InvalidCode          Code = "INVALID_CODE"           // 400: the code is wrong, used or expired
	EmailTaken           Code = "EMAIL_TAKEN"            // 409: an account with this email address exists
	AlreadyVerified      Code = "ALREADY_VERIFIED"       // 409: already verified
	NoPhone              Code = "NO_PHONE"               // 409: the account has no number that can receive messages
	AccountPending       Code = "ACCOUNT_PENDING"        // 403: the tenant has not approved the account yet
	EmailNotVerified     Code = "EMAIL_NOT_VERIFIED"     // 403: the email address must be verified first
	SignUpClosed         Code = "SIGN_UP_CLOSED"         // 403: the tenant accepts no new accounts
	ProviderUnknown      Code = "PROVIDER_UNKNOWN"       // 403: the tenant does not accept this provider

	// Baskets, orders, payments and tickets.

	OutOfStock       Code = "OUT_OF_STOCK"      // 409: the stock is too low
	HoldLimit        Code = "HOLD_LIMIT"        // 409: unpaid orders reserve too much; wait for Retry-After, or pay
	NotForSale       Code = "NOT_FOR_SALE"      // 409: the item cannot be bought
	CurrencyMismatch Code = "CURRENCY_MISMATCH" // 409: the basket is in another currency
	BasketFull       Code = "BASKET_FULL"       // 409: the basket has the maximum number of items
	BasketEmpty      Code = "BASKET_EMPTY"      // 409: the basket has no item with a price
	BasketPlaced     Code = "BASKET_PLACED"     // 409: the basket was ordered
	TotalChanged     Code = "TOTAL_CHANGED"     // 409: the basket does not cost expectedTotal; message has the new total
	PaymentUnderWay  Code = "PAYMENT_UNDER_WAY" // 409: the basket has a payment and cannot be changed or paid
	PaymentPending   Code = "PAYMENT_PENDING"   // 409: the bank has not answered yet
	PaymentRefused   Code = "PAYMENT_REFUSED"   // 409: the bank refused the payment; reason has the cause
	PaymentState     Code = "PAYMENT_STATE"     // 409: the state of the payment does not allow this
	MethodOff        Code = "METHOD_OFF"        // 403: the tenant has not enabled this method
	HostedOnly       Code = "HOSTED_ONLY"       // 403: the tenant takes cards only on the bank's page
	ProviderFailed   Code = "PROVIDER_FAILED"   // 502: the bank did not answer; nothing was charged
	KeyReused        Code = "KEY_REUSED"        // 422: the Idempotency-Key was used for another request
	KeyInFlight      Code = "KEY_IN_FLIGHT"     // 409: the request with this Idempotency-Key is in progress
	SignatureInvalid Code = "SIGNATURE_INVALID" // 401: the signature is not valid
)
