//go:build !linux

package gateway

import "net"

// listen hands out connections that look for hits themselves, each in a goroutine of its own.
func listen(ln net.Listener, s *Server, cr *crowd) (net.Listener, error) {
	return laneListener{ln, s, cr}, nil
}

// A laneListener hands out connections that look for hits themselves.
type laneListener struct {
	net.Listener
	server *Server
	crowd  *crowd
}

// Accept implements net.Listener.
func (l laneListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := newLaneConn(conn, l.server)
	l.crowd.enter(c.seat)
	return c, nil
}
