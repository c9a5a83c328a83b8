// Command flood measures how floods of sign-ins, and many idle connections, affect readers.
//
//	make bench-flood
//
// It starts Vitrine with its demo tenants, creates some accounts, and requests a cached list at a fixed rate. Each read
// is timed from its scheduled start, so that a stalled server cannot hide (read.go). It measures four times: alone;
// while a thousand connections of one address sign in without a pause; while a thousand connections of as many
// addresses do; and beside ten thousand idle connections that made one request each. Half of the sign-ins name existing
// accounts; three of four passwords are wrong (attack.go). The attackers are a process of their own. Everything is on
// loopback.
//
// The load of other processes is printed beside the figures; on a busy machine they mean little.
//
// In reading order: main.go has the run, server.go the server, read.go the reader, attack.go the sign-ins, idle.go the
// idle connections.
package main
