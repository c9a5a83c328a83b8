package gateway

import (
	"io"
	"os"
	"syscall"
	"unsafe"
)

// A socket is read and written by system calls that the scheduler is not told of. They do not wait: a socket of package net says EAGAIN, and then its poller
// waits, with the connection's deadlines. Telling the scheduler of each costs a tenth of a hit, for it watches over calls that may take long.
//
// Nor is the system asked what it has said already: each read tells whether anything is left, so none is made to hear that there is nothing, which was every
// second one and a twentieth of a hit. The poller speaks up once for what comes, and package net forgets that it did when a RawConn's Read begins. So what is
// answered is answered within one Read.
type socket struct {
	raw    syscall.RawConn
	answer answerer

	in     []byte // what is read into
	msg    syscall.Msghdr
	iov    syscall.Iovec
	left   inq
	tells  bool // whether anything is left
	got    int
	err    error
	out    [2]syscall.Iovec // what is to be written; what is left of it are the last parts
	parts  int
	werrno syscall.Errno

	tryRead, tryWrite func(fd uintptr) bool // made once: a method's value costs an allocation
}

// tcpInq asks for an inq with each message: both the option's name and the kind of the control message, of linux/tcp.h.
const tcpInq = 36

// An inq is the control message that says how many bytes wait to be read, as the system lays it out. Of a side that has ended it is never 0.
type inq struct {
	syscall.Cmsghdr
	bytes int32
	_     int32
}

func newSocket(raw syscall.RawConn, answer answerer) wire {
	s := &socket{raw: raw, answer: answer}
	s.tryRead, s.tryWrite = s.readOn, s.writeOnce
	if err := raw.Control(func(fd uintptr) {
		s.tells = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpInq, 1) == nil //nolint:gosec // a file descriptor
	}); err != nil {
		return nil
	}
	s.msg.Iov, s.msg.Iovlen = &s.iov, 1
	return s
}

func (s *socket) read(p []byte) (int, error) {
	s.in, s.got, s.err = p, 0, nil
	s.iov = syscall.Iovec{Base: &p[0], Len: uint64(len(p))}
	err := s.raw.Read(s.tryRead)
	s.in, s.iov = nil, syscall.Iovec{}
	if err == nil {
		err = s.err
	}
	if err != nil {
		return 0, err
	}
	return s.got, nil
}

// readOn reads and answers until something came that is not answered here. It reports false if nothing is there, and is called again when something is.
func (s *socket) readOn(fd uintptr) bool {
	for {
		n, errno := s.receive(fd)
		switch {
		case errno == syscall.EINTR:
			continue
		case errno == syscall.EAGAIN:
			return false
		case errno != 0:
			s.err = os.NewSyscallError("recvmsg", errno)
			return true
		case n == 0:
			s.err = io.EOF
			return true
		}
		more := s.more()
		answered, err := s.answer(s.in[:n])
		if err != nil {
			s.err = err
			return true
		}
		if !answered {
			s.got = n
			return true
		}
		if !more {
			return false
		}
	}
}

// receive reads what is there.
func (s *socket) receive(fd uintptr) (int, syscall.Errno) {
	if s.tells {
		s.left.Len = 0
		s.msg.Control = (*byte)(unsafe.Pointer(&s.left)) //nolint:gosec // of ours, and its length
		s.msg.SetControllen(int(unsafe.Sizeof(s.left)))
	}
	n, _, errno := syscall.RawSyscall(syscall.SYS_RECVMSG, fd, uintptr(unsafe.Pointer(&s.msg)), 0) //nolint:gosec // as above
	return int(n), errno                                                                           //nolint:gosec // at most its length
}

// more reports whether anything may be left after the last message, its end included.
func (s *socket) more() bool {
	return s.left.Len == 0 || s.left.Type != tcpInq || s.left.bytes != 0
}

func (s *socket) write(head, body []byte) error {
	first := syscall.Iovec{Base: &head[0], Len: uint64(len(head))}
	s.werrno = 0
	if len(body) > 0 {
		s.out, s.parts = [2]syscall.Iovec{first, {Base: &body[0], Len: uint64(len(body))}}, 2
	} else {
		s.out[1], s.parts = first, 1 // what is left stands last
	}
	err := s.raw.Write(s.tryWrite)
	s.out = [2]syscall.Iovec{}
	if err == nil && s.werrno != 0 {
		err = os.NewSyscallError("write", s.werrno)
	}
	return err
}

// writeOnce writes what the system takes. It reports false if something is left, and is called again when there is room.
func (s *socket) writeOnce(fd uintptr) bool {
	for {
		n, _, errno := syscall.RawSyscall(syscall.SYS_WRITEV, fd, uintptr(unsafe.Pointer(&s.out[len(s.out)-s.parts])), uintptr(s.parts)) //nolint:gosec // as above
		switch errno {
		case 0:
			if s.written(uint64(n)) {
				return true
			}
		case syscall.EINTR:
		case syscall.EAGAIN:
			return false
		default:
			s.werrno = errno
			return true
		}
	}
}

// written takes off what was written, and reports whether that was all.
func (s *socket) written(n uint64) bool {
	for i := len(s.out) - s.parts; i < len(s.out); i++ {
		v := &s.out[i]
		if n < v.Len {
			v.Base = (*byte)(unsafe.Add(unsafe.Pointer(v.Base), n)) //nolint:gosec // n is less than its length
			v.Len -= n
			return false
		}
		n -= v.Len
		s.parts--
	}
	return true
}
