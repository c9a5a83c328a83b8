package api

// The codes that only the write service answers with, and the status each goes with.
const (
	PayloadTooLarge      Code = "PAYLOAD_TOO_LARGE"      // 413: the body is larger than any that is needed here
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
)
