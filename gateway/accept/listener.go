package accept

import "net"

// A listener wraps another one. Each connection looks for hits itself, in a goroutine of its own.
type listener struct {
	net.Listener
	cfg   Config
	conns *connections
}

// Accept implements net.Listener.
func (l listener) Accept() (net.Conn, error) {
	nc, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := newConn(nc, l.cfg)
	l.conns.enter(c.connection)
	return c, nil
}
