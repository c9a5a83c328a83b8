package main

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/wire"
)

// Beside a server's gateway, another one reports over the bus and applies nothing. Changes are announced all the same:
// not before the lease of that gateway is over, and soon afterwards. Later changes do not wait for it again.
func TestAnnouncementsGoOnWithoutAGatewayThatAppliesNothing(t *testing.T) {
	t.Parallel()
	const (
		lease = time.Second            // from when an acknowledged report was sent
		most  = 15 * time.Second       // 10 s until the gateway is stuck, 1.5 s until nothing waits for it, and the rest
		pause = 100 * time.Millisecond // between its reports
	)
	dir := home(t)
	h := serveIn(t, dir, nil)
	conn := psql(t, dsnOf(t, dir))
	told := announcements(t, h, streamKeyOf(t, dir))
	edit := func() uint64 {
		t.Helper()
		exec := "UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = 'mavi-keten-gomlek'"
		if _, err := conn.Exec(t.Context(), exec); err != nil {
			t.Fatal(err)
		}
		n, err := strconv.ParseUint(oneText(t, conn, "SELECT n::text FROM tenant_seq WHERE tenant_id = 'demo'"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	announced := func(n uint64) (took time.Duration) {
		t.Helper()
		began := time.Now()
		for limit := time.After(2 * most); ; {
			select {
			case seq, ok := <-told:
				if !ok {
					t.Fatalf("the stream ended before change %d", n)
				}
				if seq >= n {
					return time.Since(began)
				}
			case <-limit:
				t.Fatalf("change %d is not announced after %v", n, 2*most)
			}
		}
	}
	last := edit()
	announced(last)

	url, err := boot.NATSURL(filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	bus, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	epoch := oneText(t, conn, "SELECT epoch::text FROM tenant_seq WHERE tenant_id = 'demo'")
	head := wire.Head{Tenant: "demo", Epoch: epoch, Seq: last}
	var acked atomic.Int64 // when the last acknowledged report was sent, in ns
	stop, done := make(chan struct{}), make(chan struct{})
	defer func() {
		close(stop)
		<-done
	}()
	first := make(chan struct{})
	go func() {
		defer close(done)
		for n := uint64(1); ; n++ {
			sent := time.Now().UnixNano()
			data, err := json.Marshal(wire.Report{Gateway: "stuck", Name: "stuck", Number: n, Heads: []wire.Head{head}})
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := bus.Request(wire.ReportSubject, data, pause); err == nil {
				if acked.Swap(sent) == 0 {
					close(first)
				}
			}
			select {
			case <-stop:
				return
			case <-time.After(pause):
			}
		}
	}()
	select {
	case <-first:
	case <-time.After(most):
		t.Fatal("no report is acknowledged")
	}

	took := announced(edit())
	if since := time.Since(time.Unix(0, acked.Load())); since < lease {
		t.Errorf("a change is announced %v after the gateway sent a report that was acknowledged", since)
	}
	if took > most {
		t.Errorf("the first change waited for %v", took)
	}
	if took = announced(edit()); took > most/3 {
		t.Errorf("a later change waited for %v", took)
	}
}
