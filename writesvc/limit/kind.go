package limit

import (
	"fmt"
	"time"

	"vitrine/internal/bound"
)

// A Kind is a rate limit of the write service. Every charge has a Kind, and all Kinds are in this file, so
// docs/operations/rate-limits.md, which is generated from them, is complete.
type Kind struct {
	Limit // the default
	name  string
	row   bound.Bound
}

var kinds []*Kind

// kind registers a limit. It is called while the package is initialized.
func kind(name string, l Limit, counts, hurts, past string) *Kind {
	k := &Kind{l, name, bound.Bound{
		Part: "write service", Name: name, Key: counts, Size: fmt.Sprintf("%d at once", l.Burst),
		Window: "one more each " + bound.Duration(l.Every), Hurts: hurts, Past: past,
	}}
	kinds = append(kinds, k)
	return k
}

// Bounds returns all limits of this package, for the document.
func Bounds() []bound.Bound {
	var all []bound.Bound
	for _, k := range kinds {
		all = append(all, k.row)
	}
	return append(all, rowBounds()...)
}

// What is counted.
const (
	byNetwork = "tenant and network"
	others    = "strangers in the same network"
)

// The limits of accounts. A stranger is a client without a device token of the account and without a live session.
var (
	FailAddress = kind("fail address", Limit{50, 10 * time.Second}, byNetwork+"; failed sign-ins of strangers",
		others, "a device token or a live session: not counted here; the link of a reset email")
	FailTight = kind("fail tight", Limit{5, 30 * time.Second},
		"tenant and IPv4 /24 or IPv6 /48; failed sign-ins of strangers, while `fail tenant` is used up",
		"strangers in the network of an attacker", "as for `fail address`; a right password is given back")
	FailTenant = kind("fail tenant", Limit{2000, 50 * time.Millisecond}, "tenant; failed sign-ins of strangers",
		"nobody: it refuses nothing. Once it is used up, `fail tight` applies too", "nothing to get past")
	FailAccount = kind("fail account", Limit{10, 90 * time.Second},
		"account, or address without an account; failed sign-ins of strangers, whatever the method",
		"the owner at a device that was never signed in",
		"a known device; a live session; a reset email, whose link ends the lock and makes the device known")
	FailDevice = kind("fail device", Limit{10, 90 * time.Second},
		"device token or session; failed sign-ins with it", "a thief of that token, or its owner",
		"the device counts as a stranger meanwhile; a reset email")
	SignIn = kind("sign-in", Limit{10, time.Minute}, "account; sign-ins of known devices, successful ones included",
		"nobody: further ones are hashed after those of other clients", "nothing to get past")
	SignUp = kind("signup", Limit{150, 5 * time.Second}, byNetwork+"; sign-ups", others, "wait; another network")
	Send   = kind("send", Limit{30, 20 * time.Second}, byNetwork+"; requests of strangers for emails and codes",
		others, "a device token or a live session: not counted here")
	SendEvery = kind("send every", Limit{1, time.Minute},
		"purpose, and account (signed in, or known device) or address with the sender's network",
		"nobody else: it counts one client", "the message sent less than a minute before")
	ResetLink = kind("reset link", Limit{3, 5 * time.Minute},
		"address and channel; reset links that strangers request. The interval is half the lifetime of a link",
		"nobody: if it refuses, a link sent within the interval is still valid, because a newer one does not end it",
		"that link; a known device has `send known`")
	ResetLinkNetwork = kind("reset link network", Limit{5, 144 * time.Minute},
		"address and the sender's IPv4 /24 or IPv6 /48; reset links that strangers request",
		"the owner in an attacker's network", "another network; a known device")
	SendAccount = kind("send account", Limit{10, 144 * time.Minute},
		"address or signed-in account, and purpose; sign-in codes that strangers request, verification emails",
		"the owner who wants a sign-in code at an unknown device", "a known device has `send known`; a reset email")
	SendKnown = kind("send known", Limit{10, 144 * time.Minute},
		"account and purpose; messages that known devices request", "nobody else", "wait")
	SMSNumber = kind("sms number", Limit{10, 144 * time.Minute}, "number, proved or not", "its owner",
		"sign-in codes and reset links go by email instead")
	SMSPrefix = kind("sms prefix", Limit{50, time.Minute}, "the first 7 characters of the number, proved or not",
		"customers with similar numbers", "sign-in codes and reset links go by email instead")
	SMSTenant = kind("sms tenant", Limit{500, 10 * time.Second}, "tenant, proved numbers and others apart",
		"customers of the shop", "sign-in codes and reset links go by email instead")
)

// The limits of payments.
var (
	CardStart   = startKind("3ds", "starts of card payments and hosted pages")
	CryptoStart = startKind("crypto", "starts of crypto payments")
	ChainVerify = startKind("verify on a chain", "questions about transactions on a chain")
	Transfer    = startKind("transfer", "starts of bank transfers")
	Installment = otherKind("installment", "questions for instalments")
	Callback    = otherKind("callback", "callbacks of 3-D Secure")
	Complete    = otherKind("complete", "questions for the result of a payment")
	VerifyWire  = otherKind("verify", "questions about bank transfers")
	Webhook     = otherKind("webhook", "webhooks of banks")
	AskBank     = kind("ask", Limit{5, 30 * time.Second}, "payment; questions to its bank", "nobody else", "wait")
	PaySignedIn = kind("pay signed in", Limit{5, time.Minute},
		"account; what its network may not do any more, for each of the limits of payments", "nobody else", "wait")
)

func startKind(name, what string) *Kind {
	return kind(name, Limit{60, 5 * time.Second}, byNetwork+"; "+what, others, "sign in: `pay signed in`")
}

func otherKind(name, what string) *Kind {
	return kind(name, Limit{600, 100 * time.Millisecond}, byNetwork+"; "+what, others, "wait; signed in: `pay signed in`")
}

// StartLimit and OtherLimit are the defaults of the limits of payments.
func StartLimit() Limit { return CardStart.Limit }

// OtherLimit is the default for requests under /payment that start nothing.
func OtherLimit() Limit { return Installment.Limit }
