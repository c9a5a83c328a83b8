package token

import "time"

// A Session is a session as its tokens depend on it.
type Session struct {
	ID, Tenant, Account string
	Counter             int64
	Salt                []byte
	Refreshed, Expires  time.Time
	Devices             int64 // the generation of the account's device tokens
}
