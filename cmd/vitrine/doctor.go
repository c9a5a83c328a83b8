package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/internal/alarm"
	"vitrine/internal/cli"
	"vitrine/internal/env"
)

var doctorCommand = cli.Command{
	Name:    "doctor",
	Summary: "Check settings and dependencies, and say how to fix what is wrong",
	About: "The command checks everything that serve would refuse, without starting anything. It exits with code 1 if " +
		"a check fails. A line that begins with warn names a setting that production lacks, or an alarm of a running " +
		"process.",
	Setup: cli.NoFlags(doctor),
}

// A finding is the result of one check. fix is empty if nothing is wrong.
type finding struct{ subject, state, fix string }

// isWarning marks the subject of a finding that does not fail the command.
const isWarning = "warn:"

const probeLimit = 3 * time.Second // for each check

func doctor(ctx context.Context, c *cli.Call, _ []string) error {
	all, wrong := checkConfig(c)
	if unknown := c.Env.Unknown(); len(unknown) > 0 {
		all = append(all, finding{"configuration", "unknown settings " + strings.Join(unknown, ", "),
			"vitrine env lists the settings"})
	}
	all = append(all, checkDataDir(c.Env.Get(env.DataDir)))
	if !wrong[env.DatabaseURL.Name] { // otherwise the URL is the fault
		all = append(all, checkDatabase(ctx, c, wrong)...)
	}
	if !wrong[env.NATSURL.Name] {
		all = append(all, checkNATS(c.Env.Get(env.NATSURL)))
	}
	if !wrong[env.MeiliURL.Name] {
		all = append(all, checkMeili(ctx, c.Env.Get(env.MeiliURL)))
	}
	if !wrong[env.Addr.Name] {
		all = append(all, checkGateway(ctx, c.Env.Get(env.Addr)))
	}
	if !wrong[env.AdminAddr.Name] && !wrong[env.AdminToken.Name] {
		all = append(all, checkAdmin(ctx, c)...)
	}
	failed := 0
	for _, f := range distinct(all) {
		if f.fix == "" {
			fmt.Fprintf(c.Stdout, "ok    %-14s %s\n", f.subject, f.state)
			continue
		}
		if subject, ok := strings.CutPrefix(f.subject, isWarning); ok {
			fmt.Fprintf(c.Stdout, "warn  %-14s %s. To fix it: %s\n", subject, f.state, f.fix)
			continue
		}
		failed++
		fmt.Fprintf(c.Stdout, "WRONG %-14s %s. To fix it: %s\n", f.subject, f.state, f.fix)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, len(all))
	}
	return nil
}

// distinct removes findings that repeat an earlier one. Several processes may have the same alarm, and one of them the
// alarm of a setting that doctor finds missing too.
func distinct(all []finding) (out []finding) {
	seen := map[string]bool{}
	for _, f := range all {
		if f.fix == "" || !seen[f.state] {
			out = append(out, f)
		}
		seen[f.state] = true
	}
	return out
}

// checkConfig checks every setting as serve does. wrong holds the names of those that serve would refuse.
func checkConfig(c *cli.Call) (all []finding, wrong map[string]bool) {
	const fix = "docs/configuration.md lists the accepted values"
	wrong = map[string]bool{}
	for _, v := range env.All() {
		if err := c.Env.Wrong(v); err != nil {
			all, wrong[v.Name] = append(all, finding{"configuration", err.Error(), fix}), true
		}
	}
	cfg := settings(c)
	cfg.Gateway, cfg.Ingest, cfg.Write = true, true, true
	for _, f := range cfg.Faults() {
		all, wrong[f.Name] = append(all, finding{"configuration", f.Err.Error(), fix}), true
	}
	if len(all) == 0 {
		all = append(all, finding{"configuration", "ok", ""})
	}
	return all, wrong
}

