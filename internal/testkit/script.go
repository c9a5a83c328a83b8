package testkit

import (
	"bytes"
	"io"
	"net"
	"time"
)

// A Script is a server's connection to a client that sends some pieces, one a read, and then ends the stream.
type Script struct {
	Pieces   [][]byte     // that are still to be read
	Received bytes.Buffer // what the server has written
}

func (s *Script) Read(p []byte) (int, error) {
	for len(s.Pieces) > 0 && len(s.Pieces[0]) == 0 {
		s.Pieces = s.Pieces[1:]
	}
	if len(s.Pieces) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.Pieces[0])
	s.Pieces[0] = s.Pieces[0][n:]
	return n, nil
}

func (s *Script) Write(p []byte) (int, error) { return s.Received.Write(p) }

// Close does nothing.
func (s *Script) Close() error { return nil }

// LocalAddr is 127.0.0.1:8080.
func (s *Script) LocalAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }

// RemoteAddr is 127.0.0.1:50000.
func (s *Script) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 50000} }

// SetDeadline does nothing.
func (s *Script) SetDeadline(time.Time) error { return nil }

// SetReadDeadline does nothing.
func (s *Script) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing.
func (s *Script) SetWriteDeadline(time.Time) error { return nil }
