package accept

import (
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
)

// A handler learns that its client has reset the connection, and that it has sent its end. The latter may still read.
func TestAHandlerSeesWhetherItsClientIsGone(t *testing.T) {
	t.Parallel()
	for _, noLoop := range []bool{false, true} {
		t.Run(fmt.Sprintf("NoLoop=%t", noLoop), func(t *testing.T) {
			t.Parallel()
			two := newTwoWays(t, nil)
			two.NoLoop = noLoop
			type state struct{ ended, reset bool }
			until := make(chan state)
			saw := make(chan bool)
			two.http.Handler = func(ctx *fasthttp.RequestCtx) {
				Taken(ctx)
				want := <-until
				got := state{}
				for deadline := time.Now().Add(20 * time.Second); ; {
					if got.ended, got.reset = Gone(ctx); got == want || time.Now().After(deadline) {
						break
					}
				}
				saw <- got == want
				ctx.SetBodyString("read")
			}
			ln, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			if ln, err = Listen(ln, two.Config); err != nil {
				t.Fatal(err)
			}
			served := make(chan error)
			go func() { served <- two.http.Serve(ln) }()
			t.Cleanup(func() {
				if err := two.http.Shutdown(); err != nil {
					t.Error(err)
				}
				_ = ln.Close()
				<-served
			})
			ask := func(want state, then func(*net.TCPConn)) *net.TCPConn {
				t.Helper()
				nc, err := net.Dial("tcp", ln.Addr().String())
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = nc.Close() })
				if _, err := io.WriteString(nc, "GET /v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
					t.Fatal(err)
				}
				c := nc.(*net.TCPConn) //nolint:forcetypeassert // it was dialled as one
				then(c)
				until <- want
				if !<-saw {
					t.Errorf("the handler did not see %+v", want)
				}
				return c
			}
			ask(state{}, func(*net.TCPConn) {})
			ask(state{}, func(c *net.TCPConn) { // a next request is no end
				if _, err := io.WriteString(c, "GET /"); err != nil {
					t.Error(err)
				}
			})
			half := ask(state{ended: true}, func(c *net.TCPConn) {
				if err := c.CloseWrite(); err != nil {
					t.Error(err)
				}
			})
			if got, err := io.ReadAll(half); err != nil || len(got) == 0 {
				t.Errorf("a client that reads on got %q, %v", got, err)
			}
			nc, err := net.Dial("tcp", ln.Addr().String()) // the end may arrive with the request
			if err != nil {
				t.Fatal(err)
			}
			defer nc.Close() //nolint:errcheck // of a test
			if _, err := io.WriteString(nc, "GET /v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			if err := nc.(*net.TCPConn).CloseWrite(); err != nil { //nolint:forcetypeassert // it was dialled as one
				t.Fatal(err)
			}
			until <- state{ended: true}
			if !<-saw {
				t.Error("the handler did not see the end that came with the request")
			}
			ask(state{reset: true}, func(c *net.TCPConn) {
				if err := c.SetLinger(0); err != nil {
					t.Error(err)
				}
				_ = c.Close()
			})
		})
	}
}

// A handler learns that its client has reset the connection after the listener was closed too, when nothing watches the
// connections any more.
func TestAHandlerSeesThatItsClientIsGoneWhileTheGatewayDrains(t *testing.T) {
	t.Parallel()
	two := newTwoWays(t, nil)
	began, drains, saw := make(chan bool), make(chan bool), make(chan bool, 1)
	two.http.Handler = func(ctx *fasthttp.RequestCtx) {
		Taken(ctx)
		began <- true
		<-drains
		for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
			if _, reset := Gone(ctx); reset {
				saw <- true
				return
			}
		}
		saw <- false
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := ln.Addr().String()
	if ln, err = Listen(ln, two.Config); err != nil {
		t.Fatal(err)
	}
	served := make(chan error)
	go func() { served <- two.http.Serve(ln) }()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, "GET /v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	<-began
	_ = ln.Close()
	<-served
	_ = c.(*net.TCPConn).SetLinger(0)
	_ = c.Close()
	drains <- true
	if !<-saw {
		t.Error("the handler did not see within 3 s that its client is gone")
	}
}
