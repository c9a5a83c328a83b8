// Package env reads typed configuration from environment variables.
//
// An error names the variable, its value and the accepted values; all wrong variables are reported at once. Secrets are
// never printed. A Reader reads the environment of the process (OS) or, in tests, a map (Map).
//
// In reading order: var.go describes a variable, reader.go reads it, known.go lists the variables of Vitrine, and
// markdown.go writes their manual.
package env
