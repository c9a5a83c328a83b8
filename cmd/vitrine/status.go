package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/alarm"
	"vitrine/internal/cli"
	"vitrine/internal/env"
)

var statusCommand = cli.Command{
	Name:    "status",
	Summary: "Show how the running processes of this machine fare, and their alarms",
	About: "The command asks the admin listener of each part that uses the data folder, or the one at --admin or " +
		env.AdminAddr.Name + ". It exits with code 1 if there are alarms.",
	Examples: []string{"status"},
	Setup: func(f *flag.FlagSet) cli.Run {
		url := f.String("admin", "", "`URL` of an admin listener (default: those of this machine)")
		return func(ctx context.Context, c *cli.Call, _ []string) error {
			all, err := admins(c, *url)
			if err != nil {
				return err
			}
			alarms := 0
			for _, o := range all {
				n, err := o.printStatus(ctx, c)
				if err != nil && len(all) == 1 {
					return err
				}
				if err != nil { // a process that was killed leaves its address behind
					fmt.Fprintln(c.Stdout, err)
				}
				alarms += n
			}
			if alarms > 0 {
				return fmt.Errorf("%d alarms", alarms)
			}
			return nil
		}
	},
}

// admins returns a client for each part that has noted its listener in the data folder, or the one that settings
// name.
func admins(c *cli.Call, url string) (all []*adminClient, err error) {
	for _, at := range adminURLs(c, url) {
		o, err := newAdmin(c, at)
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

// notedAdmins returns the URLs of the admin listeners that parts have noted in a data folder.
func notedAdmins(dir string) (all []string) {
	for _, part := range boot.Parts {
		if at := boot.AdminURL(dir, part); at != "" {
			all = append(all, at)
		}
	}
	return all
}

// A report is /status, as far as the command prints it.
type report struct {
	Part     string // of a process without a gateway
	Gateway  string
	Ready    bool
	Up       string
	Bus      string
	Trust    string
	HitRatio float64 `json:"hitRatio"`
	Lag      float64 `json:"lagSeconds"`
	Drift    struct {
		StaleHits uint64 `json:"staleHits"`
		Differed  uint64 `json:"differed"`
	}
	Alarms []alarm.Alarm
}

// status reads /status.
func (o *adminClient) status(ctx context.Context) (*report, error) {
	body, err := o.get(ctx, "/status")
	if err != nil {
		return nil, err
	}
	x := &report{}
	if err := json.Unmarshal(body, x); err != nil {
		return nil, fmt.Errorf("read /status of %s: %w", o.url, err)
	}
	return x, nil
}

// printStatus prints one process and returns the number of its alarms.
func (o *adminClient) printStatus(ctx context.Context, c *cli.Call) (int, error) {
	x, err := o.status(ctx)
	if err != nil {
		return 0, err
	}
	if x.Gateway == "" {
		fmt.Fprintf(c.Stdout, "%s at %s: up %s\n", x.Part, o.url, x.Up)
	} else {
		state := "ready"
		if !x.Ready {
			state = "not ready"
		}
		fmt.Fprintf(c.Stdout, "gateway %s at %s: %s, up %s\n", x.Gateway, o.url, state, x.Up)
		fmt.Fprintf(c.Stdout, "  bus        %s; %s\n  hit ratio  %.1f %%\n  lag        %.1f ms\n  drift      %d stale hits, "+
			"%d answers differed\n", x.Bus, x.Trust, x.HitRatio*100, x.Lag*1000, x.Drift.StaleHits, x.Drift.Differed)
	}
	for _, a := range x.Alarms {
		fmt.Fprintf(c.Stdout, "  ALARM      %s %s: %s\n", a.Name, a.Subject, a.Message)
	}
	return len(x.Alarms), nil
}
