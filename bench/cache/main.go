package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"vitrine/bench/rig"
	"vitrine/cache"
)

type options struct {
	vitrine string
	part    string
	entries int
	body    int
	tenants int
	gogc    int
	span    time.Duration
	each    time.Duration
	renewed int
}

func main() { rig.Main("cache", run) }

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	f := flag.NewFlagSet("cache", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary for the part tenants")
	f.StringVar(&o.part, "part", "", "memory, tenants or noisy (default: all)")
	f.IntVar(&o.entries, "entries", 1_000_000, "answers")
	f.IntVar(&o.body, "body", 1024, "size of a body in bytes")
	f.IntVar(&o.tenants, "tenants", 10_000, "further tenants of the gateway")
	f.IntVar(&o.gogc, "gogc", 100, "growth of the heap before a collection, in percent")
	f.DurationVar(&o.span, "span", 40*time.Second, "time of lookups")
	f.DurationVar(&o.each, "collect", 10*time.Second, "longest time between collections")
	f.IntVar(&o.renewed, "renewed", 2000, "answers replaced per second")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	sheet := &rig.Sheet{Out: out}
	parts := map[string]func(context.Context, *rig.Sheet, options) error{"memory": memory, "tenants": tenants,
		"noisy": noisy}
	if part := parts[o.part]; part != nil {
		debug.SetGCPercent(o.gogc)
		if err := part(ctx, sheet, o); err != nil {
			return err
		}
		return sheet.Err()
	}
	if o.part != "" {
		return fmt.Errorf("unknown part %q; the parts are memory, tenants and noisy", o.part)
	}
	sheet.Say("%s", rig.Machine(ctx))
	own, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	var missed error
	for _, part := range []string{"memory", "noisy", "tenants"} {
		//nolint:gosec // this program with its own arguments
		cmd := exec.CommandContext(ctx, own, append(args, "-part", part)...)
		cmd.Stdout, cmd.Stderr = out, os.Stderr
		cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
		if err := cmd.Run(); err != nil {
			missed = errors.Join(missed, fmt.Errorf("%s: %w", part, err))
		}
	}
	return missed
}

const epoch = "e"

func keyOf(tenant string, i int) []byte {
	return append(append(append(make([]byte, 0, 32), tenant...), "\x00/product/item-"...), strconv.Itoa(i)...)
}

// answer makes an answer like a product's page: with its own tag, and those of its brand and two categories.
func answer(tenant string, i, body int) *cache.Entry {
	id := strconv.Itoa(i)
	return &cache.Entry{Key: keyOf(tenant, i), Body: make([]byte, body), Digest: []byte(id),
		Tags: []string{"product:" + id, "brand:" + strconv.Itoa(i%200), "category:" + strconv.Itoa(i%30), "category:all"}}
}
