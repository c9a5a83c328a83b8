// Package auth authenticates customers: accounts, sessions, and proofs of addresses and numbers.
//
// Files:
//
//	config.go, limits.go  Config: lifetimes, costs, limits, secrets
//	settings.go           a tenant's settings
//	service.go            Service, Start, Stop, the audit log
//	session.go            sessions: begun, checked, ended; the account of a bearer token
//	known.go              known devices and strangers; what an attempt to sign in is charged to
//	signup.go, login.go, refresh.go  accounts and sessions
//	request.go            requests for codes and links
//	proof.go              links that come back: a new password, a verified address
//	otp.go                codes that come back: a verified number, a sign-in
//	social.go             sign-in by an identity provider
//	emails.go             emails and text messages to customers
//
// Packages below it: token (access and refresh tokens), device (device tokens), code (one-time codes and links), claim
// (the first proof of an address), session (the end of sessions), password (hashes and rules), profile (addresses,
// names, numbers), idp (ID tokens of providers), email (templates), operator (commands of operators).
//
// An unknown address and a wrong password cost one hash and get the same answer. A request for an email does the same
// whether or not an account exists.
package auth
