package auth

import (
	"vitrine/writesvc/limit"
)

// Limits are the sizes of the rate limits of accounts. Package limit says what each counts. A successful attempt to
// sign in returns its charges.
type Limits struct {
	FailAddress      limit.Limit // failed attempts of strangers to sign in, by network
	FailTight        limit.Limit // the same, while FailTenant is used up
	FailTenant       limit.Limit // failed attempts of strangers, by tenant; it refuses nothing by itself
	FailAccount      limit.Limit // failed attempts of strangers by account, whatever the method. This is the lock-out
	FailDevice       limit.Limit // failed attempts with a device token or in a session
	SignIn           limit.Limit // attempts of known devices of an account, successful ones included; it refuses nothing
	SignUp           limit.Limit // sign-ups, by network
	Send             limit.Limit // requests of strangers for emails and text messages, by network
	ResetLinkNetwork limit.Limit // reset links to an address that strangers of a network request
	SendAccount      limit.Limit // requests by account or address and purpose, per day; besides SendEvery
	SendKnown        limit.Limit // the same for requests of known devices
	SMSNumber        limit.Limit // text messages to one number
	SMSPrefix        limit.Limit // text messages to numbers with the same prefix, against toll fraud
	SMSTenant        limit.Limit // text messages of a tenant
}

// DefaultLimits returns limits for tenants on one server.
func DefaultLimits() Limits {
	return Limits{
		FailAddress: limit.FailAddress.Limit, FailTight: limit.FailTight.Limit, FailTenant: limit.FailTenant.Limit,
		FailAccount: limit.FailAccount.Limit, FailDevice: limit.FailDevice.Limit, SignIn: limit.SignIn.Limit,
		SignUp: limit.SignUp.Limit, Send: limit.Send.Limit, ResetLinkNetwork: limit.ResetLinkNetwork.Limit,
		SendAccount: limit.SendAccount.Limit, SendKnown: limit.SendKnown.Limit, SMSNumber: limit.SMSNumber.Limit,
		SMSPrefix: limit.SMSPrefix.Limit, SMSTenant: limit.SMSTenant.Limit,
	}
}
