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
	"vitrine/internal/devpg"
	"vitrine/internal/env"
	"vitrine/internal/schema"
)

// A finding is one line of the doctor: what was looked at, what is wrong, and how to mend it. Nothing wrong: cure is empty.
type finding struct{ what, state, cure string }

const probeLimit = 3 * time.Second // the longest the doctor waits for one thing

// doctor checks every dependency and says in one line each what is wrong and how to mend it.
func doctor(ctx context.Context, c *call) error {
	all, wrong := checkConfig(c)
	if unknown := c.env.Unknown(); len(unknown) > 0 {
		all = append(all, finding{"configuration", strings.Join(unknown, ", ") + ": no variable of Vitrine's", "vitrine env lists them"})
	}
	all = append(all, checkDataDir(c.env.Get(env.DataDir)))
	if !wrong[env.DatabaseURL.Name] { // else that is what is wrong
		all = append(all, checkDatabase(ctx, c)...)
	}
	if !wrong[env.NATSURL.Name] {
		all = append(all, checkNATS(c.env.Get(env.NATSURL)))
	}
	if !wrong[env.MeiliURL.Name] {
		all = append(all, checkMeili(ctx, c.env.Get(env.MeiliURL)))
	}
	if !wrong[env.Addr.Name] {
		all = append(all, checkGateway(ctx, c.env.Get(env.Addr)))
	}
	sick := 0
	for _, f := range all {
		if f.cure == "" {
			fmt.Fprintf(c.stdout, "ok    %-14s %s\n", f.what, f.state)
			continue
		}
		sick++
		fmt.Fprintf(c.stdout, "WRONG %-14s %s. To mend it: %s\n", f.what, f.state, f.cure)
	}
	if sick > 0 {
		return fmt.Errorf("%d of %d checks found something wrong", sick, len(all))
	}
	return nil
}

// checkConfig says of each variable what serve would refuse, in the words of serve, and which they are.
func checkConfig(c *call) (all []finding, wrong map[string]bool) {
	const cure = "vitrine env lists what is accepted"
	wrong = map[string]bool{}
	for _, v := range env.All() {
		if err := c.env.Wrong(v); err != nil {
			all, wrong[v.Name] = append(all, finding{"configuration", err.Error(), cure}), true
		}
	}
	cfg := settings(c)
	cfg.Gateway, cfg.Ingest, cfg.Write = true, true, true
	for _, f := range cfg.Faults() {
		all, wrong[f.Name] = append(all, finding{"configuration", f.Err.Error(), "correct " + f.Name + "; " + cure}), true
	}
	if len(all) == 0 {
		all = append(all, finding{"configuration", "ok", ""})
	}
	return all, wrong
}

func checkDataDir(dir string) finding {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if os.IsNotExist(err) {
		return finding{"data folder", dir + " is not there yet; the first start makes it", ""}
	}
	if err != nil {
		return finding{"data folder", err.Error(), "let the user that runs Vitrine write to it, or set " + env.DataDir.Name}
	}
	_ = f.Close()
	_ = os.Remove(f.Name())
	return finding{"data folder", dir, ""}
}

func checkDatabase(ctx context.Context, c *call) []finding {
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	url := c.env.Get(env.DatabaseURL)
	if url == "" {
		var err error
		if url, err = devpg.URL(c.env.Get(env.DataDir)); err != nil {
			if b, ferr := devpg.Find(ctx, devpg.Config{Dir: c.env.Get(env.DataDir), Bin: devpg.BinInstalled}); ferr == nil {
				return []finding{{"postgres", fmt.Sprintf("not running; Postgres %s of %s would be used", b.Version, b.Dir), ""}}
			}
			return []finding{{"postgres", "not running, and none is installed; the first start downloads one", ""}}
		}
	}
	pool, err := boot.Connect(ctx, url, commandPool, "", nil)
	if err != nil {
		return []finding{{"postgres", err.Error(), "start it, or correct " + env.DatabaseURL.Name}}
	}
	defer pool.Close()
	all := []finding{{"postgres", "answers", ""}}
	for _, check := range []struct{ what, sql, good, cure string }{
		{"version", "SELECT CASE WHEN current_setting('server_version_num')::int >= 150000 THEN '' ELSE current_setting('server_version') || ' is older than 15' END",
			"15 or newer", "upgrade Postgres: foreign keys that include the tenant need 15"},
		{"prepared", "SELECT CASE current_setting('max_prepared_transactions') WHEN '0' THEN '' ELSE 'prepared transactions are allowed' END",
			"no prepared transactions", "set max_prepared_transactions = 0: a prepared transaction holds its tenant's number, and everybody behind it"},
		{"capture", "SELECT coalesce(string_agg(f, '; '), '') FROM capture_faults() f", "every change is captured",
			"SELECT watch('…') for each table, as its owner (ALTER TABLE change_row ENABLE ALWAYS TRIGGER seal, ALTER TABLE tenant ENABLE ALWAYS TRIGGER number_tenant); where changes passed unseen, then SELECT new_epoch()"},
	} {
		all = append(all, checkSQL(ctx, pool, check.what, check.sql, check.good, check.cure))
	}
	if n, err := schema.Pending(ctx, pool); err != nil {
		all = append(all, finding{"schema", err.Error(), "run vitrine migrate"})
	} else if n > 0 {
		all = append(all, finding{"schema", fmt.Sprintf("%d migrations behind", n), "run vitrine migrate"})
	} else {
		all = append(all, finding{"schema", "up to date", ""})
	}
	return all
}

// checkSQL runs a statement that answers with what is wrong, or with nothing.
func checkSQL(ctx context.Context, pool *pgxpool.Pool, what, sql, good, cure string) finding {
	var wrong string
	if err := pool.QueryRow(ctx, sql).Scan(&wrong); err != nil {
		return finding{what, err.Error(), "run vitrine migrate"}
	}
	if wrong != "" {
		return finding{what, wrong, cure}
	}
	return finding{what, good, ""}
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
		return finding{"gateway", "not ready, and " + lerr.Error(), "end what listens there, or set " + env.Addr.Name}
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
