package rig

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// BusWord is the first argument that makes the binary of a benchmark the bus: Main then calls ServeBus.
const BusWord = "bus"

// ServeBus runs a NATS server with JetStream until the process is terminated. The arguments are a port and a folder.
func ServeBus(args []string) error {
	if len(args) != 2 {
		return errors.New("bus: expected a port and a folder")
	}
	port, err := strconv.Atoi(args[0])
	if err != nil {
		return fmt.Errorf("read the port: %w", err)
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "vitrine", Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: args[1],
		JetStreamMaxStore: 512 << 20, JetStreamMaxMemory: 64 << 20, SyncInterval: 10 * time.Second,
		NoSigs: true, DisableShortFirstPing: true,
	})
	if err != nil {
		return fmt.Errorf("create the NATS server: %w", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s.Start()
	<-ctx.Done()
	s.Shutdown()
	s.WaitForShutdown()
	return nil
}

// A Bus is a NATS server in a process of its own. After a restart it has the same address.
type Bus struct {
	*Process
	URL  string
	addr string
}

// StartBus starts a bus and waits until it accepts connections.
func (p *Place) StartBus(ctx context.Context) (*Bus, error) { return p.StartBusNamed(ctx, "nats") }

// StartBusNamed is StartBus for one of several buses.
func (p *Place) StartBusNamed(ctx context.Context, name string) (*Bus, error) {
	addr, err := FreeAddr()
	if err != nil {
		return nil, err
	}
	own, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	_, port, _ := net.SplitHostPort(addr)
	b := &Bus{URL: "nats://" + addr, addr: addr}
	b.Process = p.newProcess(name, own, nil, BusWord, port, p.Path(name))
	return b, b.Again(ctx)
}

// Again starts the bus, also after it was killed, and waits until it accepts connections.
func (b *Bus) Again(ctx context.Context) error {
	if err := b.Start(ctx); err != nil {
		return err
	}
	return b.until(ctx, func() error {
		conn, err := net.DialTimeout("tcp", b.addr, time.Second)
		if err != nil {
			return fmt.Errorf("connect: %w", err)
		}
		return conn.Close()
	})
}
