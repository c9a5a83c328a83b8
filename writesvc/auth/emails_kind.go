package auth

// Kinds of letters: of jobs in the outbox, and of a shop's own words for them (Settings.Letters, with the language behind a dot).
const (
	letterVerify   = "verify-email"
	letterReset    = "reset-password"
	letterCode     = "login-code"
	letterPhone    = "phone-code"
	letterChanged  = "password-changed"
	letterReused   = "session-ended"
	letterApproved = "account-approved"
)
