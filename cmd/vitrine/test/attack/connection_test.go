package attack

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// Connection is a list of words in any case. The gateway kept a connection open that a client had asked to close, so a
// proxy in front of it could take the next answer for one of another client.
func TestAConnectionEndsWhenTheClientAsksForIt(t *testing.T) {
	t.Parallel()
	s := Shared(t)
	c := s.Tenant(t)
	c.Do(t, http.MethodGet, "/blog", nil) // fills the cache
	for _, path := range []string{"/v1/blog", "/v1/basket", "/v1/nothing", "/healthz"} {
		for lines, last := range map[string]bool{
			"Connection: close": true, "Connection: Close": true, "connection: CLOSE": true,
			"Connection: keep-alive, close": true, "Connection: Keep-Alive ,\tClose": true,
			"Connection: close\r\nConnection: keep-alive": true, "Connection: x-a\r\nConnection: Close": true,
			"Connection: keep-alive": false, "Connection: closed": false, "Connection: x-close, keep-alive": false,
			"X-Connection: close": false,
		} {
			conn, err := net.Dial("tcp", s.Address)
			if err != nil {
				t.Fatal(err)
			}
			_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
			fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nx-service-client: %s\r\n%s\r\n\r\n", path, s.Address,
				c.Tenant, lines)
			in := bufio.NewReader(conn)
			r, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatalf("%s, %q: %v", path, lines, err)
			}
			_, _ = io.Copy(io.Discard, r.Body)
			if r.Close != last {
				t.Errorf("%s, %q: the answer says close: %v", path, lines, r.Close)
				_ = conn.Close()
				continue
			}
			_ = conn.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
			if last {
				_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
			} else if path != "/v1/blog" {
				_ = conn.Close() // whether it stays open is tried for one path
				continue
			}
			if _, err = in.ReadByte(); (err == io.EOF) != last { //nolint:errorlint // as the reader returns it
				t.Errorf("%s, %q: %v", path, lines, err)
			}
			_ = conn.Close()
		}
	}
}
