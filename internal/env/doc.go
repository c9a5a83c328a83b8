// Package env reads typed configuration from environment variables.
//
// A wrong value is answered with the variable's name, the value and what is accepted, all wrong ones at once. Secrets are
// never printed. Nothing is read before a Reader is asked: OS for the process, Map for tests.
//
// Reading order: env.go (Var, Reader), known.go (the variables that Vitrine knows).
package env
