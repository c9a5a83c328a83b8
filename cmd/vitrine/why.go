package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"vitrine/internal/env"
)

const whyHelp = `Usage: vitrine why URL-PATH --tenant T [--gateway URL]

What a gateway's cache knows of a URL: its key, tags, the change it is of, its age, why it was read last, and which change made it stale.
The gateway answers to its own machine only.

Flags:
`

// why is vitrine why.
func why(ctx context.Context, c *call) error {
	f := flag.NewFlagSet("vitrine why", flag.ContinueOnError)
	f.SetOutput(c.stdout)
	tenant := f.String("tenant", "demo", "whose URL it is")
	gateway := f.String("gateway", "http://"+c.env.Get(env.Addr), "base URL of the gateway")
	f.Usage = func() {
		fmt.Fprint(c.stdout, whyHelp)
		f.PrintDefaults()
	}
	var words []string
	for rest := c.args; ; {
		if err := f.Parse(rest); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil
			}
			return usageError{err}
		}
		if f.NArg() == 0 {
			break
		}
		words, rest = append(words, f.Arg(0)), f.Args()[1:]
	}
	if len(words) != 1 || !strings.HasPrefix(words[0], "/") {
		return usageError{errors.New("why takes one URL, such as /v1/product?limit=2")}
	}
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet,
		strings.TrimSuffix(*gateway, "/")+"/admin/why?"+url.Values{"tenant": {*tenant}, "path": {words[0]}}.Encode(), nil)
	if err != nil {
		return err
	}
	rs, err := http.DefaultClient.Do(rq)
	if err != nil {
		return fmt.Errorf("ask the gateway: %w (is Vitrine running? make run)", err)
	}
	defer rs.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(io.LimitReader(rs.Body, 4<<20))
	if err != nil {
		return fmt.Errorf("ask the gateway: %w", err)
	}
	var x struct {
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
		Changes []struct {
			Seq  uint64
			At   time.Time
			Rows []string
		}
	}
	if err := json.Unmarshal(body, &x); err != nil || rs.StatusCode != http.StatusOK {
		if x.Message == "" {
			x.Message = "this gateway does not explain itself to whoever is not at its machine"
		}
		return fmt.Errorf("%s: %s", rs.Status, x.Message)
	}
	out := c.stdout
	fmt.Fprintf(out, "%s of %s: %s\n", x.URL, x.Tenant, map[string]string{"fresh": "kept, and true", "stale": "kept, and no longer true: a change touched it",
		"expired": "kept, and no longer true: its time has come", "absent": "not kept"}[x.State])
	fmt.Fprintf(out, "  key       %s\n  applied   change %d of the tenant, epoch %s\n", x.Key, x.Applied, x.Epoch)
	if !x.Trusts {
		fmt.Fprintln(out, "  verify    the bus is silent: Postgres is asked before every hit")
	}
	if x.State == "absent" {
		return nil
	}
	fmt.Fprintf(out, "  status    %d, as of change %d\n  age       %s, read at %s\n  because   %s\n", x.Status, x.Stamp, x.Age, x.Made.UTC().Format(time.RFC3339Nano), x.Cause)
	if x.ValidUntil != nil {
		fmt.Fprintf(out, "  until     %s\n", x.ValidUntil.UTC().Format(time.RFC3339Nano))
	}
	for _, t := range x.StaleBy {
		fmt.Fprintf(out, "  stale by  %s, change %d\n", t.Tag, t.Seq)
	}
	for _, g := range x.Changes {
		fmt.Fprintf(out, "  change    %d at %s\n", g.Seq, g.At.UTC().Format(time.RFC3339Nano))
		for _, r := range g.Rows {
			fmt.Fprintf(out, "            %s\n", r)
		}
	}
	fmt.Fprintf(out, "  tags      %s\n", strings.Join(x.Tags, "\n            "))
	return nil
}
