package auth

import "time"

// sessionRow is a session as its tokens are made of it.
type sessionRow struct {
	id, tenant, account string
	counter             int64
	salt                []byte
	refreshed, expires  time.Time
}
