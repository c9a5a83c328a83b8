package accept

import (
	"cmp"
	"context"
	"io"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A loop watches the connections that wait for a request. It answers hits itself, and gives a connection with any other
// request to fasthttp until that is answered. A waiting connection has no goroutine and no buffer. A connection of
// which only fasthttp knows where requests begin waits there (conn.go).
//
// One thread does all the work as long as it keeps up: two threads that take turns must wake each other, which makes a
// hit cost a tenth more. Others help only when the first has not run out of work for helpAfter.
type loop struct {
	cfg   Config
	conns *connections
	addr  net.Addr
	epoll int
	ln    int // the listening socket
	wake  int // an eventfd that ends the wait

	slots   [MaxConns]atomic.Pointer[socket]
	mu      sync.Mutex
	free    []int32     // slots
	stopped atomic.Bool // no connection is accepted any more; set under mu, after those that saw it unset are done
	over    bool        // and none waits

	help    chan struct{} // asks another goroutine to answer as well
	handed  chan *conn    // for fasthttp; never full, since no connection is in it twice
	ended   chan struct{} // closed when stopped
	writing atomic.Int64  // goroutines that send the rest of an answer
	workers sync.Pool     // of *worker
	wg      sync.WaitGroup
}

// Values of an event's Fd that are no slots.
const (
	atListener int32 = -1 - iota
	atWake
)

const (
	keepIdle   = 15 // seconds without traffic before the first keep-alive probe, and between probes
	keepProbes = 9  // as in package net
)

// Listen takes a TCP listener over. The connections that the result accepts are those with a request that is no hit.
func Listen(ln net.Listener, cfg Config) (net.Listener, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.NoLoop {
		return listener{ln, cfg, newConnections(cfg.MaxIdle)}, nil
	}
	raw := ln.(*net.TCPListener) //nolint:forcetypeassert // the gateway listens on nothing else
	helpers := runtime.GOMAXPROCS(0) - 1
	p := &loop{cfg: cfg, conns: newConnections(cfg.MaxIdle), addr: ln.Addr(), epoll: -1, ln: -1, wake: -1,
		help: make(chan struct{}, helpers), handed: make(chan *conn, MaxConns), ended: make(chan struct{})}
	p.workers.New = func() any { return &worker{p: p, fast: newFastPath(cfg)} }
	for i := range int32(MaxConns) {
		p.free = append(p.free, MaxConns-1-i)
	}
	if err := p.open(raw); err != nil {
		for _, fd := range []int{p.ln, p.wake, p.epoll} {
			_ = unix.Close(fd)
		}
		return nil, cmp.Or(err, ln.Close())
	}
	p.wg.Go(p.lead)
	for range helpers {
		p.wg.Go(p.assist)
	}
	return p, ln.Close() // the duplicated socket continues to listen
}

// open duplicates the listening socket, with options that each connection inherits.
func (p *loop) open(ln syscall.Conn) error {
	raw, err := ln.SyscallConn()
	if err != nil {
		return err
	}
	var derr error
	err = raw.Control(func(fd uintptr) { p.ln, derr = unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0) })
	if cmp.Or(err, derr) != nil {
		return cmp.Or(err, derr)
	}
	for _, set := range [][3]int{
		{unix.IPPROTO_TCP, unix.TCP_NODELAY, 1},
		{unix.SOL_SOCKET, unix.SO_KEEPALIVE, 1},
		{unix.IPPROTO_TCP, unix.TCP_KEEPIDLE, keepIdle},
		{unix.IPPROTO_TCP, unix.TCP_KEEPINTVL, keepIdle},
		{unix.IPPROTO_TCP, unix.TCP_KEEPCNT, keepProbes},
	} {
		if err := unix.SetsockoptInt(p.ln, set[0], set[1], set[2]); err != nil {
			return err
		}
	}
	if p.epoll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return err
	}
	if p.wake, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err != nil {
		return err
	}
	return cmp.Or(p.watch(p.wake, atWake, unix.EPOLLIN), p.watch(p.ln, atListener, unix.EPOLLIN))
}

// Accept implements net.Listener.
func (p *loop) Accept() (net.Conn, error) {
	select {
	case c := <-p.handed:
		return c, nil
	case <-p.ended:
		return nil, io.EOF
	}
}

// Addr implements net.Listener.
func (p *loop) Addr() net.Addr { return p.addr }

// Close implements net.Listener. It accepts no more connections and closes the idle ones; fasthttp closes its own.
func (p *loop) Close() error {
	p.mu.Lock()
	before := p.stopped.Swap(true)
	p.mu.Unlock()
	if before {
		return nil
	}
	close(p.ended)
	if _, err := unix.Write(p.wake, []byte{1, 0, 0, 0, 0, 0, 0, 0}); err != nil {
		p.cfg.Log.Warn("event loop not woken to stop; it stops within 1 s", "err", err)
	}
	p.wg.Wait()
	_, _ = unix.Close(p.ln), unix.Close(p.wake)
	for i := range p.slots {
		if s := p.slots[i].Load(); s != nil && s.claim() {
			s.close()
		}
	}
	p.dropHanded()
	p.mu.Lock()
	p.over = true
	p.closeEpollLocked()
	p.mu.Unlock()
	return nil
}

// dropHanded closes the connections that fasthttp has not accepted.
func (p *loop) dropHanded() {
	for {
		select {
		case c := <-p.handed:
			_ = c.Close()
		default:
			return
		}
	}
}

// Wait implements Waiter.
func (p *loop) Wait(ctx context.Context) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for p.writing.Load() > 0 {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (p *loop) watch(fd int, slot int32, events uint32) error {
	return unix.EpollCtl(p.epoll, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: events, Fd: slot})
}

// closeEpollLocked closes the epoll descriptor once no socket needs it.
func (p *loop) closeEpollLocked() {
	if p.over && len(p.free) == MaxConns {
		_ = unix.Close(p.epoll)
	}
}
