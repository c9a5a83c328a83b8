package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// options are the flags.
type options struct {
	vitrine     string // path of the binary
	other       string // path of a second Vitrine to measure beside it, or ""
	edge        string // kind and values of an edge that a further Vitrine has declared, or ""
	rounds      int
	length      time.Duration // of a round, for each subject
	connections int
}

func main() {
	if len(os.Args) == 3 {
		if serve := map[string]func(string) error{bareWord: serveBare, loopWord: serveLoop}[os.Args[1]]; serve != nil {
			fmt.Fprintln(os.Stderr, serve(os.Args[2]))
			os.Exit(1)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1) //nolint:gocritic // the signal handler ends with the process
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	f := flag.NewFlagSet("compare", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary to measure")
	f.StringVar(&o.other, "other", "", "a second Vitrine to measure beside it, such as that of an earlier commit")
	f.StringVar(&o.edge, "edge", "", "measure a further Vitrine with a declared edge beside it, such as "+
		`"fastly service=S token=env:T"`)
	f.IntVar(&o.rounds, "rounds", 7, "rounds; the median counts")
	f.DurationVar(&o.length, "length", 4*time.Second, "time of a round for each server")
	f.IntVar(&o.connections, "connections", 32, "concurrent persistent connections")
	if err := f.Parse(args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "vitrine-compare-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Varnish and Postgres run as other users
		return err
	}
	wrk, err := look("wrk", "wrk")
	if err != nil {
		return err
	}
	all, err := gather(ctx, o, dir, out)
	defer func() {
		for _, s := range slices.Backward(all) {
			s.stop()
		}
	}()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d processors, %s; %d connections, %d rounds of %v; bodies of %d bytes\n\n",
		runtime.NumCPU(), runtime.Version(), o.connections, o.rounds, o.length, len(all[0].body))
	for range o.rounds {
		for _, s := range all {
			if s.missing != "" {
				continue
			}
			m, err := load(ctx, wrk, s, o)
			if err != nil {
				return fmt.Errorf("load %s: %w", s.name, err)
			}
			s.rounds = append(s.rounds, m)
		}
	}
	return report(out, all)
}

// report prints the medians, and the ratio of Vitrine's to each.
func report(out io.Writer, all []*subject) error {
	ours := median(all[0].rounds, func(m measure) float64 { return m.cpu })
	floor := median(all[len(all)-1].rounds, func(m measure) float64 { return m.cpu }) // the least that any server needs
	fmt.Fprintf(out, "%-34s %12s %12s %10s %9s %11s\n", "", "CPU, µs each", "answers/s", "p99, ms", "ratio", "loop's")
	var missed error
	for i, s := range all {
		if s.missing != "" {
			fmt.Fprintf(out, "%-34s skipped: %s\n", s.name, s.missing)
			continue
		}
		cpu := median(s.rounds, func(m measure) float64 { return m.cpu })
		fmt.Fprintf(out, "%-34s %12.2f %12.0f %10.2f", s.name, cpu, median(s.rounds,
			func(m measure) float64 { return m.rate }),
			median(s.rounds, func(m measure) float64 { return m.p99 }))
		if i == 0 {
			fmt.Fprintln(out)
			continue
		}
		fmt.Fprintf(out, " %9.2f %11.2f", ours/cpu, floor/cpu)
		switch {
		case s.most == 0:
			fmt.Fprintln(out)
		case floor/cpu > s.most:
			missed = errors.New("a bound was missed")
			fmt.Fprintf(out, "   at most %.2f: IMPOSSIBLE here, the event loop alone takes more\n", s.most)
		case ours/cpu > s.most:
			missed = errors.New("a bound was missed")
			fmt.Fprintf(out, "   at most %.2f: MISSED\n", s.most)
		default:
			fmt.Fprintf(out, "   at most %.2f: holds\n", s.most)
		}
	}
	return missed
}

// median returns the median of the values that of returns.
func median(all []measure, of func(measure) float64) float64 {
	values := make([]float64, len(all))
	for i, m := range all {
		values[i] = of(m)
	}
	slices.Sort(values)
	if len(values) == 0 {
		return 0
	}
	return values[len(values)/2]
}
