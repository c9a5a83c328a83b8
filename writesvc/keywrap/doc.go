// Package keywrap encrypts the private keys that Postgres stores, and opens them again.
//
// A key is encrypted ("wrapped") by the secret of the service (VITRINE_TOKEN_SECRET). The wrapped form names the
// secret by an id, so several secrets can be in use while one replaces another. It opens only for the purpose, tenant
// and name that it was wrapped for, so a row cannot be moved.
//
// Files:
//
//	ring.go    Ring: the current secret and further ones
//	wrap.go    the wrapped form
//	pair.go    stored pairs of Ed25519 keys
//	stored.go  keys of the whole service
package keywrap
