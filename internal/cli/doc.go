// Package cli describes the commands of a program once: names, arguments, flags, explanations and examples. Parsing,
// the help texts and the manual page in Markdown all come from this description.
//
// In reading order: cli.go finds and runs a command, args.go checks its flags and arguments, settings.go has the flags
// of all commands that read settings, help.go prints help, markdown.go and man.go write the manual, complete.go writes
// scripts for shells, and plain.go makes texts safe for terminals.
package cli
