// Package operator implements the operators' commands for accounts (vitrine user). Each command is recorded in the
// audit log and returns what it did.
package operator
