package freshness

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

// A busCluster is three NATS servers, each of which a test may stop and start.
type busCluster struct {
	t       *testing.T
	options [3]*server.Options
	servers [3]*server.Server
}

func newBusCluster(t *testing.T) *busCluster {
	t.Helper()
	c := &busCluster{t: t}
	var routes []*url.URL
	for i := range c.options {
		host, port, _ := net.SplitHostPort(testkit.FreeAddr(t))
		cluster, _ := strconv.Atoi(port)
		_, port, _ = net.SplitHostPort(testkit.FreeAddr(t))
		client, _ := strconv.Atoi(port)
		c.options[i] = &server.Options{ServerName: fmt.Sprint("s", i), Host: host, Port: client, JetStream: true,
			StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
			Cluster: server.ClusterOpts{Name: "test", Host: host, Port: cluster}}
		routes = append(routes, &url.URL{Scheme: "nats", Host: net.JoinHostPort(host, strconv.Itoa(cluster))})
	}
	for i := range c.servers {
		c.options[i].Routes = routes
		c.start(i)
	}
	t.Cleanup(func() {
		for i := range c.servers {
			c.stop(i)
		}
	})
	testkit.Until(t, "the servers have a leader", func() bool { return c.leads() >= 0 })
	return c
}

func (c *busCluster) start(i int) {
	c.t.Helper()
	s, err := server.NewServer(c.options[i])
	if err != nil {
		c.t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(testkit.Patience) {
		c.t.Fatalf("server %d does not start", i)
	}
	c.servers[i] = s
}

func (c *busCluster) stop(i int) {
	c.servers[i].Shutdown()
	c.servers[i].WaitForShutdown()
}

// leads returns the server that leads the cluster, or -1.
func (c *busCluster) leads() int {
	for i, s := range c.servers {
		if s.Running() && s.JetStreamIsLeader() {
			return i
		}
	}
	return -1
}

// of returns the server that a connection uses.
func (c *busCluster) of(address string) int {
	for i, o := range c.options {
		if u, err := url.Parse(address); err == nil && u.Port() == strconv.Itoa(o.Port) {
			return i
		}
	}
	return -1
}

// A NATS cluster of three loses one server after the other: the one that leads it, the one that the gateway uses, and
// the one that the worker uses. Edits stay visible and are announced, and the stream keeps its three copies.
func TestProveReadsAreFreshInANATSClusterThatLosesAServer(t *testing.T) {
	t.Parallel()
	bus, db := newBusCluster(t), kit.DemoDatabase(t, time.Time{})
	of := func(i int) string { return bus.servers[i].ClientURL() }
	w := kit.Open(t, kit.LiveClock, func(c *boot.Config) {
		c.DatabaseURL, c.NATSURL, c.Replicas, c.Gateway = db.URL, of(0), 3, false
	})
	h := kit.Open(t, kit.LiveClock, func(c *boot.Config) {
		c.DatabaseURL, c.NATSURL, c.Ingest, c.Demo = db.URL, of(1), false, false
	})
	e := w.NewEditor(t)
	js, err := jetstream.New(h.NATS)
	if err != nil {
		t.Fatal(err)
	}
	whole := func() bool {
		s, err := js.Stream(t.Context(), wire.Stream)
		if err != nil {
			return false
		}
		info := s.CachedInfo()
		if info.Cluster == nil || len(info.Cluster.Replicas) != 2 || info.Cluster.Leader == "" {
			return false
		}
		for _, r := range info.Cluster.Replicas {
			if !r.Current || r.Offline {
				return false
			}
		}
		return true
	}
	announced := func() bool {
		return e.One("SELECT coalesce(bool_and(c.n >= s.n), false)::text "+ // at first there is no cursor
			"FROM signal_cursor c JOIN tenant_seq s USING (tenant_id) WHERE tenant_id = 'demo'") == "true"
	}
	testkit.Until(t, "the stream has three copies", whole)
	soon(t, h, e, "with three servers")
	for _, lost := range []struct {
		name  string
		which func() int
	}{
		{"the leader", bus.leads},
		{"the server of the gateway", func() int { return bus.of(h.NATS.ConnectedUrl()) }},
		{"the server of the worker", func() int { return bus.of(w.NATS.ConnectedUrl()) }},
	} {
		name, i := lost.name, lost.which()
		if i < 0 {
			t.Fatalf("%s: there is none", name)
		}
		bus.stop(i)
		began := time.Now()
		for range 20 {
			soon(t, h, e, name+" is gone")
		}
		testkit.Until(t, "edits are announced without "+name, announced)
		testkit.Until(t, "the gateway is connected without "+name, func() bool { return !h.Gateway.Replica().Disconnected() })
		h.WaitApplied(t, e, boot.DemoTenants...)
		agreed(t, h, e, "without "+name)
		t.Logf("%s was stopped: 20 edits were visible and announced, and the gateway connected, after %s", name,
			time.Since(began).Round(time.Millisecond))
		bus.start(i)
		testkit.Until(t, "the stream has three copies again", whole)
	}
}
