package gateway

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

// wires is a pair of connected sockets, the first of which is written and read by a wire.
func wires(t *testing.T) (wire, *net.TCPConn, *net.TCPConn) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close() //nolint:errcheck // of a test
	far, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	near, err := ln.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = near.Close(), far.Close() })
	return wireOf(near, nobody), near.(*net.TCPConn), far.(*net.TCPConn)
}

// What is answered is not heard of; what is not is, and so is an end, however early it came: nobody speaks up for it again.
func TestWireAnswersUntilSomethingElseComes(t *testing.T) {
	t.Parallel()
	for _, together := range []bool{false, true} {
		_, near, far := wires(t)
		var answered int
		echo := func(p []byte) (bool, error) {
			answered++
			if string(p) == "other" {
				return false, nil
			}
			_, err := near.Write(p)
			return true, err
		}
		w := wireOf(near, echo)
		if err := errors.Join(near.SetDeadline(time.Now().Add(time.Minute)), far.SetDeadline(time.Now().Add(time.Minute))); err != nil {
			t.Fatal(err)
		}
		say := func() error {
			p := make([]byte, 100)
			for range 100 {
				if _, err := far.Write([]byte("hello")); err != nil {
					return err
				}
				if n, err := far.Read(p); err != nil || string(p[:n]) != "hello" {
					return errors.Join(err, errors.New("not what was said"))
				}
			}
			_, err := far.Write([]byte("other"))
			return err
		}
		said := make(chan error, 1)
		go func() { said <- say() }()
		p := make([]byte, 100)
		if n, err := w.read(p); err != nil || string(p[:n]) != "other" || answered != 101 {
			t.Fatalf("after %d answers: %q, %v", answered, p[:n], err)
		}
		if err := <-said; err != nil {
			t.Fatal(err)
		}
		last := func() error {
			_, err := far.Write([]byte("last"))
			return errors.Join(err, far.CloseWrite())
		}
		if together {
			if err := last(); err != nil {
				t.Fatal(err)
			}
		} else {
			go func() { said <- last() }()
		}
		if n, err := w.read(p); n != 0 || err != io.EOF || answered != 102 {
			t.Fatalf("at the end, after %d answers: %q, %v", answered, p[:n], err)
		}
		if err := near.CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(far); err != nil || string(got) != "last" {
			t.Fatalf("the last answer: %q, %v", got, err)
		}
	}
}

func TestWireWritesAllOfAnAnswerHoweverSlowlyItIsRead(t *testing.T) {
	t.Parallel()
	w, near, far := wires(t)
	if err := near.SetWriteBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	head, body := bytes.Repeat([]byte("h"), 70_000), make([]byte, 3<<20)
	for i := range body {
		body[i] = byte(i * 7 >> 3)
	}
	done := make(chan error, 1)
	go func() {
		done <- errors.Join(w.write(head, body), w.write([]byte("only a head"), nil), near.CloseWrite())
	}()
	var got bytes.Buffer
	part := make([]byte, 10_000)
	for {
		n, err := far.Read(part)
		got.Write(part[:n])
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if want := append(append(bytes.Clone(head), body...), "only a head"...); !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%d bytes came, not the %d that were sent", got.Len(), len(want))
	}
}

func TestWireReadsWaitsAndEnds(t *testing.T) {
	t.Parallel()
	w, near, far := wires(t)
	p := make([]byte, 100)
	go func() { _, _ = far.Write([]byte("hello")) }()
	if n, err := w.read(p); err != nil || string(p[:n]) != "hello" {
		t.Errorf("read %q, %v", p[:n], err)
	}
	if err := near.SetReadDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	n, err := w.read(p)
	if timeout := net.Error(nil); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) || !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("at the deadline: %d, %v", n, err)
	}
	if err := errors.Join(near.SetReadDeadline(time.Time{}), far.Close()); err != nil {
		t.Fatal(err)
	}
	if n, err := w.read(p); n != 0 || err != io.EOF {
		t.Errorf("after the other side closed: %d, %v", n, err)
	}
	for range 1000 { // until the other side's refusal has come
		if err = w.write([]byte("anybody there?"), p); err != nil {
			break
		}
	}
	if err == nil {
		t.Error("writing to a closed connection goes well")
	}
	if err := near.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := w.read(p); !errors.Is(err, net.ErrClosed) {
		t.Errorf("reading what was closed: %v", err)
	}
}

// Whoever reads too slowly is let go of at the deadline: a wire does not wait for ever.
func TestWireGivesUpAtItsDeadline(t *testing.T) {
	t.Parallel()
	w, near, _ := wires(t)
	if err := near.SetWriteDeadline(time.Now().Add(20 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if err := w.write([]byte("h"), make([]byte, 64<<20)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("wrote 64 MB to nobody: %v", err)
	}
}

// nobody answers anything.
func nobody([]byte) (bool, error) { return false, nil }
