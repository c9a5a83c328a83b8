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
	"sync"
	"syscall"
	"time"
)

type options struct {
	vitrine     string
	connections int
	idle        int
	rate        int // reads per second
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

// drain is how long the gateway may work on requests whose clients have gone, between two parts.
const drain = 15 * time.Second

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	f := flag.NewFlagSet("flood", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary to measure")
	f.IntVar(&o.connections, "connections", 1000, "connections that sign in concurrently")
	f.IntVar(&o.idle, "idle", 10_000, "idle connections")
	f.IntVar(&o.rate, "rate", 2000, "reads per second")
	f.DurationVar(&o.span, "span", 20*time.Second, "time of each part")
	f.StringVar(&o.only, "only", "", "run only the parts whose names contain this word")
	if err := f.Parse(args); err != nil {
		return err
	}
	s, err := start(ctx, o.vitrine)
	if err != nil {
		return err
	}
	defer s.stop()
	all, err := s.signUp(ctx, 100)
	if err != nil {
		return err
	}
	var emails []string
	for _, c := range all {
		emails = append(emails, c.email)
	}
	flood := func(kind string, networks int) func() (func() (string, error), error) {
		return func() (func() (string, error), error) {
			return s.signIns(ctx, order{Base: s.base, Connections: o.connections, Networks: networks, Kind: kind,
				Emails: emails})
		}
	}
	s.read(ctx, options{rate: o.rate, span: time.Second}) // warms connections and caches
	fmt.Fprintf(out, "%-28s %8s %8s %8s %8s %10s %10s %10s\n",
		"", "reads", "p50, ms", "p99, ms", "max, ms", "memory, MB", "its cores", "others'")
	for _, p := range []struct {
		name string
		do   func() (end func() (string, error), err error)
	}{
		{"alone", func() (func() (string, error), error) { return func() (string, error) { return "", nil }, nil }},
		{"sign-ins of one network", flood(signIn, 1)},
		{"sign-ins of 33 networks", flood(signIn, 33)},
		{"sign-ins of many networks", flood(signIn, o.connections)},
		{"forged devices", flood(forgedCard, o.connections)},
		{"sign-ups", flood(signUps, o.connections)},
		{"forgotten passwords", flood(forgot, o.connections)},
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
		spell, over := context.WithCancel(ctx)
		var known, strangers *knocks
		var wg sync.WaitGroup
		wg.Go(func() { known, strangers = s.bystanders(spell, all) })
		r := s.read(ctx, o)
		used := s.usage().since(before)
		over()
		wg.Wait()
		result, err := end()
		r.report(out, p.name, used)
		known.report(out, "known devices")
		strangers.report(out, "strangers")
		if result != "" {
			fmt.Fprintf(out, "    %s\n", result)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if result != "" {
			time.Sleep(drain)
		}
		if len(r.took) == 0 {
			return errors.New("nothing was read: the measurement is void")
		}
	}
	return ctx.Err()
}
