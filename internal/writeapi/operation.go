package writeapi

import (
	"reflect"
	"slices"
)

// An Operation describes one request to the write service. A test compares the list with the routes.
type Operation struct {
	Method, Path string
	ID           string // operationId of the OpenAPI document
	Summary      string
	About        string       // details for the description
	Query        []Parameter  // query parameters
	Body         reflect.Type // nil: no body
	Data         reflect.Type // data of the envelope; nil: Types give the form
	BodyMay      bool         // the body may be absent
	Form         bool         // the body is an HTML form
	Types        []string     // further content types of a success; without Data the only ones
	Bare         bool         // Data is the whole answer, without an envelope
	List         bool         // Data is paginated
	Unread       bool         // meta has the number of unread records
	Once         bool         // Idempotency-Key is accepted
	Device       bool         // a device token is accepted
	Status       int          // status of a success; 0: 200
	Tenant       Need         // whether x-service-client is needed
	Bearer       Need         // whether an access token is needed
	StreamKey    bool         // the bearer token is the tenant's stream key
	Codes        []string     // codes of the operation's own errors, besides those of its guards
}

// Need tells whether a part of a request is required.
type Need int

// The needs.
const (
	Never Need = iota // ignored
	May               // optional, but must be valid if present
	Must
)

// A Parameter is a query parameter.
type Parameter struct {
	Name, About string
	Needed      bool
}

var linkToken = []Parameter{{"token", "The token of the link in the email.", true}}

