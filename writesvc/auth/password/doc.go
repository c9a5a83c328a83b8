// Package password hashes and checks passwords.
//
//	hash.go   Hasher: Argon2id in a bounded number of slots
//	rules.go  which passwords are accepted
package password
