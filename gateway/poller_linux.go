package gateway

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
	"unsafe"

	"golang.org/x/sys/unix"
)

// A poller watches the connections that wait for a request, answers what is in the cache, and gives those on which something else is asked to fasthttp until that is
// answered. A connection that waits here has no goroutine and no buffer. One of which only fasthttp knows where its requests begin waits there (lane_conn.go).
//
// One thread does all of it as long as it keeps up: where two answer by turns each has to be woken, and a hit costs a tenth more. So others help only when the first
// has not run out of work for a while.
type poller struct {
	server *Server
	crowd  *crowd
	addr   net.Addr
	epoll  int
	door   int // the socket that listens
	bell   int // rung when the poller is to end

	places  [maxConns]atomic.Pointer[socket]
	mu      sync.Mutex
	free    []int32     // of places
	stopped atomic.Bool // nobody is let in any more. Set under mu, so that who finds it unset there is done before it is
	over    bool        // and nobody waits

	help    chan struct{}  // asks another goroutine to answer as well
	asked   chan *laneConn // for fasthttp; never full: no connection is in it twice
	ended   chan struct{}  // closed when stopped
	writing atomic.Int64   // goroutines that send the rest of an answer
	hands   sync.Pool      // of *hand
	wg      sync.WaitGroup
}

// What the system calls an event's connection is its place, or one of these.
const (
	atDoor int32 = -1 - iota
	atBell
)

const (
	mostEvents = 64                     // taken from the system at once
	mostCome   = 64                     // connections accepted at once
	spell      = time.Millisecond       // without running out of work, after which another goroutine helps
	rounds     = time.Second            // between looks for connections that have waited too long
	noRoom     = 100 * time.Millisecond // nobody is let in for so long where the system has no room for another connection
	keepIdle   = 15                     // seconds until the system asks whether the other side is still there, and between its questions
	keepAsks   = 9                      // as package net has them
)

// listen puts a poller before fasthttp. The connections that it hands out are those on which something is asked that it does not answer.
func listen(ln net.Listener, s *Server, cr *crowd) (net.Listener, error) {
	raw := ln.(*net.TCPListener) //nolint:forcetypeassert // nothing else is listened on
	helpers := runtime.GOMAXPROCS(0) - 1
	p := &poller{server: s, crowd: cr, addr: ln.Addr(), epoll: -1, door: -1, bell: -1,
		help: make(chan struct{}, helpers), asked: make(chan *laneConn, maxConns), ended: make(chan struct{})}
	p.hands.New = func() any { return &hand{p: p, lane: newLane(s)} }
	for i := range int32(maxConns) {
		p.free = append(p.free, maxConns-1-i)
	}
	if err := p.open(raw); err != nil {
		for _, fd := range []int{p.door, p.bell, p.epoll} {
			_ = unix.Close(fd)
		}
		return nil, cmp.Or(err, ln.Close())
	}
	p.wg.Go(p.lead)
	for range helpers {
		p.wg.Go(p.assist)
	}
	return p, ln.Close() // its socket goes on listening, as ours
}

// open takes the socket that listens over, with settings that each connection inherits.
func (p *poller) open(ln syscall.Conn) error {
	raw, err := ln.SyscallConn()
	if err != nil {
		return err
	}
	var derr error
	if err = raw.Control(func(fd uintptr) { p.door, derr = unix.FcntlInt(fd, unix.F_DUPFD_CLOEXEC, 0) }); cmp.Or(err, derr) != nil {
		return cmp.Or(err, derr)
	}
	for _, set := range [][3]int{
		{unix.IPPROTO_TCP, unix.TCP_NODELAY, 1}, {unix.SOL_SOCKET, unix.SO_KEEPALIVE, 1},
		{unix.IPPROTO_TCP, unix.TCP_KEEPIDLE, keepIdle}, {unix.IPPROTO_TCP, unix.TCP_KEEPINTVL, keepIdle}, {unix.IPPROTO_TCP, unix.TCP_KEEPCNT, keepAsks},
	} {
		if err := unix.SetsockoptInt(p.door, set[0], set[1], set[2]); err != nil {
			return err
		}
	}
	if p.epoll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return err
	}
	if p.bell, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err != nil {
		return err
	}
	return cmp.Or(p.watch(p.bell, atBell, unix.EPOLLIN), p.watch(p.door, atDoor, unix.EPOLLIN))
}

