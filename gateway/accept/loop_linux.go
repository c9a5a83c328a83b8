package accept

import (
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	maxEvents   = 64                     // taken from the kernel at once
	maxAccepts  = 64                     // connections accepted at once
	helpAfter   = time.Millisecond       // without running out of work; then another goroutine helps
	sweepEvery  = time.Second            // between searches for idle connections
	acceptPause = 100 * time.Millisecond // without accepting, after the kernel refused a connection

	// While many requests wait, and for overloadedFor after a refusal, lead pauses for overloadPause after a round of
	// requests whose last one was no hit. It then answers at once whatever has arrived. So requests interrupt a Postgres
	// on the same processors less often.
	overloadPause = 2 * time.Millisecond
	overloadedFor = 200 * time.Millisecond
)

// lead answers requests, and waits for events when there are none.
func (p *loop) lead() {
	w := p.workers.Get().(*worker) //nolint:forcetypeassert // nothing else is in it
	busySince, swept, pause := time.Now(), time.Now(), false
	for !p.stopped.Load() {
		n := w.poll()
		if n == 0 && w.gave { // to a goroutine that may need this processor
			w.gave = false
			runtime.Gosched()
			continue
		}
		if n == 0 && pause {
			pause = false
			time.Sleep(overloadPause)
			busySince = time.Now()
			continue
		}
		if n == 0 {
			n, _ = unix.EpollWait(p.epoll, w.events[:], int(sweepEvery.Milliseconds())) // nothing if interrupted
			busySince = time.Now()
		}
		w.serve(n)
		pause = n > 0 && w.overloaded()
		now := time.Now()
		if now.Sub(busySince) > helpAfter {
			p.callHelp()
			runtime.Gosched() // other goroutines have work too
			busySince = now
		}
		if now.Sub(swept) > sweepEvery {
			p.closeIdle(now, w)
			swept = now
		}
	}
	close(p.help)
}

func (p *loop) callHelp() {
	select {
	case p.help <- struct{}{}:
	default: // all of them help already
	}
}

// assist helps lead, each time that it is called, until there is no work left.
func (p *loop) assist() {
	w := p.workers.Get().(*worker) //nolint:forcetypeassert // nothing else is in it
	for range p.help {
		for !p.stopped.Load() {
			n := w.poll()
			if n == 0 {
				break
			}
			w.serve(n)
			runtime.Gosched() // other goroutines have work too
		}
	}
}

// closeIdle closes the connections that have been idle for IdleTimeout.
func (p *loop) closeIdle(now time.Time, w *worker) {
	late := monotonic(now.Add(-IdleTimeout))
	for i := range p.slots {
		s := p.slots[i].Load()
		if s == nil || s.since.Load() > late || !s.claim() {
			continue
		}
		if s.since.Load() > late { // a request arrived meanwhile
			w.attend(s, true)
		} else {
			s.close()
		}
	}
}

// A worker is the memory with which one goroutine answers.
type worker struct {
	p      *loop
	fast   fastPath
	gave   bool // a connection to fasthttp, since it last yielded the processor
	in     [ReadBuffer]byte
	events [maxEvents]unix.EpollEvent
}

// overloaded reports whether the last request was no hit, and either many requests wait, or one was refused a moment
// ago.
func (w *worker) overloaded() bool {
	f := &w.fast
	refused := !f.refused.IsZero() && time.Since(f.refused) < overloadedFor
	return !f.hit && (refused || f.cfg.ManyWait != nil && f.cfg.ManyWait())
}

// poll takes the events that have happened, without waiting. It does not go through the Go scheduler, which would watch
// a call that never blocks.
func (w *worker) poll() int {
	n, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(w.p.epoll),
		uintptr(unsafe.Pointer(&w.events[0])), maxEvents, 0, 0, 0) //nolint:gosec // an array of this type
	if errno != 0 {
		return 0
	}
	return int(n) //nolint:gosec // at most maxEvents
}

