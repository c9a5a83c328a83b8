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
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// A release is what is built, and where to.
type release struct {
	Version, Commit string
	Date            time.Time // of the commit: the time of every file
	Source          string    // folder of the repository
	Dir             string    // folder for the results
	Targets         []target
	Prebuilt        string // folder with programs OS_ARCH/vitrine, in place of building them
	Out             io.Writer
}

// A target is a system for which a program is built.
type target struct{ OS, Arch string }

func (t target) String() string { return t.OS + "/" + t.Arch }

// run runs the program with its arguments.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errors.New("say what to make: image or archives")
	}
	r, err := parse(args[1:])
	if err != nil {
		return err
	}
	r.Out = out
	switch args[0] {
	case "image":
		return r.image(ctx)
	case "archives":
		return r.archives(ctx)
	}
	return fmt.Errorf("unknown thing to make %q: must be image or archives", args[0])
}

func parse(args []string) (*release, error) {
	r := &release{}
	f := flag.NewFlagSet("release", flag.ContinueOnError)
	f.StringVar(&r.Version, "version", "dev", "`version` of the release")
	f.StringVar(&r.Commit, "commit", "", "its `commit`")
	date := f.String("date", "", "`time` of the commit, in RFC 3339")
	f.StringVar(&r.Source, "source", "../..", "`folder` of the repository")
	f.StringVar(&r.Dir, "dir", "../../bin", "`folder` for the results")
	f.StringVar(&r.Prebuilt, "prebuilt", "", "`folder` with programs OS_ARCH/vitrine that are built already")
	targets := f.String("targets", "linux/amd64,linux/arm64", "`systems` to build for")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(*targets, ",") {
		system, arch, ok := strings.Cut(name, "/")
		if !ok || system == "" || arch == "" {
			return nil, fmt.Errorf("-targets %q: must be pairs such as linux/amd64, separated by commas", *targets)
		}
		r.Targets = append(r.Targets, target{system, arch})
	}
	var err error
	if r.Date, err = time.Parse(time.RFC3339, *date); err != nil {
		return nil, fmt.Errorf("-date: %w", err)
	}
	r.Date = r.Date.UTC()
	return r, nil
}
