package rig

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// A Conn sends requests over one persistent connection. It parses only what it needs, so that the measurement shows the
// server. It is for one goroutine.
type Conn struct {
	Limit time.Duration // the longest wait for an answer; 0: 15 to 30 s

	addr string
	conn net.Conn
	in   *bufio.Reader
	body []byte
	by   time.Time
}

// An Answer is valid until the next request of its connection.
type Answer struct {
	Status    int
	Hit       bool // from the cache, by its Cache-Status header
	Assembled bool // assembled from cached parts; also a Hit
	Body      []byte
}

const answerLimit = 30 * time.Second

// Dial connects.
func Dial(addr string) (*Conn, error) {
	c := &Conn{addr: addr}
	return c, c.redial()
}

func (c *Conn) redial() error {
	c.Close()
	conn, err := net.DialTimeout("tcp", c.addr, 5*time.Second)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	c.conn, c.in, c.by = conn, bufio.NewReaderSize(conn, 32<<10), time.Time{}
	return nil
}

// Close closes the connection. It may be called again.
func (c *Conn) Close() {
	if c.conn != nil {
		_ = c.conn.Close() // no request is running
		c.conn = nil
	}
}

// Request builds a GET request, for repeated use. accept is the Accept-Encoding and may be "".
func Request(path, accept string) []byte {
	if accept != "" {
		accept = "Accept-Encoding: " + accept + "\r\n"
	}
	return []byte("GET " + path + " HTTP/1.1\r\nHost: bench\r\n" + accept + "\r\n")
}

// Ask sends a request and reads the answer. After an error it reconnects.
func (c *Conn) Ask(request []byte) (Answer, error) {
	if c.conn == nil {
		if err := c.redial(); err != nil {
			return Answer{}, err
		}
	}
	if c.Limit > 0 {
		c.by = time.Now().Add(c.Limit)
		if err := c.conn.SetDeadline(c.by); err != nil {
			return Answer{}, fmt.Errorf("set the deadline: %w", err)
		}
	} else if now := time.Now(); c.by.Sub(now) < answerLimit/2 { // setting it costs as much time as a hit
		c.by = now.Add(answerLimit)
		if err := c.conn.SetDeadline(c.by); err != nil {
			return Answer{}, fmt.Errorf("set the deadline: %w", err)
		}
	}
	a, err := c.ask(request)
	if err != nil {
		c.Close()
		return a, fmt.Errorf("%.120q: %w", request, err)
	}
	return a, nil
}

func (c *Conn) ask(request []byte) (a Answer, err error) {
	if _, err := c.conn.Write(request); err != nil {
		return a, fmt.Errorf("send: %w", err)
	}
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return a, fmt.Errorf("read the status: %w", err)
	}
	if len(line) < 12 {
		return a, fmt.Errorf("invalid status line %q", line)
	}
	if a.Status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return a, fmt.Errorf("invalid status line %q", line)
	}
	length := -1
	for {
		if line, err = c.in.ReadSlice('\n'); err != nil {
			return a, fmt.Errorf("read the head: %w", err)
		}
		if len(line) <= 2 {
			break
		}
		name, value, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(": "))
		switch {
		case strings.EqualFold(string(name), "Content-Length"):
			if length, err = strconv.Atoi(string(value)); err != nil {
				return a, fmt.Errorf("invalid Content-Length %q", value)
			}
		case strings.EqualFold(string(name), "Cache-Status"):
			a.Hit, a.Assembled = bytes.Contains(value, []byte("; hit")), bytes.HasSuffix(value, []byte("; detail=assembled"))
		}
	}
	if length < 0 || length > 16<<20 {
		return a, errors.New("Content-Length missing or too large")
	}
	if cap(c.body) < length {
		c.body = make([]byte, length)
	}
	a.Body = c.body[:length]
	if _, err := io.ReadFull(c.in, a.Body); err != nil {
		return a, fmt.Errorf("read the body: %w", err)
	}
	return a, nil
}
