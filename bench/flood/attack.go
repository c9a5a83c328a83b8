package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// attackWord, as the first argument, makes the binary sign in by an order that it reads, until its input ends.
const attackWord = "sign-in-without-a-pause"

// An order describes the sign-ins.
type order struct {
	Base        string
	Connections int
	Networks    int    // of the connections, as X-Forwarded-For: this many IPv6 networks of 64 bits, in /48s of 64 each
	Kind        string // what they request; see request
	Emails      []string
}

// Kinds of requests.
const (
	signIn     = "sign-ins"
	signUps    = "sign-ups"
	forgot     = "forgotten passwords"
	forgedCard = "forged devices"
)

// counts are the answers to the sign-ins.
type counts struct{ In, Refused, Sent, Others int64 }

// signIns starts the sign-ins. The returned function ends them and describes the answers.
func (s *server) signIns(ctx context.Context, o order) (end func() (string, error), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, attackWord) //nolint:gosec // this program
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if err := json.NewEncoder(in).Encode(o); err != nil {
		return nil, err
	}
	said := json.NewDecoder(out)
	var ready bool
	if err := said.Decode(&ready); err != nil {
		return nil, fmt.Errorf("start the sign-ins: %w", err)
	}
	begin := time.Now()
	return func() (string, error) {
		span := time.Since(begin).Seconds()
		var c counts
		if err := errors.Join(in.Close(), said.Decode(&c), cmd.Wait()); err != nil {
			return "", err
		}
		var wrong error
		if c.In+c.Refused+c.Sent == 0 {
			wrong = errors.New("no sign-in was answered: the measurement is void")
		}
		return fmt.Sprintf("%d connections, %.0f answers per second: %d signed in, %d refused (401), %d rate-limited "+
			"(429), %d others",
			o.Connections, float64(c.In+c.Refused+c.Sent+c.Others)/span, c.In, c.Refused, c.Sent, c.Others), wrong
	}, nil
}

// attack signs in until its input ends. It reports when every connection has had an answer, and at the end the counts.
func attack(ctx context.Context, in io.Reader, out io.Writer) error {
	d := json.NewDecoder(in)
	var o order
	if err := d.Decode(&o); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var count struct{ in, refused, sent, others atomic.Int64 }
	var wg, first sync.WaitGroup
	for i := range o.Connections {
		client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1, MaxConnsPerHost: 1}}
		from := fmt.Sprintf("2001:db8:%x:%x::1", i%o.Networks/64, i%o.Networks)
		first.Add(1)
		wg.Go(func() {
			defer client.CloseIdleConnections()
			began := sync.OnceFunc(first.Done)
			defer began()
			for ctx.Err() == nil {
				path, body, headers := o.request()
				status, err := post(ctx, client, o.Base+path, body, append(headers, "X-Forwarded-For", from)...)
				switch {
				case ctx.Err() != nil:
				case err != nil:
					count.others.Add(1)
				case status == http.StatusOK, status == http.StatusCreated:
					count.in.Add(1)
				case status == http.StatusUnauthorized:
					count.refused.Add(1)
				case status == http.StatusTooManyRequests:
					count.sent.Add(1)
				default:
					count.others.Add(1)
				}
				began()
			}
		})
	}
	first.Wait()
	e := json.NewEncoder(out)
	if err := e.Encode(true); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, io.MultiReader(d.Buffered(), in)) // until the input ends
	cancel()
	wg.Wait()
	return e.Encode(counts{count.in.Load(), count.refused.Load(), count.sent.Load(), count.others.Load()})
}

// request returns a request of the attack.
func (o order) request() (path string, body any, headers []string) {
	switch o.Kind {
	case signUps:
		return "/v1/auth/signup", newcomer(fmt.Sprintf("nobody%d@example.com", rand.Int64())), nil
	case forgot:
		return "/v1/auth/forgot-password", map[string]string{"email": o.guess()["email"]}, nil
	case forgedCard:
		return "/v1/auth/login", o.guess(), []string{"X-Device-Token", fmt.Sprintf("%x", rand.Int64())}
	}
	return "/v1/auth/login", o.guess(), nil
}

// guess returns an email address, existing or not, and a password that is mostly wrong.
func (o order) guess() map[string]string {
	body := map[string]string{"email": o.Emails[rand.IntN(len(o.Emails))], "password": password}
	if rand.IntN(2) == 0 {
		body["email"] = fmt.Sprintf("nobody%d@example.com", rand.IntN(100_000))
	}
	if rand.IntN(4) > 0 {
		body["password"] = "another horse"
	}
	return body
}
