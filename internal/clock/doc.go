// Package clock tells the time as Postgres has it, from the monotonic clock of this machine.
package clock
