package gateway

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
)

// crowded is a server that lets few connections wait. A request for /slow is answered once the channel is closed.
func crowded(t *testing.T, most int, slow chan struct{}, begun chan<- struct{}) (addr string, cr *crowd) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cr = newCrowd(most)
	srv := &fasthttp.Server{ConnState: answered, ReadTimeout: patience, IdleTimeout: patience, Handler: func(ctx *fasthttp.RequestCtx) {
		taken(ctx)
		if string(ctx.Path()) == "/slow" {
			begun <- struct{}{}
			<-slow
		}
	}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = srv.Serve(seated{ln, cr})
	}()
	t.Cleanup(func() {
		_ = ln.Close()
		cr.mu.Lock()
		all := make([]*seat, 0, len(cr.all))
		for c := range cr.all {
			all = append(all, c)
		}
		cr.mu.Unlock()
		for _, c := range all {
			_ = c.Close()
		}
		<-done
	})
	return ln.Addr().String(), cr
}

const patience = time.Minute

// seated hands out connections that leave everything to fasthttp.
type seated struct {
	net.Listener
	crowd *crowd
}

func (s seated) Accept() (net.Conn, error) {
	nc, err := s.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := newLaneConn(nc, nil)
	c.state = unknown
	s.crowd.enter(c.seat)
	return c, nil
}

func dialTo(t *testing.T, addr, say string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(patience))
	if _, err := io.WriteString(c, say); err != nil {
		t.Fatal(err)
	}
	return c
}

func askOn(t *testing.T, c net.Conn) error {
	t.Helper()
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

const (
	wholeHead = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
	slowHead  = "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"
)

// However many connections are opened and left, or say a few bytes and stop, those who ask are answered, and whoever waits for an answer gets it.
func TestIdleConnectionsTakeNobodysPlace(t *testing.T) {
	t.Parallel()
	const most, crowd = 8, 200
	slow, begun := make(chan struct{}), make(chan struct{}, 1)
	addr, cr := crowded(t, most, slow, begun)
	patient := dialTo(t, addr, slowHead)
	<-begun
	for i := range crowd {
		switch c := dialTo(t, addr, []string{"", "GET / HT", wholeHead, wholeHead + "GET "}[i%4]); i % 4 {
		case 2, 3:
			if err := askOn(t, c); err != nil {
				t.Fatalf("connection %d, which asked as soon as it was there: %v", i, err)
			}
		}
	}
	late := dialTo(t, addr, wholeHead)
	if err := askOn(t, late); err != nil {
		t.Errorf("a reader who came last: %v", err)
	}
	close(slow)
	if err := askOn(t, patient); err != nil {
		t.Errorf("who waited for his answer: %v", err)
	}
	cr.mu.Lock()
	left := len(cr.all)
	cr.mu.Unlock()
	if left > most+2+most/16+1 {
		t.Errorf("%d connections are left, want about %d", left, most)
	}
}

func TestConnectionsWithinTheNumberStay(t *testing.T) {
	t.Parallel()
	const most = 32
	addr, _ := crowded(t, most, nil, nil)
	var all []net.Conn
	for range most {
		c := dialTo(t, addr, wholeHead)
		if err := askOn(t, c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	for i, c := range all {
		if _, err := io.WriteString(c, wholeHead); err != nil {
			t.Fatal(err)
		}
		if err := askOn(t, c); err != nil {
			t.Errorf("connection %d was closed: %v", i, err)
		}
	}
}
