package accept

import (
	"errors"
	"net"
	"syscall"

	"github.com/valyala/fasthttp"
	"golang.org/x/sys/unix"
)

// Gone reports what is known of the client whose request a handler answers. reset: its connection does not exist any
// more, so nobody can read the answer. ended: it has sent the end of its connection. TCP does not tell whether such a
// client has closed the connection or still reads, before something is sent to it.
//
// Gone takes no byte of a next request. It asks the system, unless the event loop would know of an end. It must not be
// called once the handler has returned.
func Gone(ctx *fasthttp.RequestCtx) (ended, reset bool) {
	c, ok := ctx.Conn().(*conn)
	if !ok {
		return false, false
	}
	if watched, ok := c.Conn.(interface{ open() bool }); ok && watched.open() {
		return false, false
	}
	err := control(c.Conn, func(fd uintptr) {
		var one [1]byte
		n, _, err := unix.Recvfrom(int(fd), one[:], unix.MSG_PEEK|unix.MSG_DONTWAIT) //nolint:gosec // a descriptor
		switch {
		case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINTR):
		case err != nil:
			reset = true
		default:
			ended = n == 0
		}
	})
	return ended, reset || err != nil // an error says that it is closed on this side
}

// control calls f with the descriptor of a connection, if that has one. The error says that it is closed.
func control(nc net.Conn, f func(fd uintptr)) error {
	switch nc := nc.(type) {
	case interface {
		control(f func(fd uintptr)) error
	}:
		return nc.control(f)
	case syscall.Conn:
		raw, err := nc.SyscallConn()
		if err != nil {
			return err
		}
		return raw.Control(f)
	default:
		return nil
	}
}
