// Package idp verifies ID tokens of identity providers (OpenID Connect).
//
//	provider.go  Provider (settings), Identity, Verifier, the checks of claims
//	keys.go      the keys of a provider: fetched, shared, fetched again
//	dial.go      the client that fetches them, from public addresses only
package idp
