package gateway

import (
	"io"
	"os"
	"syscall"
	"unsafe"
)

// A socket is read and written by system calls that the scheduler is not told of. They do not wait: a socket of package net says EAGAIN, and then its poller
// waits, with the connection's deadlines. Telling the scheduler of each costs a tenth of a hit, for it watches over calls that may take long.
type socket struct {
	raw syscall.RawConn

	in    []byte // what is read into
	got   int
	out   [2]syscall.Iovec // what is to be written; what is left of it are the last parts
	parts int
	errno syscall.Errno

	tryRead, tryWrite func(fd uintptr) bool // made once: a method's value costs an allocation
}

func newSocket(raw syscall.RawConn) wire {
	s := &socket{raw: raw}
	s.tryRead, s.tryWrite = s.readOnce, s.writeOnce
	return s
}

func (s *socket) read(p []byte) (int, error) {
	s.in, s.got, s.errno = p, 0, 0
	err := s.raw.Read(s.tryRead)
	s.in = nil
	switch {
	case err != nil:
		return 0, err
	case s.errno != 0:
		return 0, os.NewSyscallError("read", s.errno)
	case s.got == 0:
		return 0, io.EOF
	}
	return s.got, nil
}

// readOnce reads what is there. It reports false if nothing is, and is called again when something is.
func (s *socket) readOnce(fd uintptr) bool {
	for {
		n, _, errno := syscall.RawSyscall(syscall.SYS_READ, fd, uintptr(unsafe.Pointer(&s.in[0])), uintptr(len(s.in))) //nolint:gosec // a buffer of ours, and its length
		switch errno {
		case 0:
			s.got = int(n) //nolint:gosec // at most its length
			return true
		case syscall.EINTR:
		case syscall.EAGAIN:
			return false
		default:
			s.errno = errno
			return true
		}
	}
}

func (s *socket) write(head, body []byte) error {
	first := syscall.Iovec{Base: &head[0], Len: uint64(len(head))}
	s.errno = 0
	if len(body) > 0 {
		s.out, s.parts = [2]syscall.Iovec{first, {Base: &body[0], Len: uint64(len(body))}}, 2
	} else {
		s.out[1], s.parts = first, 1 // what is left stands last
	}
	err := s.raw.Write(s.tryWrite)
	s.out = [2]syscall.Iovec{}
	if err == nil && s.errno != 0 {
		err = os.NewSyscallError("write", s.errno)
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
			s.errno = errno
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
