//go:build !linux

package accept

import "net"

// Listen wraps a listener. Each connection looks for hits itself, in a goroutine of its own.
func Listen(ln net.Listener, cfg Config) (net.Listener, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return listener{ln, cfg, newConnections(cfg.MaxIdle)}, nil
}

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
