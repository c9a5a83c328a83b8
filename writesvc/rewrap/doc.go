// Package rewrap checks that the given secrets open every stored key, and moves stored keys from one secret to another.
//
// Files:
//
//	kind.go    the kinds of stored keys and their rows
//	check.go   Check, for the start of the service
//	rotate.go  Rotate, for vitrine secrets rotate
package rewrap
