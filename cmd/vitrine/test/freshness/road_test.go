package freshness

import (
	"net"
	"net/url"
	"sync"
	"testing"
	"time"
)

// withAddr returns the URL of the same database at another address.
func withAddr(t *testing.T, of, addr string) string {
	t.Helper()
	u, err := url.Parse(of)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = addr
	return u.String()
}

// A road leads connections to a server. It can be long, be cut, be blocked, and lead to another server.
type road struct {
	url   string
	delay time.Duration // from one end to the other

	mu   sync.Mutex
	to   string // empty: connections are refused
	open map[net.Conn]bool
	free chan struct{} // closed unless nothing passes
}

func newRoad(t *testing.T, to string) *road { return newLongRoad(t, to, 0) }

// newLongRoad is a road on which everything that is sent arrives after a delay. A connection is open after two of them.
func newLongRoad(t *testing.T, to string, delay time.Duration) *road {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &road{url: withAddr(t, to, ln.Addr().String()), delay: delay, open: map[net.Conn]bool{},
		free: make(chan struct{})}
	close(r.free)
	r.lead(to)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			from, err := ln.Accept()
			if err != nil {
				return
			}
			all.Go(func() { r.carry(from) })
		}
	})
	t.Cleanup(func() {
		_ = ln.Close()
		r.unblock()
		r.cut()
		all.Wait()
	})
	return r
}

// carry forwards one connection.
func (r *road) carry(from net.Conn) {
	defer from.Close() //nolint:errcheck // a connection of the test
	time.Sleep(2 * r.delay)
	r.mu.Lock()
	to, err := net.Dial("tcp", r.to)
	if err == nil {
		r.open[from], r.open[to] = true, true
	}
	r.mu.Unlock()
	if err != nil {
		return
	}
	defer to.Close() //nolint:errcheck // a connection of the test
	var both sync.WaitGroup
	both.Go(func() { r.pipe(to, from) })
	both.Go(func() { r.pipe(from, to) })
	both.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, from)
	delete(r.open, to)
}

// lead ends all connections and leads the next ones to a server.
func (r *road) lead(to string) {
	u, err := url.Parse(to)
	if err != nil {
		panic(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.to = u.Host
	for c := range r.open {
		_ = c.Close()
	}
}

// cut ends all connections and refuses the next ones.
func (r *road) cut() { r.lead("") }

// block holds back everything that is sent, until unblock.
func (r *road) block() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free = make(chan struct{})
}

func (r *road) unblock() {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.free:
	default:
		close(r.free)
	}
}

func (r *road) wait() {
	r.mu.Lock()
	free := r.free
	r.mu.Unlock()
	<-free
}

// piecesUnderWay is how many pieces are on a long road at once, in one direction of one connection.
const piecesUnderWay = 4096

// pipe brings what one end sends to the other, after the delay, and closes both at its end.
func (r *road) pipe(to, from net.Conn) {
	type piece struct {
		text []byte
		due  time.Time
	}
	sent := make(chan piece, piecesUnderWay)
	var arriving sync.WaitGroup
	arriving.Go(func() {
		for p := range sent {
			time.Sleep(time.Until(p.due))
			r.wait()
			_, _ = to.Write(p.text) // the end may be closed
		}
		_ = to.Close()
	})
	for buf := make([]byte, 32<<10); ; {
		n, err := from.Read(buf)
		if n > 0 {
			sent <- piece{append([]byte(nil), buf[:n]...), time.Now().Add(r.delay)}
		}
		if err != nil {
			break
		}
	}
	close(sent)
	arriving.Wait()
	_ = from.Close()
}
