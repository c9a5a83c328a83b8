package attack

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"slices"
	"syscall"
	"testing"
	"time"

	"vitrine/bench/rig"
)

// Ten thousand clients hold a connection each. Some have an answer, some have sent nothing, half of a head, or a head
// without its body. Others are answered as before, and a connection takes little memory.
func TestTenThousandIdleConnectionsHoldNoOtherUp(t *testing.T) {
	t.Parallel()
	const each, most = 32 << 10, 10_000 // bytes, connections
	n := most
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err == nil && limit.Cur < most+2000 {
		n = int(limit.Cur) / 2 //nolint:gosec // a small number
	}
	s := Open(t)
	c := s.Tenant(t)
	before := rig.Resident(s.cmd.Process.Pid)
	if before == 0 {
		t.Skip("SKIPPED: the memory of a process is read from /proc, which only Linux has")
	}
	begin := func(what string) string {
		return fmt.Sprintf("%s HTTP/1.1\r\nHost: x\r\nx-service-client: %s\r\n", what, c.Tenant)
	}
	says := []string{begin("GET /v1/blog") + "\r\n", "", begin("GET /v1/blog") + "X-Half: ",
		begin("POST /v1/auth/login") + "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"}
	for i := range n {
		conn, err := net.Dial("tcp", s.Address)
		if err != nil {
			t.Fatalf("connection %d: %v", i+1, err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := conn.Write([]byte(says[i%len(says)])); err != nil {
			t.Fatalf("connection %d: %v", i+1, err)
		}
		if i%len(says) > 0 {
			continue
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || res.StatusCode != http.StatusOK { //nolint:bodyclose // with the connection
			t.Fatalf("connection %d: %v %v", i+1, err, res)
		}
	}
	took := make([]time.Duration, 0, 200)
	for range cap(took) {
		began := time.Now()
		if r := c.Do(t, http.MethodGet, "/blog", nil); r.Status != http.StatusOK {
			t.Fatalf("a read beside them: %d", r.Status)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	grew := int(rig.Resident(s.cmd.Process.Pid) - before)
	t.Logf("%d connections: %d bytes each; reads beside them took %v at the median, %v at the 99th percentile", n, grew/n,
		took[len(took)/2].Round(time.Microsecond), took[len(took)*99/100].Round(time.Microsecond))
	if grew > n*each {
		t.Errorf("%d connections take %d MB", n, grew>>20)
	}
}