func (p *poller) watch(fd int, place int32, events uint32) error {
	return unix.EpollCtl(p.epoll, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: events, Fd: place})
}

// Accept implements net.Listener.
func (p *poller) Accept() (net.Conn, error) {
	select {
	case c := <-p.asked:
		return c, nil
	case <-p.ended:
		return nil, io.EOF
	}
}

// Addr implements net.Listener.
func (p *poller) Addr() net.Addr { return p.addr }

// Close implements net.Listener: nobody is let in any more, and connections that wait are closed; those that fasthttp has are its own.
func (p *poller) Close() error {
	p.mu.Lock()
	before := p.stopped.Swap(true)
	p.mu.Unlock()
	if before {
		return nil
	}
	close(p.ended)
	if _, err := unix.Write(p.bell, []byte{1, 0, 0, 0, 0, 0, 0, 0}); err != nil {
		p.server.log.Warn("connections are not told of the end", "err", err)
	}
	p.wg.Wait()
	_, _ = unix.Close(p.door), unix.Close(p.bell)
	for i := range p.places {
		if s := p.places[i].Load(); s != nil && s.claim() {
			s.close()
		}
	}
	p.forget()
	p.mu.Lock()
	p.over = true
	p.unwatchLocked()
	p.mu.Unlock()
	return nil
}

// finished waits until what is being sent has been, or has taken too long.
func (p *poller) finished(ctx context.Context) {
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

// unwatchLocked closes what sockets are watched with once there is none any more.
func (p *poller) unwatchLocked() {
	if p.over && len(p.free) == maxConns {
		_ = unix.Close(p.epoll)
	}
}

// forget closes what fasthttp was to have.
func (p *poller) forget() {
	for {
		select {
		case c := <-p.asked:
			_ = c.Close()
		default:
			return
		}
	}
}

// lead answers, and waits for work where there is none.
func (p *poller) lead() {
	h := p.hands.Get().(*hand) //nolint:forcetypeassert // nothing else is in it
	busySince, round := time.Now(), time.Now()
	for !p.stopped.Load() {
		n := h.poll()
		if n == 0 && h.gave { // to a goroutine that may need this processor
			h.gave = false
			runtime.Gosched()
			continue
		}
		if n == 0 {
			n, _ = unix.EpollWait(p.epoll, h.events[:], int(rounds.Milliseconds())) // nothing, where it was interrupted
			busySince = time.Now()
		}
		h.serve(n)
		now := time.Now()
		if now.Sub(busySince) > spell {
			p.callHelp()
			runtime.Gosched() // others have work too
			busySince = now
		}
		if now.Sub(round) > rounds {
			p.sendHome(now, h)
			round = now
		}
	}
	close(p.help)
}

// assist answers while there is work, each time that there is too much.
func (p *poller) assist() {
	h := p.hands.Get().(*hand) //nolint:forcetypeassert // nothing else is in it
	for range p.help {
		for !p.stopped.Load() {
			n := h.poll()
			if n == 0 {
				break
			}
			h.serve(n)
			runtime.Gosched() // others have work too
		}
	}
}

func (p *poller) callHelp() {
	select {
	case p.help <- struct{}{}:
	default: // all are at it
	}
}

// sendHome closes the connections on which nothing has been asked for idleTimeout.
func (p *poller) sendHome(now time.Time, h *hand) {
	late := monotonic(now.Add(-idleTimeout))
	for i := range p.places {
		s := p.places[i].Load()
		if s == nil || s.since.Load() > late || !s.claim() {
			continue
		}
		if s.since.Load() > late { // something was asked meanwhile
			h.attend(s, true)
		} else {
			s.close()
		}
	}
}

// letIn accepts connections.
func (h *hand) letIn() {
	p := h.p
	for range mostCome {
		fd, from, err := unix.Accept4(p.door, unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC)
		switch err {
		case nil:
			h.admit(fd, from)
		case unix.EAGAIN:
			return
		case unix.EINTR, unix.ECONNABORTED: // the next one
		default:
			p.closeDoorFor(noRoom, err)
			return
		}
	}
}

// closeDoorFor lets nobody in for a while: the system would go on saying that somebody is there.
func (p *poller) closeDoorFor(d time.Duration, why error) {
	p.server.log.Warn("a connection cannot be accepted", "err", why)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped.Load() || unix.EpollCtl(p.epoll, unix.EPOLL_CTL_DEL, p.door, nil) != nil {
		return // whoever else found no room has done so
	}
	p.openDoorIn(d)
}

func (p *poller) openDoorIn(d time.Duration) {
	time.AfterFunc(d, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.stopped.Load() {
			return
		}
		if err := p.watch(p.door, atDoor, unix.EPOLLIN); err != nil {
			p.server.log.Warn("still no connection can be accepted", "err", err)
			p.openDoorIn(d)
		}
	})
}

