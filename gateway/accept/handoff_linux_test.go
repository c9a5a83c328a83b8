package accept

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// lendOne returns a socket as fasthttp has it, and its other end.
func lendOne(t *testing.T) (*lentConn, *os.File) {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	peer := os.NewFile(uintptr(fds[1]), "peer")
	t.Cleanup(func() { _, _ = unix.Close(fds[0]), peer.Close() })
	s := &socket{p: &loop{addr: &net.TCPAddr{}}, fd: fds[0]}
	return s.lend(), peer
}

func TestALentConnectionNeedsADescriptorOnlyToWait(t *testing.T) {
	t.Parallel()
	c, peer := lendOne(t)
	in := make([]byte, 5)
	if n, err := c.Write([]byte("small")); n != 5 || err != nil || c.file != nil {
		t.Fatalf("wrote %d bytes, %v, descriptor %v", n, err, c.file)
	}
	if _, err := io.ReadFull(peer, in); err != nil || string(in) != "small" {
		t.Fatalf("read %q, %v", in, err)
	}
	large := bytes.Repeat([]byte("0123456789abcdef"), 1<<18)
	arrived := make(chan []byte)
	go func() {
		got := make([]byte, len(large))
		_, _ = io.ReadFull(peer, got)
		arrived <- got
	}()
	if n, err := c.Write(large); n != len(large) || err != nil {
		t.Fatalf("wrote %d bytes, %v", n, err)
	}
	if !bytes.Equal(<-arrived, large) {
		t.Error("the bytes differ")
	}
	if _, err := peer.WriteString("reply"); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Read(in); string(in[:n]) != "reply" || err != nil {
		t.Errorf("read %q, %v", in[:n], err)
	}
}

func TestALentConnectionKeepsDeadlines(t *testing.T) {
	t.Parallel()
	c, _ := lendOne(t)
	past := time.Now().Add(-time.Second)
	if err := c.SetDeadline(past); err != nil {
		t.Fatal(err)
	}
	for range 2 { // without a descriptor of its own, and with it
		if n, err := c.Write([]byte("late")); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("wrote %d bytes, %v", n, err)
		}
		if n, err := c.Read(make([]byte, 1)); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("read %d bytes, %v", n, err)
		}
	}
	if err := c.SetDeadline(time.Time{}); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Write([]byte("now")); n != 3 || err != nil {
		t.Errorf("wrote %d bytes, %v", n, err)
	}
}

func TestClosingALentConnectionEndsItsUse(t *testing.T) {
	t.Parallel()
	c, _ := lendOne(t)
	ended := make(chan error)
	go func() {
		_, err := c.Read(make([]byte, 1))
		ended <- err
	}()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		c.mu.Lock()
		reads := c.file != nil
		c.mu.Unlock()
		if reads {
			break
		}
		if time.Now().After(end) {
			t.Fatal("it does not read")
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	_, writing := c.Write([]byte("x"))
	for _, err := range []error{<-ended, writing, c.control(func(uintptr) {}), c.Close()} {
		if !errors.Is(err, net.ErrClosed) {
			t.Errorf("%v, want that it is closed", err)
		}
	}
}

// If the system has no descriptor left, the connection is closed. Nobody tells the client that its request is wrong.
func TestALentConnectionWithoutADescriptorIsClosed(t *testing.T) {
	t.Parallel()
	c, peer := lendOne(t)
	c.s.p.cfg.Log = slog.New(slog.DiscardHandler)
	fd := c.s.fd
	c.s.fd = -1 // it cannot be duplicated either
	if n, err := c.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Fatalf("read %d bytes, %v", n, err)
	}
	c.s.fd = fd
	if n, err := c.Write([]byte("HTTP/1.1 400 Bad Request")); n != 0 || !errors.Is(err, net.ErrClosed) {
		t.Errorf("wrote %d bytes, %v", n, err)
	}
	if err := peer.SetReadDeadline(time.Now().Add(-time.Second)); err != nil {
		t.Fatal(err)
	}
	if n, err := peer.Read(make([]byte, 1)); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the other end read %d bytes, %v", n, err)
	}
}
