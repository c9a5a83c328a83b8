package gateway

import (
	"net"
	"syscall"
)

// A wire is how a connection of the lane is read and written.
type wire interface {
	read(p []byte) (int, error)    // what came and was not answered at once; 0 is an error, the connection's or the answer's
	write(head, body []byte) error // both, in one piece where the system takes it
}

// An answerer is given what came, and reports whether it has answered it.
type answerer func(p []byte) (bool, error)

// wireOf is the best that a connection has.
func wireOf(conn net.Conn, answer answerer) wire {
	if c, ok := conn.(syscall.Conn); ok {
		if raw, err := c.SyscallConn(); err == nil {
			if w := newSocket(raw, answer); w != nil {
				return w
			}
		}
	}
	return &plainWire{conn: conn, answer: answer}
}

// plainWire goes through package net.
type plainWire struct {
	conn   net.Conn
	answer answerer
	parts  [2][]byte
	vector net.Buffers
}

func (w *plainWire) read(p []byte) (int, error) {
	for {
		n, err := w.conn.Read(p)
		if n == 0 || err != nil {
			return n, err
		}
		if answered, err := w.answer(p[:n]); err != nil {
			return 0, err
		} else if !answered {
			return n, nil
		}
	}
}

func (w *plainWire) write(head, body []byte) error {
	w.parts = [2][]byte{head, body}
	w.vector = w.parts[:]
	_, err := w.vector.WriteTo(w.conn)
	w.parts = [2][]byte{}
	return err
}
