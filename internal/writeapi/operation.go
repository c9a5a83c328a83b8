package writeapi

import (
	"reflect"
	"slices"
)

// An Operation is one request to the write service, for those who describe it. A test holds the list to the routes.
type Operation struct {
	Method, Path string
	ID           string // its name for programs
	Summary      string
	About        string       // what a summary leaves out
	Query        []Parameter  // of the address
	Body         reflect.Type // nil: none
	Data         reflect.Type // of the envelope; nil: Types say what it is
	Form         bool         // the body is a form
	Types        []string     // other forms that a success has; without Data the only ones
	Bare         bool         // Data is the whole answer, without the envelope
	List         bool         // Data comes in pages
	Unread       bool         // and meta says how many are unread
	Once         bool         // Idempotency-Key is honoured
	Status       int          // of success; 0: 200
	Tenant       Need         // of x-service-client
	Bearer       Need         // of an access token
	Codes        []string     // the codes of its own errors, beside those that its guards answer with
}

// Need says whether a request must have something.
type Need int

// What a request may need.
const (
	Never Need = iota // it is not looked at
	May               // it may be there, and must be good then
	Must
)

// A Parameter is one of the query.
type Parameter struct {
	Name, About string
	Needed      bool
}

var linkToken = []Parameter{{"token", "The token of the link that was sent.", true}}

// Auth is what can be asked under /auth.
var Auth = []Operation{
	{Method: "POST", Path: "/auth/signup", ID: "signup", Summary: "Sign up", Tenant: Must, Body: of[SignUp](), Data: of[SignedIn](), Status: 201,
		About: "Makes an account and lets in. Where the shop approves accounts, or wants the address verified first, there are no tokens yet.",
		Codes: []string{"EMAIL_TAKEN", "SIGN_UP_CLOSED"}},
	{Method: "POST", Path: "/auth/login", ID: "login", Summary: "Sign in with a password", Tenant: Must, Body: of[LogIn](), Data: of[SignedIn](),
		About: "An unknown address and a wrong password give the same answer, in the same time.",
		Codes: []string{"INVALID_CREDENTIALS", "ACCOUNT_PENDING", "EMAIL_NOT_VERIFIED"}},
	{Method: "POST", Path: "/auth/logout", ID: "logout", Summary: "End a session", Tenant: Must, Body: of[RefreshToken](), Data: of[Done](),
		About: "A token that is of no use any more is no error."},
	{Method: "POST", Path: "/auth/refresh-tokens", ID: "refreshTokens", Summary: "Renew a session's tokens", Tenant: Must, Body: of[RefreshToken](), Data: of[Renewed](),
		About: "The refresh token is replaced. For ten seconds the one before it gets the same new pair; after that it ends the session.",
		Codes: []string{"REFRESH_TOKEN_INVALID", "REFRESH_TOKEN_REUSED"}},
	{Method: "POST", Path: "/auth/forgot-password", ID: "forgotPassword", Summary: "Ask for a link to set a new password", Tenant: Must, Body: of[ForgotPassword](), Data: of[Done](),
		About: "The answer is the same whether or not there is such an account. At most one letter is sent a minute."},
	{Method: "POST", Path: "/auth/reset-password", ID: "resetPassword", Summary: "Set a new password", Tenant: Must, Query: linkToken, Body: of[NewPassword](), Data: of[Done](),
		About: "Ends every session of the account.", Codes: []string{"RESET_TOKEN_INVALID"}},
	{Method: "POST", Path: "/auth/send-verification-email", ID: "sendVerificationEmail", Summary: "Ask for a link to verify the address", Tenant: Must, Bearer: Must, Data: of[Done](),
		Codes: []string{"ALREADY_VERIFIED"}},
	{Method: "POST", Path: "/auth/verify-email", ID: "verifyEmail", Summary: "Verify the address", Tenant: May, Query: linkToken, Data: of[Done](),
		About: "The token names the shop; a header that names another is refused.", Codes: []string{"VERIFY_TOKEN_INVALID"}},
	{Method: "POST", Path: "/auth/send-phone-verification", ID: "sendPhoneVerification", Summary: "Ask for a code to verify the number", Tenant: Must, Bearer: Must, Data: of[Done](),
		Codes: []string{"ALREADY_VERIFIED", "NO_PHONE"}},
	{Method: "POST", Path: "/auth/verify-phone", ID: "verifyPhone", Summary: "Verify the number", Tenant: Must, Bearer: Must, Body: of[VerifyPhone](), Data: of[Done](),
		Codes: []string{"INVALID_CODE"}},
	{Method: "POST", Path: "/auth/resend-otp", ID: "resendOtp", Summary: "Ask for a code to sign in with", Tenant: Must, Body: of[ResendOTP](), Data: of[Done](),
		About: "The answer is the same whether or not there is such an account. A number that is not verified gets no code: then it goes to the address."},
	{Method: "POST", Path: "/auth/verify-otp", ID: "verifyOtp", Summary: "Sign in with a code", Tenant: Must, Body: of[VerifyOTP](), Data: of[SignedIn](),
		About: "Five guesses, five minutes. A code that came by mail verifies the address by the way.",
		Codes: []string{"INVALID_CREDENTIALS", "ACCOUNT_PENDING", "EMAIL_NOT_VERIFIED"}},
	{Method: "POST", Path: "/auth/social-login", ID: "socialLogin", Summary: "Sign in, or up, with an identity provider's token", Tenant: Must, Body: of[SocialLogin](), Data: of[SignedIn](),
		About: "The provider must say that the address is verified. An account with that address is linked; one that never verified it loses its password and sessions first.",
		Codes: []string{"ID_TOKEN_INVALID", "PROVIDER_UNKNOWN", "SIGN_UP_CLOSED", "ACCOUNT_PENDING", "INVALID_CREDENTIALS"}},
	{Method: "GET", Path: "/auth/me", ID: "me", Summary: "The account of the access token", Tenant: Must, Bearer: Must, Data: of[Profile]()},
	{Method: "GET", Path: "/auth/sessions", ID: "sessionList", Summary: "The account's sessions, the newest first", Tenant: Must, Bearer: Must, Data: of[SessionInfo](), List: true},
	{Method: "DELETE", Path: "/auth/sessions/{id}", ID: "sessionEnd", Summary: "End one of the account's sessions", Tenant: Must, Bearer: Must, Data: of[Done](),
		Codes: []string{"NOT_FOUND"}},
	{Method: "GET", Path: "/.well-known/jwks.json", ID: "jwks", Summary: "The public keys of access tokens", Data: of[JWKS](), Bare: true},
}

func of[T any]() reflect.Type { return reflect.TypeFor[T]() }

// All is everything that the write service can be asked.
var All = slices.Concat(Auth, Orders)
