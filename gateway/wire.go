package gateway

import (
	"net"
	"syscall"
)

// A wire is how a connection of the lane is read and written.
type wire interface {
	read(p []byte) (int, error)
	write(head, body []byte) error // both, in one piece where the system takes it
}

// wireOf is the best that a connection has.
func wireOf(conn net.Conn) wire {
	if c, ok := conn.(syscall.Conn); ok {
		if raw, err := c.SyscallConn(); err == nil {
			if w := newSocket(raw); w != nil {
				return w
			}
		}
	}
	return &plainWire{conn: conn}
}

// plainWire goes through package net.
type plainWire struct {
	conn   net.Conn
	parts  [2][]byte
	vector net.Buffers
}

func (w *plainWire) read(p []byte) (int, error) { return w.conn.Read(p) }

func (w *plainWire) write(head, body []byte) error {
	w.parts = [2][]byte{head, body}
	w.vector = w.parts[:]
	_, err := w.vector.WriteTo(w.conn)
	w.parts = [2][]byte{}
	return err
}
