package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// idle opens connections and sends one request on each. The returned function closes them and reports how many the
// server had closed.
func (s *server) idle(n int) (end func() (string, error), err error) {
	addr := strings.TrimPrefix(s.base, "http://")
	var conns []net.Conn
	closeAll := func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}
	refused := 0
	for range n {
		c, err := net.DialTimeout("tcp", addr, 10*time.Second)
		if err != nil {
			closeAll()
			return nil, fmt.Errorf("open connection %d: %w", len(conns), err)
		}
		conns = append(conns, c)
		if !askOnce(c) {
			refused++
		}
	}
	return func() (string, error) {
		closed := 0
		for _, c := range conns {
			_ = c.SetReadDeadline(time.Now().Add(time.Microsecond))
			var none net.Error
			if _, err := c.Read(make([]byte, 1)); !errors.As(err, &none) || !none.Timeout() {
				closed++
			}
		}
		closeAll()
		return fmt.Sprintf("%d connections, %d of them refused at once; %d closed by the server before the end", n, refused,
			closed), nil
	}, nil
}

// askOnce sends one request to the health check.
func askOnce(c net.Conn) bool {
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := c.Write([]byte("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")); err != nil {
		return false
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}
