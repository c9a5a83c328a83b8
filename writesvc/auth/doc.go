// Package auth knows who a customer is: accounts, passwords, codes, sessions and their tokens, and the providers that vouch for somebody.
//
// Files, in the order in which they are leaned on:
//
//	config.go    Config: lifetimes, costs, limits, secrets
//	settings.go  what a shop says of all this
//	service.go   Service, Start, Stop
//	normal.go    addresses, names, numbers and passwords in their one form
//	password.go  Argon2id, a few at a time
//	limits.go    how often whom may what: one place for all grants
//	keys.go      the key pairs of access tokens
//	token.go     access tokens and refresh tokens
//	session.go   sessions: begun, renewed, ended, listed
//	caller.go    who a bearer token stands for
//	signup.go, login.go, refresh.go  accounts and sessions
//	code.go      codes and links: made, guessed, used up
//	wish.go      letters that somebody asks for
//	proof.go     what comes back: links and codes that prove who reads an address
//	idp.go, social.go  identity providers, and whom they vouch for
//	me.go        what somebody sees of himself
//	letters.go, letters_words.go  what is written to customers
//	operator.go  what operators do to an account
//	audit.go     what they can look up afterwards
//
// What must not be told apart is not: an unknown address and a wrong password cost one hash and give one answer; what asks for a letter
// does the same whether or not there is anybody to write to.
package auth
