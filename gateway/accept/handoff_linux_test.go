package accept

import (
	"bytes"
	"errors"
	"io"
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
	_, raw := c.SyscallConn()
	for _, err := range []error{<-ended, writing, raw, c.Close()} {
		if !errors.Is(err, net.ErrClosed) {
			t.Errorf("%v, want that it is closed", err)
		}
	}
}
