package freshness

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/gateway/stream"
	"vitrine/internal/proving"
)

// Clients of the change stream that do not read are cut off 10 s after their buffers are full. Meanwhile they hold
// nobody up: another client of the same tenant gets each change, and hits are answered.
func TestProveClientsOfTheStreamThatDoNotReadHoldNoOtherUp(t *testing.T) {
	t.Parallel()
	if !proving.Long() {
		t.Skip("SKIPPED without VITRINE_PROVE: it fills buffers of several megabytes with small events, for a minute")
	}
	most := stream.DefaultConfig().PerTenant
	h := kit.Open(t)
	e := h.NewEditor(t)
	key := streamKey(t, h, "demo")
	reader := listenFrom(t, h, e, "demo", key)
	for i := range most - 1 {
		if status := openDeaf(t, h, key); status != http.StatusOK {
			t.Fatalf("stream %d: %d", i+2, status)
		}
	}
	if status := openDeaf(t, h, key); status != http.StatusTooManyRequests {
		t.Fatalf("one stream too many: %d", status)
	}
	began, edits, longest := time.Now(), 0, time.Duration(0)
	for openDeaf(t, h, key) != http.StatusOK {
		for range 100 { // an event each
			e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
			edits++
		}
		waits := time.Now()
		reader.waitFor(e.Head("demo"), "")
		longest = max(longest, time.Since(waits))
		if a := h.Get(t, "demo", shirtPage); a.Status != http.StatusOK {
			t.Fatalf("a read meanwhile: %d", a.Status)
		}
		if time.Since(began) > 3*time.Minute {
			t.Fatalf("the others are still there after %d edits", edits)
		}
	}
	t.Logf("cut off after %d edits and %v; the client that reads waited for %v at most", edits,
		time.Since(began).Round(time.Second), longest.Round(time.Millisecond))
}

// openDeaf opens a stream of the demo tenant and reads no more than the head of its answer.
func openDeaf(t *testing.T, h *kit.App, key string) (status int) {
	t.Helper()
	const buffer = 4096 // bytes; the kernel rounds it
	d := net.Dialer{Control: func(_, _ string, c syscall.RawConn) (err error) {
		if failed := c.Control(func(fd uintptr) {
			err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, buffer)
		}); failed != nil {
			return failed
		}
		return err
	}}
	c, err := d.DialContext(context.WithoutCancel(t.Context()), "tcp", h.Address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	fmt.Fprintf(c, "GET /v1/changes HTTP/1.1\r\nHost: x\r\nx-service-client: demo\r\nAuthorization: Bearer %s\r\n\r\n",
		key)
	res, err := http.ReadResponse(bufio.NewReaderSize(c, 16), nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK {
		_ = c.Close()
	}
	return res.StatusCode //nolint:bodyclose // the connection is closed at the end of the test
}
