// Package env reads typed settings from flags, environment variables and a configuration file, in this order.
//
// An error names the variable, its value and the accepted values; all wrong variables are reported at once. Secrets are
// never printed. A Reader reads the environment of the process (OS) or, in tests, a map (Map).
//
// In reading order: var.go describes a variable, reader.go reads it, file.go reads the configuration file, known.go
// lists the variables of Vitrine, markdown.go writes their manual, and toml.go a configuration file with all defaults.
package env