// Auth are the operations of accounts and sessions.
var Auth = []Operation{
	{
		Method: "POST", Path: "/auth/signup", ID: "signup", Summary: "Sign up", Tenant: Must, Body: of[SignUp](),
		Data: of[SignedIn](), Status: 201,
		About: "Creates an account and signs in. There are no tokens yet if the tenant approves accounts or requires " +
			"a verified address. Then an address with an account gets the same answer as a new one, and its owner an email.",
		Codes: []string{"EMAIL_TAKEN", "SIGN_UP_CLOSED"},
	},
	{
		Method: "POST", Path: "/auth/login", ID: "login", Device: true, Summary: "Sign in with a password",
		Tenant: Must, Body: of[LogIn](), Data: of[SignedIn](),
		About: "An unknown address and a wrong password get the same answer after the same time. If the tenant approves " +
			"accounts or requires a verified address, so does the right password of an address that was never verified.",
		Codes: []string{"INVALID_CREDENTIALS", "ACCOUNT_PENDING"},
	},
	{
		Method: "POST", Path: "/auth/logout", ID: "logout", Summary: "End a session", Tenant: Must, Body: of[RefreshToken](),
		Data: of[Done](), About: "An expired token is not an error.",
	},
	{
		Method: "POST", Path: "/auth/refresh-tokens", ID: "refreshTokens", Device: true,
		Summary: "Renew a session's tokens", Tenant: Must, Body: of[RefreshToken](), Data: of[Renewed](),
		About: "Replaces the refresh token. For 10 seconds the old token gets the same new pair; after that " +
			"it ends the session.",
		Codes: []string{"REFRESH_TOKEN_INVALID", "REFRESH_TOKEN_REUSED"},
	},
	{
		Method: "POST", Path: "/auth/forgot-password", ID: "forgotPassword", Device: true,
		Summary: "Request a link to set a new password", Tenant: Must, Body: of[ForgotPassword](), Data: of[Done](),
		About: "The answer does not reveal whether the account exists. At most one email is sent a minute. " +
			"Earlier links stay valid until one is used.",
	},
	{
		Method: "POST", Path: "/auth/reset-password", ID: "resetPassword", Summary: "Set a new password", Tenant: Must,
		Query: linkToken, Body: of[NewPassword](), Data: of[PasswordSet](),
		About: "Ends every session, device token and other link of the account. A link that was sent by email " +
			"also verifies the address. The first verification removes telephone numbers and identities set before.",
		Codes: []string{"RESET_TOKEN_INVALID"},
	},
	{
		Method: "POST", Path: "/auth/send-verification-email", ID: "sendVerificationEmail",
		Summary: "Request a link to verify the email address", Tenant: Must, Bearer: Must, Data: of[Done](),
		Codes: []string{"ALREADY_VERIFIED"},
	},
	{
		Method: "POST", Path: "/auth/verify-email", ID: "verifyEmail", Summary: "Verify the email address", Tenant: May,
		Bearer: May, Query: linkToken, Body: of[VerifyEmail](), BodyMay: true, Data: of[VerifiedEmail](),
		About: "The token names the tenant; a header with another tenant is rejected. Anyone may have signed up with the " +
			"address. So the first verification removes the password, the telephone numbers and the sessions, unless the " +
			"request has an access token of the account or its password. Without a password, the answer has a token that " +
			"sets one.",
		Codes: []string{"VERIFY_TOKEN_INVALID", "INVALID_CREDENTIALS"},
	},
	{
		Method: "POST", Path: "/auth/send-phone-verification", ID: "sendPhoneVerification",
		Summary: "Request a code to verify the telephone number", Tenant: Must, Bearer: Must, Data: of[Done](),
		Codes: []string{"ALREADY_VERIFIED", "NO_PHONE"},
	},
	{
		Method: "POST", Path: "/auth/verify-phone", ID: "verifyPhone", Summary: "Verify the telephone number", Tenant: Must,
		Bearer: Must, Body: of[VerifyPhone](), Data: of[Done](), Codes: []string{"INVALID_CODE"},
	},
	{
		Method: "POST", Path: "/auth/resend-otp", ID: "resendOtp", Device: true, Summary: "Request a sign-in code",
		Tenant: Must, Body: of[ResendOTP](), Data: of[Done](),
		About: "The answer does not reveal whether the account exists. Without a verified number the code goes to the " +
			"email address.",
	},
	{
		Method: "POST", Path: "/auth/verify-otp", ID: "verifyOtp", Device: true, Summary: "Sign in with a code", Tenant: Must,
		Body: of[VerifyOTP](), Data: of[SignedIn](),
		About: "A code is valid for 5 minutes and 5 attempts. A code sent by email also verifies the address. The first " +
			"verification removes the password, the telephone numbers and the sessions set before.",
		Codes: []string{"INVALID_CREDENTIALS", "ACCOUNT_PENDING", "EMAIL_NOT_VERIFIED"},
	},
	{
		Method: "POST", Path: "/auth/social-login", ID: "socialLogin", Device: true,
		Summary: "Sign in or sign up with an identity provider's token", Tenant: Must, Body: of[SocialLogin](),
		Data: of[SignedIn](),
		About: "The provider must state that the address is verified. An account with that address is linked. If the " +
			"account never verified it, its password, telephone numbers and sessions are removed first.",
		Codes: []string{"ID_TOKEN_INVALID", "PROVIDER_UNKNOWN", "SIGN_UP_CLOSED", "ACCOUNT_PENDING", "INVALID_CREDENTIALS"},
	},
	{
		Method: "GET", Path: "/auth/me", ID: "me", Summary: "The account of the access token", Tenant: Must, Bearer: Must,
		Data: of[Profile](),
	},
	{
		Method: "GET", Path: "/auth/sessions", ID: "sessionList", Summary: "The account's sessions, the newest first",
		Tenant: Must, Bearer: Must, Data: of[SessionInfo](), List: true,
	},
	{
		Method: "DELETE", Path: "/auth/sessions/{id}", ID: "sessionEnd", Summary: "End one of the account's sessions",
		Tenant: Must, Bearer: Must, Data: of[Done](), Codes: []string{"NOT_FOUND"},
	},
	{
		Method: "GET", Path: "/.well-known/jwks.json", ID: "jwks", Summary: "The public keys of access tokens",
		Data: of[JWKS](), Bare: true,
	},
}

func of[T any]() reflect.Type { return reflect.TypeFor[T]() }

// All are the operations of the write service.
var All = slices.Concat(Auth, Orders)