func checkDataDir(dir string) finding {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if os.IsNotExist(err) {
		return finding{"data folder", dir + " does not exist yet; the first start creates it", ""}
	}
	if err != nil {
		return finding{"data folder", err.Error(), "give the user that runs Vitrine write permission, or set " +
			"" + env.DataDir.Name}
	}
	_ = f.Close()
	_ = os.Remove(f.Name())
	return finding{"data folder", dir, ""}
}

// checkAdmin reports the alarms of running processes.
func checkAdmin(ctx context.Context, c *cli.Call) (all []finding) {
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	processes, err := admins(c, "")
	if err != nil {
		return []finding{{"admin", "no listener: " + env.AdminToken.Name + " is not set", ""}}
	}
	for _, o := range processes {
		x, err := o.status(ctx)
		switch {
		case errors.Is(err, syscall.ECONNREFUSED):
			all = append(all, finding{"admin", "not running at " + o.url, ""})
			continue
		case errors.Is(err, errToken):
			all = append(all, finding{"admin", "the process at " + o.url + " " + errToken.Error(),
				"use its " + env.AdminToken.Name + ", or its " + env.DataDir.Name})
			continue
		case err != nil:
			all = append(all, finding{"admin", err.Error(), "look at the log of the process at " + o.url})
			continue
		}
		for _, a := range x.Alarms {
			all = append(all, finding{isWarning + "alarm", alarmText(a), remedy(a.Name)})
		}
		all = append(all, finding{"admin", "answers at " + o.url, ""})
	}
	return all
}

// alarmText returns the text of an alarm: kind, subject and message, without what the message says itself.
func alarmText(a alarm.Alarm) string {
	if a.Subject != "" && strings.HasPrefix(a.Message, a.Subject) {
		return a.Message
	}
	return strings.TrimSpace(a.Name+" "+a.Subject) + ": " + a.Message
}

// remedy returns what ends the alarms of a kind.
func remedy(kind string) string {
	switch kind {
	case "missing-setting":
		return "set it, and restart the processes that read it"
	case "undeclared-proxy":
		return "name the proxy in " + env.Trusted.Name + " and restart; without such requests the alarm ends after an hour"
	case "payment-settings":
		return "correct the settings; the alarm ends within a minute"
	}
	return "see /status of the admin listener"
}

func checkNATS(url string) finding {
	if url == "" {
		return finding{"nats", "in process", ""}
	}
	conn, err := nats.Connect(url, nats.Timeout(probeLimit))
	if err != nil {
		return finding{"nats", err.Error(), "start it, or correct " + env.NATSURL.Name}
	}
	defer conn.Close()
	js, err := conn.JetStream(nats.MaxWait(probeLimit))
	if err == nil {
		_, err = js.AccountInfo()
	}
	if err != nil {
		return finding{"nats", "no JetStream: " + err.Error(), "start nats-server with -js"}
	}
	return finding{"nats", "answers, with JetStream", ""}
}

func checkMeili(ctx context.Context, url string) finding {
	if url == "" {
		return finding{"search", "in Postgres", ""}
	}
	if err := get(ctx, url+"/health"); err != nil {
		return finding{"search", err.Error(), "start Meilisearch, or correct " + env.MeiliURL.Name}
	}
	return finding{"search", "Meilisearch answers", ""}
}

func checkGateway(ctx context.Context, addr string) finding {
	err := get(ctx, "http://"+addr+"/readyz")
	if err == nil {
		return finding{"gateway", "ready at " + addr, ""}
	}
	ln, lerr := net.Listen("tcp", addr)
	if lerr != nil {
		return finding{"gateway", "not ready, and " + lerr.Error(),
			"stop the program that listens there, or set " + env.Addr.Name}
	}
	_ = ln.Close()
	return finding{"gateway", "not running; " + addr + " is free", ""}
}

func get(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	rs, err := http.DefaultClient.Do(rq)
	if err != nil {
		return err
	}
	_ = rs.Body.Close()
	if rs.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", url, rs.Status)
	}
	return nil
}
