package writeapi

import "time"

// Name is a person's name.
type Name struct {
	First string `json:"first"` // the given name
	Last  string `json:"last"`  // the family name
}

// MobileNumber is a telephone number in parts. The national number is the area code followed by the number.
type MobileNumber struct {
	AreaCode    int64  `json:"areaCode"`    // the area code, such as 532
	CountryCode int64  `json:"countryCode"` // the country calling code, such as 90
	IsoCode     string `json:"isoCode"`     // the ISO 3166-1 code of the country, such as TR
	PhoneNumber int64  `json:"phoneNumber"` // the remaining digits
}

// Contact is the contact data of a customer.
type Contact struct {
	// At most ten numbers; codes go to the first number that can receive messages.
	MobileNumber []MobileNumber `json:"mobileNumber"`
}

// Company is the company of a business customer.
type Company struct {
	Name      string `json:"name"`                // the registered name
	TaxNumber string `json:"taxNumber"`           // the tax number
	TaxOffice string `json:"taxOffice,omitempty"` // the tax office
	Address   string `json:"address,omitempty"`   // the registered address
}

// SignUp is the data of a new account.
type SignUp struct {
	// The email address; case, width and the script of the domain are ignored.
	Email    string  `json:"email"`
	Password string  `json:"password"` // 8 to 256 characters, not a common password
	Name     Name    `json:"name"`     // the customer's name
	Contact  Contact `json:"contact"`  // the customer's contact data
	// The customer's company; required and accepted only if the tenant sells to businesses.
	Company  *Company `json:"company,omitempty"`
	Language string   `json:"language,omitempty"` // the language of emails, tr or en; the tenant's by default
}

// LogIn is an email address with its password.
type LogIn struct {
	Email    string `json:"email"`    // the account's email address
	Password string `json:"password"` // the password
}

// RefreshToken is the refresh token of a session.
type RefreshToken struct {
	RefreshToken string `json:"refreshToken"` // the refresh token
}

// ForgotPassword is a request for a link that sets a new password.
type ForgotPassword struct {
	Email string `json:"email"` // the account's email address
	// Channel of the link: email, or sms to a verified number.
	Method string `json:"method,omitempty" enum:"email,sms" default:"email"`
}

// NewPassword is a new password.
type NewPassword struct {
	Password string `json:"password"` // 8 to 256 characters, not a common password
}

// VerifyEmail is a proof that the client of a link is the one that signed up.
type VerifyEmail struct {
	// The account's password. Without it, and without an access token of the account, the first verification removes
	// everything that was set before: password, telephone numbers and sessions.
	Password string `json:"password,omitempty"`
}

// VerifiedEmail is the answer to a verified address.
type VerifiedEmail struct {
	Message string `json:"message"` // a sentence for the customer
	// A token for reset-password, valid for ten minutes, if the account has no password.
	ResetToken string `json:"resetToken,omitempty"`
}

// VerifyPhone is the code that was sent to the account's number.
type VerifyPhone struct {
	OTP string `json:"otp"` // six digits
}

// ResendOTP is a request for a sign-in code.
type ResendOTP struct {
	Email string `json:"email"` // the account's email address
	// Channel of the code: sms to a verified number, otherwise email.
	Method string `json:"method,omitempty" enum:"email,sms" default:"sms"`
}

// VerifyOTP is a sign-in code.
type VerifyOTP struct {
	Email string `json:"email"` // the account's email address
	OTP   string `json:"otp"`   // six digits
}

// SocialLogin is an ID token of an identity provider that the tenant accepts.
type SocialLogin struct {
	Provider string `json:"provider"`        // the tenant's name of the provider
	IDToken  string `json:"idToken"`         // the provider's ID token (OpenID Connect)
	Nonce    string `json:"nonce,omitempty"` // the nonce of the token; required if the provider supports one
}

// User is a signed-in customer.
type User struct {
	ID    string `json:"id"`
	Email string `json:"email"` // the account's email address, normalized
	Name  Name   `json:"name"`  // the customer's name
}

// Token is a token with its expiry.
type Token struct {
	Token   string    `json:"token"`   // the token
	Expires time.Time `json:"expires"` // the time of expiry
}

// Tokens are the tokens of a session.
type Tokens struct {
	Access  Token `json:"access"`  // a JWT for Authorization: Bearer
	Refresh Token `json:"refresh"` // an opaque token for refresh-tokens and logout
}

// SignedIn is a customer with tokens.
type SignedIn struct {
	User User `json:"user"` // the customer
	// Absent after a sign-up that needs the tenant's approval or a verified address.
	Tokens *Tokens `json:"tokens,omitempty"`
	// Send it as X-Device-Token with later sign-ins, so that wrong passwords of others cannot lock this device out.
	Device *Token `json:"device,omitempty"`
}

// PasswordSet is the answer to a new password.
type PasswordSet struct {
	Message string `json:"message"`          // a sentence for the customer
	Device  *Token `json:"device,omitempty"` // a device token, as a sign-in returns it
}

// Renewed are a session's new tokens.
type Renewed struct {
	Tokens Tokens `json:"tokens"` // they replace the old ones
	// A device token, if the request had none of the account and the refresh token was replaced.
	Device *Token `json:"device,omitempty"`
}

// Profile is the customer's own account.
type Profile struct {
	User
	EmailVerified bool      `json:"emailVerified"`       // whether the email address is verified
	PhoneVerified bool      `json:"phoneVerified"`       // whether the telephone number is verified
	Phone         string    `json:"phone,omitempty"`     // the number that codes are sent to, in E.164 form
	Contact       Contact   `json:"contact"`             // the customer's contact data
	Type          string    `json:"type" enum:"B2C,B2B"` // the type of customer
	Company       *Company  `json:"company,omitempty"`   // the customer's company
	HasPassword   bool      `json:"hasPassword"`         // whether the account has a password
	CreatedAt     time.Time `json:"createdAt"`
}

// SessionInfo is an active session of a customer.
type SessionInfo struct {
	ID          string    `json:"id"`
	Current     bool      `json:"current"`                                  // whether it is the session of this request
	Method      string    `json:"method" enum:"signup,password,otp,social"` // the method of the sign-in
	Address     string    `json:"address"`                                  // the last network address
	UserAgent   string    `json:"userAgent"`                                // the client's User-Agent
	CreatedAt   time.Time `json:"createdAt"`
	RefreshedAt time.Time `json:"refreshedAt"` // the time of the last renewal
	ExpiresAt   time.Time `json:"expiresAt"`   // the time of expiry without a renewal
}

// Done is an answer without data.
type Done struct {
	Message string `json:"message"` // a sentence for the customer
}

// JWK is a public key of access tokens (RFC 8037).
type JWK struct {
	Kty string `json:"kty"` // OKP
	Crv string `json:"crv"` // Ed25519
	Kid string `json:"kid"` // the id of the key, as in the header of a token
	Use string `json:"use"` // sig
	Alg string `json:"alg"` // EdDSA
	X   string `json:"x"`   // the key
}

// JWKS are the public keys of access tokens. All tenants share them.
type JWKS struct {
	Keys []JWK `json:"keys"` // the current, the next and the recent keys
}
