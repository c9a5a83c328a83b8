package writeapi

import "time"

// Name is a person's name.
type Name struct {
	First string `json:"first"` // the given name
	Last  string `json:"last"`  // the family name
}

// MobileNumber is a telephone number in parts. Its digits are area code and number, one after the other.
type MobileNumber struct {
	AreaCode    int64  `json:"areaCode"`    // the digits after the country's, such as 532
	CountryCode int64  `json:"countryCode"` // the country's digits, such as 90
	IsoCode     string `json:"isoCode"`     // the country, as ISO 3166-1 has it, such as TR
	PhoneNumber int64  `json:"phoneNumber"` // the digits that are left
}

// Contact is how a customer can be reached.
type Contact struct {
	MobileNumber []MobileNumber `json:"mobileNumber"` // at most ten; the first that takes messages is the one that codes are sent to
}

// Company is whom a business customer buys for.
type Company struct {
	Name      string `json:"name"`                // its registered name
	TaxNumber string `json:"taxNumber"`           // its tax number
	TaxOffice string `json:"taxOffice,omitempty"` // the office that taxes it
	Address   string `json:"address,omitempty"`   // its registered address
}

// SignUp is what a new customer says of himself.
type SignUp struct {
	Email    string   `json:"email"`              // the address; it is compared without regard to case, width and script of the domain
	Password string   `json:"password"`           // 8 to 256 characters, and none of the passwords that everybody uses
	Name     Name     `json:"name"`               // the customer's name
	Contact  Contact  `json:"contact"`            // how the customer can be reached
	Company  *Company `json:"company,omitempty"`  // whom the customer buys for; needed, and taken, where the shop sells to businesses
	Language string   `json:"language,omitempty"` // the language to write in: tr or en; without it, the shop's
}

// LogIn is an address and its password.
type LogIn struct {
	Email    string `json:"email"`    // the account's address
	Password string `json:"password"` // its password
}

// RefreshToken is a refresh token that was given with a session.
type RefreshToken struct {
	RefreshToken string `json:"refreshToken"` // the refresh token
}

// ForgotPassword asks for a link that sets a new password.
type ForgotPassword struct {
	Email  string `json:"email"`                                             // the account's address
	Method string `json:"method,omitempty" enum:"email,sms" default:"email"` // how to send the link: email, or sms to a verified number
}

// NewPassword is a password to be set.
type NewPassword struct {
	Password string `json:"password"` // 8 to 256 characters, and none of the passwords that everybody uses
}

// VerifyPhone is the code that was sent to the number of the account.
type VerifyPhone struct {
	OTP string `json:"otp"` // six digits
}

// ResendOTP asks for a code to sign in with.
type ResendOTP struct {
	Email  string `json:"email"`                                           // the account's address
	Method string `json:"method,omitempty" enum:"email,sms" default:"sms"` // how to send the code: sms to a verified number, else email
}

// VerifyOTP is a code to sign in with.
type VerifyOTP struct {
	Email string `json:"email"` // the account's address
	OTP   string `json:"otp"`   // six digits
}

// SocialLogin is an ID token of an identity provider that the shop takes.
type SocialLogin struct {
	Provider string `json:"provider"`        // the shop's name for the provider
	IDToken  string `json:"idToken"`         // the provider's ID token (OpenID Connect)
	Nonce    string `json:"nonce,omitempty"` // the nonce that the token was asked with; needed where the token has one
}

// User is a customer, as others of his sessions see him.
type User struct {
	ID    string `json:"id"`
	Email string `json:"email"` // the account's address, in its one form
	Name  Name   `json:"name"`  // the customer's name
}

// Token is a token and its end.
type Token struct {
	Token   string    `json:"token"`   // the token
	Expires time.Time `json:"expires"` // when it ends
}

// Tokens is what a session is entered with.
type Tokens struct {
	Access  Token `json:"access"`  // a JWT, for Authorization: Bearer
	Refresh Token `json:"refresh"` // opaque; for refresh-tokens and logout
}

// SignedIn is a customer and his tokens.
type SignedIn struct {
	User   User    `json:"user"`             // who signed in
	Tokens *Tokens `json:"tokens,omitempty"` // missing after a sign-up that lets nobody in yet: the shop approves accounts, or wants the address verified
}

// Renewed is a session's new tokens.
type Renewed struct {
	Tokens Tokens `json:"tokens"` // in place of those that were shown
}

// Profile is a customer, as he sees himself.
type Profile struct {
	User
	EmailVerified bool      `json:"emailVerified"`       // whether the address is known to be his
	PhoneVerified bool      `json:"phoneVerified"`       // whether the number is known to be his
	Phone         string    `json:"phone,omitempty"`     // the number that codes are sent to, as E.164 has it
	Contact       Contact   `json:"contact"`             // how the customer can be reached
	Type          string    `json:"type" enum:"B2C,B2B"` // what kind of customer
	Company       *Company  `json:"company,omitempty"`   // whom the customer buys for
	HasPassword   bool      `json:"hasPassword"`         // whether there is a password, or codes and providers only
	CreatedAt     time.Time `json:"createdAt"`
}

// SessionInfo is one of a customer's sessions that has not ended.
type SessionInfo struct {
	ID          string    `json:"id"`
	Current     bool      `json:"current"`                                  // whether it is the one that asks
	Method      string    `json:"method" enum:"signup,password,otp,social"` // how it was begun
	Address     string    `json:"address"`                                  // the network address that used it last
	UserAgent   string    `json:"userAgent"`                                // what the client called itself
	CreatedAt   time.Time `json:"createdAt"`
	RefreshedAt time.Time `json:"refreshedAt"` // when its tokens were renewed last
	ExpiresAt   time.Time `json:"expiresAt"`   // when it ends unless it is renewed
}

// Done is an answer that has nothing to say but that it was done.
type Done struct {
	Message string `json:"message"` // what was done, in a sentence a customer may read
}

// JWK is a public key of access tokens (RFC 8037).
type JWK struct {
	Kty string `json:"kty"` // OKP
	Crv string `json:"crv"` // Ed25519
	Kid string `json:"kid"` // which key: as in a token's head
	Use string `json:"use"` // sig
	Alg string `json:"alg"` // EdDSA
	X   string `json:"x"`   // the key
}

// JWKS is the public keys of access tokens. They are the same for all shops.
type JWKS struct {
	Keys []JWK `json:"keys"` // those that sign, that will, and that did not long ago
}
