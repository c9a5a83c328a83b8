package testkit

import (
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A Bus is a NATS server in this process, which a test may stop, restart, and deprive of its disk.
type Bus struct {
	t    testing.TB
	port int
	Dir  string // the directory of the stream
	srv  *server.Server
}

// StartBus starts a bus, which stops at the end of the test.
func StartBus(t testing.TB) *Bus {
	b := &Bus{t: t, port: server.RANDOM_PORT, Dir: t.TempDir()}
	b.Start()
	t.Cleanup(b.Stop)
	return b
}

// Start starts the bus again, on the same port.
func (b *Bus) Start() {
	b.t.Helper()
	srv, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: b.port, JetStream: true, StoreDir: b.Dir,
		NoSigs: true, NoLog: true})
	if err != nil {
		b.t.Fatalf("nats: %v", err)
	}
	srv.Start()
	if !srv.ReadyForConnections(10 * time.Second) {
		b.t.Fatal("nats: not ready")
	}
	b.srv, b.port = srv, srv.Addr().(*net.TCPAddr).Port
}

// Stop stops the bus.
func (b *Bus) Stop() {
	b.srv.Shutdown()
	b.srv.WaitForShutdown()
}

// URL is the address of the bus, for other processes.
func (b *Bus) URL() string { return b.srv.ClientURL() }

// Connect returns a connection that reconnects every 20 ms.
func (b *Bus) Connect() *nats.Conn {
	b.t.Helper()
	nc, err := nats.Connect(b.srv.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond),
		nats.ReconnectJitter(0, 0))
	if err != nil {
		b.t.Fatalf("nats: %v", err)
	}
	b.t.Cleanup(nc.Close)
	return nc
}
