package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/cli"
	"vitrine/internal/env"
)

var whyCommand = cli.Command{
	Name:    "why",
	Args:    "URL-PATH",
	Summary: "Show what a gateway's cache knows of a URL, and which change made it stale",
	About: "The command prints the key, the tags, the change number and the age of the entry, why it was last read, " +
		"and the change that made it stale. With --compare it also reads the answer from Postgres, and shows the first " +
		"difference and the changes in between. It asks the admin listener of the gateway.",
	Examples: []string{"why '/v1/product?limit=2' --tenant demo", "why /v1/brand --tenant demo --compare"},
	Setup: func(f *flag.FlagSet) cli.Run {
		tenant := f.String("tenant", "demo", "`tenant` of the URL")
		compare := f.Bool("compare", false, "read the answer from Postgres too, and show the first difference")
		at := f.String("admin", "", "`URL` of the admin listener (default: the one at "+env.AdminAddr.Name+")")
		return func(ctx context.Context, c *cli.Call, args []string) error {
			if !strings.HasPrefix(args[0], "/") {
				return cli.Usagef("why %q: expected a path such as /v1/product?limit=2", args[0])
			}
			o, err := newAdmin(c, *at, "serve", "gateway")
			if err != nil {
				return err
			}
			x, err := o.why(ctx, *tenant, args[0], *compare)
			if err != nil {
				return err
			}
			x.print(c.Stdout)
			return nil
		}
	},
}

// An explanation is the gateway's answer.
type explanation struct {
	Message    string // of an error
	Tenant     string
	URL        string
	Key        string
	State      string
	Applied    uint64
	Epoch      string
	Trusts     bool
	Status     int
	Stamp      uint64
	Age        string
	Made       time.Time
	ValidUntil *time.Time
	Cause      string
	Tags       []string
	StaleBy    []struct {
		Tag string
		Seq uint64
	}
	Changes  []change
	Compared *struct {
		Read    uint64
		Status  int
		First   *struct{ Path, Cached, Postgres string }
		Between []change
	}
}

type change struct {
	Seq  uint64
	At   time.Time
	Rows []string
}

// why asks a gateway about a URL.
func (o *adminClient) why(ctx context.Context, tenant, path string, compare bool) (*explanation, error) {
	query := url.Values{"tenant": {tenant}, "path": {path}, "compare": {strconv.FormatBool(compare)}}
	body, err := o.get(ctx, "/why?"+query.Encode())
	x := &explanation{}
	if jerr := json.Unmarshal(body, x); err == nil && jerr != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", o.url, jerr)
	}
	if err != nil && x.Message != "" {
		return nil, errors.New(x.Message)
	}
	return x, err
}

// states explains the state of an entry.
var states = map[string]string{
	"fresh":   "cached and fresh",
	"stale":   "cached but stale: a change invalidated it",
	"expired": "cached but expired: its time of validity is over",
	"absent":  "not cached",
}

func (x *explanation) print(out io.Writer) {
	fmt.Fprintf(out, "%s of %s: %s\n", x.URL, x.Tenant, states[x.State])
	fmt.Fprintf(out, "  key       %s\n  applied   change %d of the tenant, epoch %s\n", x.Key, x.Applied, x.Epoch)
	if !x.Trusts {
		fmt.Fprintln(out, "  verify    the bus is disconnected: every hit is verified against Postgres first")
	}
	if x.State == "absent" {
		return
	}
	fmt.Fprintf(out, "  status    %d, as of change %d\n", x.Status, x.Stamp)
	fmt.Fprintf(out, "  age       %s, read at %s\n", x.Age, x.Made.UTC().Format(time.RFC3339Nano))
	fmt.Fprintf(out, "  cause     %s\n", x.Cause)
	if x.ValidUntil != nil {
		fmt.Fprintf(out, "  until     %s\n", x.ValidUntil.UTC().Format(time.RFC3339Nano))
	}
	for _, t := range x.StaleBy {
		fmt.Fprintf(out, "  stale by  %s, change %d\n", t.Tag, t.Seq)
	}
	printChanges(out, "change", x.Changes)
	x.printCompared(out)
	fmt.Fprintf(out, "  tags      %s\n", strings.Join(x.Tags, "\n            "))
}

// printCompared prints what a comparison with Postgres found.
func (x *explanation) printCompared(out io.Writer) {
	c := x.Compared
	if c == nil {
		return
	}
	fmt.Fprintf(out, "  postgres  status %d, as of change %d\n", c.Status, c.Read)
	if c.First == nil {
		fmt.Fprintln(out, "  compared  the cached answer equals the answer of Postgres")
		return
	}
	fmt.Fprintf(out, "  differs   at %s\n            cached    %s\n            Postgres  %s\n",
		c.First.Path, c.First.Cached, c.First.Postgres)
	if x.State == "fresh" {
		fmt.Fprintln(out, "            The entry is fresh, so readers get the cached value: a defect. Keep this output.")
	}
	printChanges(out, "between", c.Between)
}

func printChanges(out io.Writer, name string, all []change) {
	for _, g := range all {
		fmt.Fprintf(out, "  %-9s %d at %s\n", name, g.Seq, g.At.UTC().Format(time.RFC3339Nano))
		for _, r := range g.Rows {
			fmt.Fprintf(out, "            %s\n", r)
		}
	}
}
