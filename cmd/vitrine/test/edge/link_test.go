package edge

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// A link forwards HTTP connections to a gateway. It can be cut. While it is stalled, streams of changes stay open and
// bring nothing.
type link struct {
	ln   net.Listener
	used []atomic.Int64 // connections to each address

	mu    sync.Mutex
	open  map[net.Conn]bool
	flows *sync.Cond
	stall bool
}

// newLink starts a link until the end of the test. Several addresses get connections in turn.
func newLink(t *testing.T, to ...string) *link {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &link{ln: ln, used: make([]atomic.Int64, len(to)), open: map[net.Conn]bool{}}
	l.flows = sync.NewCond(&l.mu)
	var all sync.WaitGroup
	all.Go(func() {
		for n := 0; ; n++ {
			from, err := ln.Accept()
			if err != nil {
				return
			}
			target, err := net.Dial("tcp", to[n%len(to)])
			if err != nil {
				_ = from.Close()
				continue
			}
			l.used[n%len(to)].Add(1)
			l.mu.Lock()
			l.open[from], l.open[target] = true, true
			l.mu.Unlock()
			var stream atomic.Bool // the connection carries a stream of changes
			all.Go(func() {
				l.forward(target, from, func(sent []byte) {
					if bytes.Contains(sent, []byte("/changes?edge=")) {
						stream.Store(true)
					}
				})
			})
			all.Go(func() {
				l.forward(from, target, func([]byte) {
					if stream.Load() {
						l.wait()
					}
				})
			})
		}
	})
	t.Cleanup(func() {
		_ = ln.Close()
		l.setStalled(false)
		l.cut()
		all.Wait()
	})
	return l
}

func (l *link) addr() string { return l.ln.Addr().String() }

// forward copies what one end sends to the other, and closes both. It calls before with each piece.
func (l *link) forward(to, from net.Conn, before func([]byte)) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			before(buf[:n])
			if _, err := to.Write(buf[:n]); err != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	for _, conn := range []net.Conn{to, from} {
		_ = conn.Close()
		l.mu.Lock()
		delete(l.open, conn)
		l.mu.Unlock()
	}
}

// wait returns once the link is not stalled.
func (l *link) wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.stall {
		l.flows.Wait()
	}
}

// cut closes all connections. Later ones are forwarded.
func (l *link) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for conn := range l.open {
		_ = conn.Close()
	}
}

func (l *link) setStalled(stall bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stall = stall
	l.flows.Broadcast()
}
