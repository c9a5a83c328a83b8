package upstream

import (
	"net/netip"
	"sync"
	"testing"
	"time"
)

// fill takes permits until one is refused or would wait, and returns how many it got.
func fill(t *testing.T, p *permits, network, tenant string) (n int) {
	t.Helper()
	for {
		got := make(chan bool, 1)
		go func() {
			_, err := p.take(network, tenant)
			got <- err == nil
		}()
		select {
		case ok := <-got:
			if !ok {
				return n
			}
			n++
		case <-time.After(100 * time.Millisecond): // it waits, and ends with the test
			return n
		}
	}
}

func TestOneNetworkLeavesPermitsToOthers(t *testing.T) {
	t.Parallel()
	stopped := make(chan struct{})
	defer close(stopped)
	p := newPermits(32, make(chan struct{}, 100), stopped)
	if n := fill(t, p, "192.0.2.1", "shop"); n != 8 {
		t.Errorf("one network has %d requests in flight, want 8", n)
	}
	release, err := p.take("192.0.2.2", "shop")
	if err != nil {
		t.Fatalf("another network: %v", err)
	}
	release()
	release() // it may be called again
}

func TestOneTenantLeavesPermitsToOthers(t *testing.T) {
	t.Parallel()
	stopped := make(chan struct{})
	defer close(stopped)
	p := newPermits(32, make(chan struct{}, 100), stopped)
	total := 0
	for i := range 5 {
		total += fill(t, p, netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}).String(), "shop")
	}
	if total != 24 {
		t.Errorf("one tenant has %d requests in flight, want 24", total)
	}
	if _, err := p.take("198.51.100.1", "other"); err != nil {
		t.Errorf("another tenant: %v", err)
	}
}

func TestWaitingRequestsOfANetworkAreBounded(t *testing.T) {
	t.Parallel()
	stopped := make(chan struct{})
	p := newPermits(8, make(chan struct{}, 100), stopped)
	results := make(chan error, 50)
	for range 50 {
		go func() {
			_, err := p.take("192.0.2.1", "shop")
			results <- err
		}()
	}
	refused := 0
	for range 20 { // two are in flight, 30 wait
		if <-results != nil {
			refused++
		}
	}
	if refused != 18 {
		t.Errorf("%d of 50 requests are refused at once, want 18", refused)
	}
	close(stopped)
	for range 30 {
		if <-results == nil {
			t.Error("a waiting request got a permit after the stop")
		}
	}
}

func TestReleasedPermitsLeaveNothing(t *testing.T) {
	t.Parallel()
	p := newPermits(8, make(chan struct{}, 100), make(chan struct{}))
	for range 100 {
		release, err := p.take("192.0.2.1", "shop")
		if err != nil {
			t.Fatal(err)
		}
		release()
	}
	if len(p.network.byKey)+len(p.tenant.byKey)+len(p.all)+len(p.waiting)+len(p.queued) != 0 {
		t.Error("released permits are kept")
	}
}

func TestNetworksOfLanes(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7",
		"2001:db8:1:2::3": "2001:db8:1::/48", "2001:db8:1:ffff::3": "2001:db8:1::/48",
	} {
		if got := bucketKey(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
	if got := bucketKey(netip.Addr{}); got != "unknown" {
		t.Errorf("no address: %s", got)
	}
}

// Networks that have used up their own buckets take nothing from the queues of a tenant and of all: their requests wait
// for their own buckets.
func TestWaitingNetworksRefuseNoOthers(t *testing.T) {
	t.Parallel()
	for _, tenant := range []string{"shop", "other"} {
		stopped := make(chan struct{})
		p := newPermits(16, make(chan struct{}, 256), stopped)
		const flooding = 4 // networks, each with as many requests as its bucket has; together they hold every permit
		releases := make(chan func(), flooding*64)
		var wg sync.WaitGroup
		for i := range flooding * 64 {
			wg.Go(func() {
				if release, err := p.take(netip.AddrFrom4([4]byte{192, 0, 2, byte(i % flooding)}).String(), "shop"); err == nil {
					releases <- release
				}
			})
		}
		for len(releases) < 12 {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(50 * time.Millisecond) // the others wait, too
		got := make(chan error, 1)
		go func() {
			_, err := p.take("198.51.100.1", tenant)
			got <- err
		}()
		for served := 0; served < flooding*64; { // the write service answers one request after the other
			select {
			case err := <-got:
				if err != nil {
					t.Errorf("a customer of %s is refused: %v", tenant, err)
				}
				served = flooding * 64
			case release := <-releases:
				time.Sleep(100 * time.Microsecond)
				if served++; served == 64 {
					t.Errorf("a customer of %s waits for more than 64 requests", tenant)
				}
				release()
			}
		}
		close(stopped)
		wg.Wait()
	}
}

// A made-up tenant had bounds of its own, so that many names had more than one tenant may have.
func TestTenantsThatDoNotExistCountAsOne(t *testing.T) {
	t.Parallel()
	p, err := New(Config{URL: "http://127.0.0.1:1", Exists: func(tenant string) bool { return tenant == "shop" }})
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{"shop": "shop", "": "", "a": unknownTenant, "b": unknownTenant} {
		if got := p.counted([]byte(in)); got != want {
			t.Errorf("%q counts as %q, want %q", in, got, want)
		}
	}
	if p.cfg.Exists = nil; p.counted([]byte("a")) != "a" {
		t.Error("without a directory, a tenant does not count as itself")
	}
}
