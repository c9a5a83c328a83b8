package auth

import (
	"time"

	"vitrine/writesvc/limit"
)

// Limits are the rate limits of accounts. A successful attempt to sign in returns its charges.
type Limits struct {
	FailAddress limit.Limit // failed attempts to sign in, by network address
	FailAccount limit.Limit // failed attempts by account, whatever the method. This is the lock-out
	FailTenant  limit.Limit // failed attempts by tenant
	SignUp      limit.Limit // sign-ups, by network address
	Send        limit.Limit // requests for emails and text messages, by network address
	SendAccount limit.Limit // requests by account and purpose, per day; besides SendEvery
	SMSNumber   limit.Limit // text messages to one number
	SMSPrefix   limit.Limit // text messages to numbers with the same prefix, against toll fraud
	SMSTenant   limit.Limit // text messages of a tenant
}

// DefaultLimits returns limits for tenants on one server.
func DefaultLimits() Limits {
	return Limits{
		FailAddress: limit.Limit{Burst: 50, Every: 10 * time.Second},
		FailAccount: limit.Limit{Burst: 10, Every: 90 * time.Second},
		FailTenant:  limit.Limit{Burst: 2000, Every: 50 * time.Millisecond},
		SignUp:      limit.Limit{Burst: 150, Every: 5 * time.Second},
		Send:        limit.Limit{Burst: 30, Every: 20 * time.Second},
		SendAccount: limit.Limit{Burst: 10, Every: 144 * time.Minute},
		SMSNumber:   limit.Limit{Burst: 10, Every: 144 * time.Minute},
		SMSPrefix:   limit.Limit{Burst: 50, Every: time.Minute},
		SMSTenant:   limit.Limit{Burst: 500, Every: 10 * time.Second},
	}
}
