// Package password hashes and checks passwords.
//
//	hash.go   Hasher: Argon2id in a bounded number of slots
//	queue.go  who waits for a slot: one bounded queue for each class of clients
//	rules.go  which passwords are accepted
package password
