package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/ingest/capture"
	"vitrine/internal/wire"
)

// A gateway is the part of a gateway that follows changes.
type gateway struct {
	conn     *nats.Conn
	cache    *cache.Cache
	replica  *replica.Replica
	listener *replica.Listener
	reporter *replica.Reporter
	received atomic.Int64 // bytes of news, members and edges
}

const smallCache = 1 << 20 // bytes; nothing is stored

// startGateway starts a gateway that follows the tenants of the heads.
func startGateway(ctx context.Context, pool *pgxpool.Pool, bus string, heads []wire.Head) (_ *gateway, err error) {
	g := &gateway{}
	defer func() {
		if err != nil {
			g.stop()
		}
	}()
	quiet := nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}) // a gateway that is behind has no lease
	if g.conn, err = nats.Connect(bus, quiet); err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	if g.cache, err = cache.New(cache.Config{Bytes: smallCache}); err != nil {
		return nil, fmt.Errorf("make a cache: %w", err)
	}
	if g.replica, err = replica.New(g.cache, replica.Config{Source: capture.Source{DB: pool}}); err != nil {
		return nil, fmt.Errorf("make a replica: %w", err)
	}
	for _, h := range heads {
		g.replica.Join(h)
	}
	for _, subject := range []string{wire.NewsSubject, wire.MembersSubject, wire.EdgesSubject} {
		if _, err := g.conn.Subscribe(subject, func(m *nats.Msg) { g.received.Add(int64(len(m.Data))) }); err != nil {
			return nil, fmt.Errorf("subscribe to %s: %w", subject, err)
		}
	}
	log := slog.New(slog.DiscardHandler)
	g.listener = replica.NewListener(g.replica, g.conn, log)
	if err := g.listener.Start(ctx); err != nil {
		return nil, fmt.Errorf("follow changes: %w", err)
	}
	g.reporter = replica.NewReporter(g.replica, g.conn, log,
		wire.Report{Gateway: rand.Text(), Name: "gateway 127.0.0.1:8080"}, nil)
	if err := g.reporter.Start(); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	select {
	case <-g.reporter.Acknowledged():
		return g, nil
	case <-time.After(joinLimit):
		return nil, errors.New("a gateway was not acknowledged in time")
	}
}

const joinLimit = 30 * time.Second

// stop ends what was started.
func (g *gateway) stop() {
	if g.reporter != nil {
		g.reporter.Stop()
	}
	if g.listener != nil {
		g.listener.Stop()
	}
	if g.conn != nil {
		g.conn.Close()
	}
	if g.cache != nil {
		g.cache.Close()
	}
}
