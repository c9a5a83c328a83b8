package auth

import (
	"time"

	"vitrine/writesvc/limit"
)

// Limits are how often whom may what. What an attempt takes is given back when it succeeds, where that is said.
type Limits struct {
	FailAddress limit.Limit // attempts to sign in that fail, by network address
	FailAccount limit.Limit // the same by account, whatever the grant: password, code, provider. This is the lock-out
	FailTenant  limit.Limit // the same by shop
	SignUp      limit.Limit // sign-ups by address
	Send        limit.Limit // letters and messages that are asked for, by address
	SendAccount limit.Limit // the same by account and purpose, a day; beside them SendEvery holds
	SMSNumber   limit.Limit // text messages to one number
	SMSPrefix   limit.Limit // text messages to numbers that begin alike: somebody earns by them
	SMSTenant   limit.Limit // text messages of a shop
}

// DefaultLimits are what a shop on one server needs and an attacker does not like.
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