// admit gives a connection its place. One for which there is none is closed.
func (h *hand) admit(fd int, from unix.Sockaddr) {
	p := h.p
	p.mu.Lock()
	n := len(p.free)
	if n == 0 || p.stopped.Load() {
		p.mu.Unlock()
		_ = unix.Close(fd)
		return
	}
	place := p.free[n-1]
	p.free = p.free[:n-1]
	p.mu.Unlock()
	s := &socket{p: p, fd: fd, place: place, from: from}
	s.Closer = s
	s.state.Store(held) // until all is done, whatever is said of whoever had the place before
	p.places[place].Store(s)
	p.crowd.enter(&s.seat)
	if err := p.watch(fd, place, unix.EPOLLIN|unix.EPOLLRDHUP|unix.EPOLLET); err != nil {
		s.close()
	} else if !s.release() {
		h.attend(s, true)
	}
}

// leave takes a place back.
func (p *poller) leave(place int32) {
	p.places[place].Store(nil)
	p.mu.Lock()
	p.free = append(p.free, place)
	p.unwatchLocked()
	p.mu.Unlock()
}

// A hand is what one goroutine answers with.
type hand struct {
	p      *poller
	lane   lane
	gave   bool // something to fasthttp, since it last made room for others
	in     [readBuffer]byte
	events [mostEvents]unix.EpollEvent
}

// poll takes what has happened, without waiting. The scheduler is not told: it would watch over a call that never takes long.
func (h *hand) poll() int {
	n, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(h.p.epoll), uintptr(unsafe.Pointer(&h.events[0])), mostEvents, 0, 0, 0) //nolint:gosec // of ours, and its length
	if errno != 0 {
		return 0
	}
	return int(n) //nolint:gosec // at most mostEvents
}

// serve does what events ask for.
func (h *hand) serve(n int) {
	for i := range max(0, n) {
		switch ev := &h.events[i]; ev.Fd {
		case atDoor:
			h.letIn()
		case atBell:
		default:
			// A place may be another connection's meanwhile: that is asked for what it does not have, once.
			if s := h.p.places[ev.Fd].Load(); s != nil && s.claim() {
				h.attend(s, ev.Events&^unix.EPOLLIN != 0)
			}
		}
	}
}

// attend answers what is asked on a socket that this goroutine has claimed. After all, the system will say nothing of what is there already.
func (h *hand) attend(s *socket, all bool) {
	for h.answer(s, all) && !s.release() {
		all = true
	}
}

// answer answers until nothing is left; it reports false if the socket is no longer this goroutine's. Fewer bytes than there was room for were all there were, unless
// something was said meanwhile, of which another event tells; an end is there too where all is to be read.
func (h *hand) answer(s *socket, all bool) bool {
	for {
		n, errno := s.receive(h.in[:])
		switch {
		case errno == syscall.EINTR:
			continue
		case errno == syscall.EAGAIN:
			return true
		case errno != 0 || n == 0:
			s.close()
			return false
		}
		head, body, ok := h.lane.answer(h.in[:n])
		if !ok {
			h.gave = true
			s.give(h.in[:n])
			return false
		}
		s.waits(h.lane.now)
		sent, errno := s.send(head, body)
		switch {
		case errno != 0:
			s.close()
			return false
		case sent < len(head)+len(body):
			s.finish(head, body, sent, h.lane.later())
			return false
		}
		h.lane.sent()
		if n < len(h.in) && !all {
			return true
		}
	}
}
