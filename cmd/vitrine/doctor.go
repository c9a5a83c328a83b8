package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/cli"
	"vitrine/internal/devpg"
	"vitrine/internal/env"
	"vitrine/internal/schema"
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
		all = append(all, checkDatabase(ctx, c)...)
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
	for _, f := range all {
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
		all, wrong[f.Name] = append(all, finding{"configuration", f.Err.Error(), "correct " + f.Name + "; " + fix}), true
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

func checkDatabase(ctx context.Context, c *cli.Call) []finding {
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	url := c.Env.Get(env.DatabaseURL)
	if url == "" {
		var err error
		if url, err = devpg.URL(c.Env.Get(env.DataDir)); err != nil {
			b, ferr := devpg.Find(ctx, devpg.Config{Dir: c.Env.Get(env.DataDir), Bin: devpg.BinInstalled})
			if ferr == nil {
				return []finding{{"postgres", fmt.Sprintf("not running; serve would start Postgres %s in %s", b.Version, b.Dir),
					""}}
			}
			return []finding{{"postgres", "not running and not installed; the first start downloads it", ""}}
		}
	}
	pool, err := boot.Connect(ctx, url, commandPool, "", nil)
	if err != nil {
		return []finding{{"postgres", err.Error(), "start it, or correct " + env.DatabaseURL.Name}}
	}
	defer pool.Close()
	all := []finding{{"postgres", "answers", ""}}
	for _, check := range sqlChecks {
		all = append(all, check.run(ctx, pool))
	}
	all = append(all, checkRoles(ctx, pool)...)
	if n, err := schema.Pending(ctx, pool); err != nil {
		all = append(all, finding{"schema", err.Error(), "run vitrine migrate"})
	} else if n > 0 {
		all = append(all, finding{"schema", fmt.Sprintf("%d migrations behind", n), "run vitrine migrate"})
	} else {
		all = append(all, finding{"schema", "up to date", ""})
		all = append(all, checkMissing(ctx, c, pool)...)
	}
	return all
}

// checkMissing names the settings that production lacks for the tenants of the database.
func checkMissing(ctx context.Context, c *cli.Call, pool *pgxpool.Pool) (all []finding) {
	cfg := settings(c)
	cfg.Gateway, cfg.Ingest, cfg.Write = true, true, true
	missing, err := cfg.MissingFor(ctx, pool)
	for _, m := range missing {
		all = append(all, finding{isWarning + "configuration", m.Name + " is not set: " + m.Why, "set " + m.Name})
	}
	if err != nil {
		all = append(all, finding{"configuration", err.Error(), "run vitrine migrate"})
	}
	return all
}

// checkRoles reports the roles whose rights a process would not take on, so that it keeps all rights of its user.
func checkRoles(ctx context.Context, pool *pgxpool.Pool) (all []finding) {
	for _, role := range boot.Roles {
		may, err := boot.MaySetRole(ctx, pool, role)
		if err != nil {
			return []finding{{"roles", err.Error(), "start it, or correct " + env.DatabaseURL.Name}}
		}
		if !may {
			all = append(all, finding{isWarning + "roles", "the database user cannot take on the role " + role,
				"GRANT " + role + " TO the user, on Postgres 16 and newer WITH SET TRUE"})
		}
	}
	return all
}

// checkAdmin reports the alarms of running processes.
func checkAdmin(ctx context.Context, c *cli.Call) (all []finding) {
	processes, err := admins(c, "")
	if err != nil {
		return []finding{{"admin", "no listener: " + env.AdminToken.Name + " is not set", ""}}
	}
	for _, o := range processes {
		x, err := o.status(ctx)
		if err != nil {
			all = append(all, finding{"admin", "not running at " + o.url, ""})
			continue
		}
		for _, a := range x.Alarms {
			all = append(all, finding{isWarning + "alarm", strings.TrimSpace(a.Name + " " + a.Subject + ": " + a.Message),
				"end the condition; the alarm ends by itself"})
		}
		all = append(all, finding{"admin", "answers at " + o.url, ""})
	}
	return all
}

// A sqlCheck is a query that returns what is wrong, or an empty text.
type sqlCheck struct{ subject, sql, good, fix string }

var sqlChecks = []sqlCheck{
	{
		subject: "version",
		sql: `SELECT CASE WHEN current_setting('server_version_num')::int >= 150000 THEN ''
			ELSE current_setting('server_version') || ' is older than 15' END`,
		good: "15 or newer",
		fix:  "upgrade Postgres to version 15 or newer; foreign keys that include the tenant need it",
	},
	{
		subject: "prepared",
		sql: `SELECT CASE current_setting('max_prepared_transactions') WHEN '0' THEN ''
			ELSE 'prepared transactions are allowed' END`,
		good: "no prepared transactions",
		fix: "set max_prepared_transactions = 0; until a prepared transaction finishes, it blocks every other commit of " +
			"its " +
			"tenant",
	},
	{
		subject: "capture",
		sql:     "SELECT coalesce(string_agg(f, '; '), '') FROM capture_faults() f",
		good:    "every change is captured",
		fix: "run SELECT watch('TABLE') for each table as its owner, ALTER TABLE change_row ENABLE ALWAYS TRIGGER seal, " +
			"and " +
			"ALTER TABLE tenant ENABLE ALWAYS TRIGGER number_tenant; if changes were missed, run SELECT new_epoch() after it",
	},
}

func (c sqlCheck) run(ctx context.Context, pool *pgxpool.Pool) finding {
	var wrong string
	if err := pool.QueryRow(ctx, c.sql).Scan(&wrong); err != nil {
		return finding{c.subject, err.Error(), "run vitrine migrate"}
	}
	if wrong != "" {
		return finding{c.subject, wrong, c.fix}
	}
	return finding{c.subject, c.good, ""}
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