// serve handles the first n events.
func (w *worker) serve(n int) {
	for i := range max(0, n) {
		switch ev := &w.events[i]; ev.Fd {
		case atListener:
			w.accept()
		case atWake:
		default:
			// The slot may belong to another connection meanwhile. Then one read finds nothing, which does no harm.
			s := w.p.slots[ev.Fd].Load()
			if s != nil && ev.Events&^unix.EPOLLIN != 0 {
				s.ending.Store(true)
			}
			if s != nil && s.claim() {
				w.attend(s, ev.Events&^unix.EPOLLIN != 0)
			}
		}
	}
}

// accept accepts connections.
func (w *worker) accept() {
	p := w.p
	for range maxAccepts {
		fd, from, err := unix.Accept4(p.ln, unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC)
		switch err {
		case nil:
			w.admit(fd, from)
		case unix.EAGAIN:
			return
		case unix.EINTR, unix.ECONNABORTED: // the next one
		default:
			p.pauseAccept(acceptPause, err)
			return
		}
	}
}

// admit gives a connection a slot. It closes the connection if none is free.
func (w *worker) admit(fd int, from unix.Sockaddr) {
	p := w.p
	p.mu.Lock()
	n := len(p.free)
	if n == 0 || p.stopped.Load() {
		p.mu.Unlock()
		_ = unix.Close(fd)
		return
	}
	slot := p.free[n-1]
	p.free = p.free[:n-1]
	p.mu.Unlock()
	s := &socket{p: p, fd: fd, slot: slot, from: from}
	s.Closer = s
	s.state.Store(claimed) // until it is complete, against late events of the slot's previous connection
	p.slots[slot].Store(s)
	p.conns.enter(&s.connection)
	if err := p.watch(fd, slot, unix.EPOLLIN|unix.EPOLLRDHUP|unix.EPOLLET); err != nil {
		s.close()
	} else if !s.release() {
		w.attend(s, true)
	}
}

// pauseAccept stops accepting for a while. Without that, the kernel would report the same connection again and again.
func (p *loop) pauseAccept(d time.Duration, why error) {
	p.cfg.Log.Warn("connection not accepted", "err", why)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped.Load() || unix.EpollCtl(p.epoll, unix.EPOLL_CTL_DEL, p.ln, nil) != nil {
		return // another worker has paused it
	}
	p.resumeAcceptIn(d)
}

func (p *loop) resumeAcceptIn(d time.Duration) {
	time.AfterFunc(d, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.stopped.Load() {
			return
		}
		if err := p.watch(p.ln, atListener, unix.EPOLLIN); err != nil {
			p.cfg.Log.Warn("accepting not resumed; trying again", "err", err)
			p.resumeAcceptIn(d)
		}
	})
}

// attend answers the requests on a socket that this goroutine has claimed. all says to read until nothing is left,
// because the kernel will not report again what has arrived already.
func (w *worker) attend(s *socket, all bool) {
	for w.answer(s, all) && !s.release() {
		all = true
	}
}

// answer answers until nothing is left. It reports false if the socket no longer belongs to this goroutine. A read that
// does not fill the buffer has read everything: whatever arrives later causes another event.
func (w *worker) answer(s *socket, all bool) bool {
	for {
		n, errno := s.receive(w.in[:])
		switch {
		case errno == syscall.EINTR:
			continue
		case errno == syscall.EAGAIN:
			return true
		case errno != 0 || n == 0:
			s.close()
			return false
		}
		head, body, ok := w.fast.answer(w.in[:n])
		if !ok {
			w.gave = true
			s.handOff(w.in[:n])
			return false
		}
		s.waits(w.fast.now)
		sent, errno := s.send(head, body)
		switch {
		case errno != 0:
			s.close()
			return false
		case sent < len(head)+len(body):
			s.finish(head, body, sent, w.fast.later())
			return false
		}
		w.fast.sent()
		if n < len(w.in) && !all {
			return true
		}
	}
}

// releaseSlot makes a slot free.
func (p *loop) releaseSlot(slot int32) {
	p.slots[slot].Store(nil)
	p.mu.Lock()
	p.free = append(p.free, slot)
	p.closeEpollLocked()
	p.mu.Unlock()
}
