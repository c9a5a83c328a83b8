package testkit

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// The ports that FreeAddr gives out. By default, Linux gives connections and listeners without a port those from 32768,
// so that it takes none of these between FreeAddr and the use. The usual ports of servers are below.
const firstPort, lastPort = 20000, 32767

// FreeAddr returns an address on loopback on which nothing listens. It gives the address to no other test, of this
// process or another, until the test ends.
func FreeAddr(t testing.TB) string {
	t.Helper()
	for range 1000 {
		port := firstPort + rand.IntN(lastPort-firstPort+1) //nolint:gosec // any port
		addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
		held, err := net.ListenPacket("udp", addr) // the sign to other tests, which the system takes back by itself
		if err != nil {
			continue
		}
		if ln, err := net.Listen("tcp", addr); err == nil {
			ln.Close()                         //nolint:errcheck // nothing was accepted
			t.Cleanup(func() { held.Close() }) //nolint:errcheck // nothing was received
			return addr
		}
		held.Close() //nolint:errcheck // nothing was received
	}
	t.Fatalf("no free port from %d to %d", firstPort, lastPort)
	return ""
}
