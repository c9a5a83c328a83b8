package main

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"unsafe"
)

// loopWord, as the first argument, makes this program the bare event loop.
const loopWord = "loop"

// edges is EPOLLET, which package syscall defines as a negative number.
const edges = 1 << 31

// serveLoop answers anything with the same bytes. One thread waits, receives and sends. Its parameters lie in dir.
func serveLoop(dir string) error {
	addr, fields, body, err := parameters(dir)
	if err != nil {
		return err
	}
	var head strings.Builder
	fmt.Fprintf(&head, "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Length: %d\r\n", len(body))
	if err := http.Header(fields).Write(&head); err != nil {
		return err
	}
	answer := [2][]byte{[]byte(head.String() + "\r\n"), body}

	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	raw, err := ln.(*net.TCPListener).SyscallConn()
	if err != nil {
		return err
	}
	door := -1
	//nolint:gosec // a file descriptor
	if err := raw.Control(func(fd uintptr) { door, err = syscall.Dup(int(fd)) }); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	epoll, err := syscall.EpollCreate1(0)
	if err != nil {
		return err
	}
	//nolint:gosec // a file descriptor
	if err := syscall.EpollCtl(epoll, syscall.EPOLL_CTL_ADD, door, &syscall.EpollEvent{Events: syscall.EPOLLIN,
		Fd: int32(door)}); err != nil {
		return err
	}
	events, in := make([]syscall.EpollEvent, 64), make([]byte, 16<<10)
	for {
		n, err := syscall.EpollWait(epoll, events, -1)
		if err != nil && err != syscall.EINTR {
			return err
		}
		for _, ev := range events[:max(0, n)] {
			if fd := int(ev.Fd); fd != door {
				turn(fd, in, answer)
			} else if err := letIn(epoll, door); err != nil {
				return err
			}
		}
	}
}

func letIn(epoll, door int) error {
	fd, _, err := syscall.Accept4(door, syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
	if err != nil {
		return nil // the client has gone
	}
	//nolint:gosec // a file descriptor
	return syscall.EpollCtl(epoll, syscall.EPOLL_CTL_ADD, fd,
		&syscall.EpollEvent{Events: syscall.EPOLLIN | syscall.EPOLLRDHUP | edges, Fd: int32(fd)})
}

// turn receives and answers. If the system does not accept the whole answer at once, it closes the connection.
func turn(fd int, in []byte, answer [2][]byte) {
	//nolint:gosec // a buffer and its length
	n, _, errno := syscall.RawSyscall6(syscall.SYS_RECVFROM, uintptr(fd), uintptr(unsafe.Pointer(&in[0])),
		uintptr(len(in)), 0, 0, 0)
	if errno == syscall.EAGAIN {
		return
	}
	if errno == 0 && n > 0 {
		out := [2]syscall.Iovec{{Base: &answer[0][0], Len: uint64(len(answer[0]))}, {Base: &answer[1][0],
			Len: uint64(len(answer[1]))}}
		//nolint:gosec // as above
		sent, _, errno := syscall.RawSyscall(syscall.SYS_WRITEV, uintptr(fd), uintptr(unsafe.Pointer(&out[0])),
			uintptr(len(out)))
		//nolint:gosec // bounded by the length
		if errno == 0 && int(sent) == len(answer[0])+len(answer[1]) {
			return
		}
	}
	_ = syscall.Close(fd)
}
