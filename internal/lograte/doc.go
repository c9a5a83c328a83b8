// Package lograte writes log lines that requests cause, at a bounded rate. Without a bound, a client that repeats a
// failing request fills the disk.
//
// Files:
//
//	limit.go  Limit
package lograte
