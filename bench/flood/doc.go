// Command flood measures how floods of sign-ins, and many idle connections, affect readers.
//
//	make bench-flood
//
// It starts Vitrine with its demo tenants, creates some accounts, and requests a cached list at a fixed rate. Each read
// is timed from its scheduled start, so that a stalled server cannot hide (read.go). Beside it, bystanders sign in with
// the right password, at known devices and as strangers (bystander.go).
//
// It measures these cases: alone; a thousand connections of one network that sign in without a pause; the same from 33
// IPv6 networks of one /48, and from as many networks as connections; sign-ins with forged device tokens; sign-ups;
// forgotten passwords; and ten thousand idle connections that made one request each. Half of the sign-ins name existing
// accounts, those of the bystanders; three of four passwords are wrong (attack.go). The attackers are a process of
// their own. Everything is on loopback.
//
// The load of other processes is printed beside the figures; on a busy machine they mean little.
//
// In reading order: main.go has the run, server.go the server, read.go the reader, bystander.go
// the bystanders, attack.go the floods, idle.go the idle connections.
package main
