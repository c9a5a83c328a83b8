package accept

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
)

// limited is a server with few idle connections.
func limited(t *testing.T, most int, handler fasthttp.RequestHandler) (addr string, cr *connections) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cr = newConnections(most)
	srv := &fasthttp.Server{ConnState: ConnState, ReadTimeout: patience, IdleTimeout: patience, Handler: handler}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = srv.Serve(wrapped{ln, cr})
	}()
	t.Cleanup(func() {
		_ = ln.Close()
		cr.mu.Lock()
		all := make([]*connection, 0, len(cr.all))
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

// slowly makes a handler answer "/slow" only once release is called. begun receives a value when it was requested.
func slowly(handler fasthttp.RequestHandler) (slow fasthttp.RequestHandler, begun <-chan struct{}, release func()) {
	asked, released := make(chan struct{}, 1), make(chan struct{})
	return func(ctx *fasthttp.RequestCtx) {
		Taken(ctx)
		if string(ctx.Path()) == "/slow" {
			asked <- struct{}{}
			<-released
		}
		handler(ctx)
	}, asked, sync.OnceFunc(func() { close(released) })
}

const patience = time.Minute

// wrapped accepts connections on which everything is left to fasthttp.
type wrapped struct {
	net.Listener
	conns *connections
}

func (s wrapped) Accept() (net.Conn, error) {
	nc, err := s.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := newConn(nc, Config{})
	c.state = unknown
	s.conns.enter(c.connection)
	return c, nil
}

func dialTo(t *testing.T, addr, say string) net.Conn {
	t.Helper()
	c, err := dial(t, addr, say)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// dial is dialTo for other goroutines than the test's, which must not call t.Fatal.
func dial(t *testing.T, addr, say string) (net.Conn, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(patience))
	_, err = io.WriteString(c, say)
	return c, err
}

func answerOn(t *testing.T, c net.Conn) error {
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

func TestIdleConnectionsDoNotTakeTheSlotsOfOthers(t *testing.T) {
	t.Parallel()
	handler, begun, release := slowly(Taken)
	addr, cr := limited(t, 8, handler)
	keepSlotsFree(t, addr, cr, begun, release, wholeHead, wholeHead+"GET ")
}

// However many connections stay idle or send part of a request, the others are answered, and so is a request in
// progress.
func keepSlotsFree(t *testing.T, addr string, cr *connections, begun <-chan struct{}, release func(), asks ...string) {
	t.Helper()
	patient := dialTo(t, addr, slowHead)
	<-begun
	says := append([]string{"", "GET / HT"}, asks...)
	for i := range 200 {
		which := i % len(says)
		c := dialTo(t, addr, says[which])
		if which < 2 {
			continue
		}
		if err := answerOn(t, c); err != nil {
			t.Fatalf("connection %d, with a request at once: %v", i, err)
		}
	}
	if err := answerOn(t, dialTo(t, addr, asks[0])); err != nil {
		t.Errorf("the last connection: %v", err)
	}
	release()
	if err := answerOn(t, patient); err != nil {
		t.Errorf("the request in progress: %v", err)
	}
	cr.mu.Lock()
	left := len(cr.all)
	cr.mu.Unlock()
	if left > cr.max+2+cr.max/16+1 {
		t.Errorf("%d connections are open, want about %d", left, cr.max)
	}
}

func TestConnectionsWithinTheLimitStayOpen(t *testing.T) {
	t.Parallel()
	const most = 32
	addr, _ := limited(t, most, Taken)
	var all []net.Conn
	for range most {
		c := dialTo(t, addr, wholeHead)
		if err := answerOn(t, c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	for i, c := range all {
		if _, err := io.WriteString(c, wholeHead); err != nil {
			t.Fatal(err)
		}
		if err := answerOn(t, c); err != nil {
			t.Errorf("connection %d was closed: %v", i, err)
		}
	}
}
