// Command flood measures what a flood of sign-ins, and a crowd of idle connections, leave to readers.
//
//	make bench-flood
//
// It starts Vitrine with its demo shops, makes some accounts, and asks for a cached list at a fixed rate, each read timed from when it was
// due, so that a server which stalls cannot hide it (read.go). It does so four times: alone; while a thousand connections of one address sign
// in without a pause; while a thousand connections of as many addresses do; and beside ten thousand connections that were opened, used once
// and left. Half of those who sign in name accounts that exist, half addresses that do not, with passwords that are wrong three times out of
// four (attack.go). They are a process of their own, so that what they cost is not measured with the reader. All on loopback, for a bounded
// time. What others do on the machine meanwhile is said beside the figures: on a busy one they mean little.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

type options struct {
	vitrine     string
	connections int
	idle        int
	rate        int // reads a second
	span        time.Duration
	only        string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var err error
	if len(os.Args) > 1 && os.Args[1] == attackWord {
		err = attack(ctx, os.Stdin, os.Stdout)
	} else {
		err = run(ctx, os.Args[1:], os.Stdout)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "flood:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	f := flag.NewFlagSet("flood", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "the binary to measure")
	f.IntVar(&o.connections, "connections", 1000, "that sign in at once")
	f.IntVar(&o.idle, "idle", 10_000, "connections that are opened, used once and left")
	f.IntVar(&o.rate, "rate", 2000, "reads a second")
	f.DurationVar(&o.span, "span", 20*time.Second, "how long each part lasts")
	f.StringVar(&o.only, "only", "", "run the parts whose name has this word; without it, all")
	if err := f.Parse(args); err != nil {
		return err
	}
	s, err := start(ctx, o.vitrine)
	if err != nil {
		return err
	}
	defer s.stop()
	emails, err := s.signUp(ctx, 20)
	if err != nil {
		return err
	}
	s.read(ctx, options{rate: o.rate, span: time.Second}) // connections, caches
	fmt.Fprintf(out, "%-28s %8s %8s %8s %8s %10s %10s %10s\n", "", "reads", "p50, ms", "p99, ms", "max, ms", "memory, MB", "its cores", "others'")
	for _, p := range []struct {
		name string
		do   func() (end func() (string, error), err error)
	}{
		{"nobody else", func() (func() (string, error), error) { return func() (string, error) { return "", nil }, nil }},
		{"sign-ins of one address", func() (func() (string, error), error) {
			return s.signIns(ctx, order{Base: s.base, Connections: o.connections, Addresses: 1, Emails: emails})
		}},
		{"sign-ins of many addresses", func() (func() (string, error), error) {
			return s.signIns(ctx, order{Base: s.base, Connections: o.connections, Addresses: o.connections, Emails: emails})
		}},
		{"idle connections", func() (func() (string, error), error) { return s.idle(o.idle) }},
	} {
		if !strings.Contains(p.name, o.only) || ctx.Err() != nil {
			continue
		}
		end, err := p.do()
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		before := s.usage()
		r := s.read(ctx, o)
		used := s.usage().since(before)
		said, err := end()
		r.report(out, p.name, used)
		if said != "" {
			fmt.Fprintf(out, "    %s\n", said)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if len(r.took) == 0 {
			return errors.New("nothing was read: this measured nothing")
		}
	}
	return ctx.Err()
}
