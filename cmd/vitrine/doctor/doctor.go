package doctor

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/cmd/vitrine/boot"
	"vitrine/gateway/parent"
	"vitrine/internal/env"
	"vitrine/search/meili"
)

const (
	probeLimit = 3 * time.Second // for each check
	conns      = 4               // of Postgres
)

// Check checks everything that serve would refuse. cfg has the values of vars. refused holds the names of the settings
// that serve would refuse.
func Check(ctx context.Context, vars *env.Reader, cfg boot.Config) (all []Finding, refused map[string]bool) {
	cfg.Gateway, cfg.Ingest, cfg.Write = true, true, true
	all, refused = checkConfig(vars, cfg)
	all = append(checkFile(vars), all...)
	if unknown := vars.Unknown(); len(unknown) > 0 {
		all = append(all, wrong("configuration", "unknown settings "+strings.Join(unknown, ", "),
			"vitrine env lists the settings"))
	}
	all = append(all, checkDataDir(cfg.DataDir))
	if !refused[env.DatabaseURL.Name] { // otherwise the URL is the fault
		all = append(all, checkDatabase(ctx, cfg, refused)...)
	}
	if !refused[env.NATSURL.Name] {
		all = append(all, checkNATS(cfg.NATSURL))
	}
	if !refused[env.MeiliURL.Name] {
		all = append(all, checkMeili(ctx, cfg))
	}
	if !refused[env.Addr.Name] {
		all = append(all, checkGateway(ctx, cfg.Addr))
	}
	if cfg.ParentURL != "" && !refused[env.Parent.Name] {
		all = append(all, checkParent(ctx, cfg))
	}
	return all, refused
}

// checkFile names the configuration file and its mistakes.
func checkFile(vars *env.Reader) (all []Finding) {
	path, mistakes := vars.File()
	for _, err := range mistakes {
		all = append(all, wrong("settings file", err.Error(), "correct it; vitrine env --toml prints a file with all "+
			"settings"))
	}
	switch {
	case path == "":
		return []Finding{good("settings file", "none: looked for "+strings.Join(env.Files, " and "))}
	case len(all) == 0:
		return []Finding{good("settings file", path)}
	}
	return all
}

// checkConfig checks every setting as serve does. refused holds the names of those that serve would refuse.
func checkConfig(vars *env.Reader, cfg boot.Config) (all []Finding, refused map[string]bool) {
	const fix = "docs/configuration.md lists the accepted values"
	refused = map[string]bool{}
	for _, v := range env.All() {
		if err := vars.Wrong(v); err != nil {
			all, refused[v.Name] = append(all, wrong("configuration", err.Error(), fix)), true
		}
	}
	for _, f := range cfg.Faults() {
		all, refused[f.Name] = append(all, wrong("configuration", f.Err.Error(), fix)), true
	}
	if len(all) == 0 {
		all = append(all, good("configuration", "ok"))
	}
	return all, refused
}

func checkDataDir(dir string) Finding {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if os.IsNotExist(err) {
		return good("data folder", dir+" does not exist yet; the first start creates it")
	}
	if err != nil {
		return wrong("data folder", err.Error(), "give the user that runs Vitrine write permission, or set "+
			env.DataDir.Name)
	}
	_ = f.Close()
	_ = os.Remove(f.Name())
	return good("data folder", dir)
}

func checkNATS(url string) Finding {
	if url == "" {
		return good("nats", "in process")
	}
	conn, err := nats.Connect(url, nats.Timeout(probeLimit))
	if err != nil {
		return wrong("nats", err.Error(), "start it, or correct "+env.NATSURL.Name)
	}
	defer conn.Close()
	js, err := conn.JetStream(nats.MaxWait(probeLimit))
	if err == nil {
		_, err = js.AccountInfo()
	}
	if err != nil {
		return wrong("nats", "no JetStream: "+err.Error(), "start nats-server with -js")
	}
	return good("nats", "answers, with JetStream")
}

// checkMeili checks what Vitrine asks of Meilisearch: its version, and that the key permits everything.
func checkMeili(ctx context.Context, cfg boot.Config) Finding {
	if cfg.MeiliURL == "" {
		return good("search", "in Postgres")
	}
	const fix = "correct %s and %s; docs/search.md lists what the key must permit"
	e, err := meili.New(cfg.Meili())
	if err != nil {
		return wrong("search", err.Error(), fmt.Sprintf("correct %s and %s", env.MeiliURL.Name, env.MeiliPrefix.Name))
	}
	defer e.Stop()
	version, err := e.Diagnose(ctx)
	if err != nil {
		return wrong("search", err.Error(), fmt.Sprintf(fix, env.MeiliURL.Name, env.MeiliKey.Name))
	}
	if version == "" { // a key need not permit reading it
		version = "of an unknown version"
	}
	return good("search", "Meilisearch "+version+" answers, and the key permits what Vitrine does")
}

func checkGateway(ctx context.Context, addr string) Finding {
	err := Probe(ctx, "http://"+addr+"/readyz")
	if err == nil {
		return good("gateway", "ready at "+addr)
	}
	ln, lerr := net.Listen("tcp", addr)
	if lerr != nil {
		return wrong("gateway", "not ready, and "+lerr.Error(),
			"stop the program that listens there, or set "+env.Addr.Name)
	}
	_ = ln.Close()
	return good("gateway", "not running; "+addr+" is free")
}

func checkParent(ctx context.Context, cfg boot.Config) Finding {
	diagnose := func() error {
		token, err := boot.AdminToken(cfg.AdminToken, cfg.DataDir)
		if err != nil {
			return err
		}
		c, err := parent.New(parent.Config{URL: cfg.ParentURL, Token: token, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		defer c.Stop()
		return c.Diagnose(ctx)
	}
	if err := diagnose(); err != nil {
		return wrong("parent", err.Error(), "name the admin listener of a gateway near Postgres in "+env.Parent.Name+
			", and its token in "+env.AdminToken.Name)
	}
	return good("parent", cfg.ParentURL+" answers")
}

// Probe returns an error unless a URL answers 200 within 3 s.
func Probe(ctx context.Context, url string) error {
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
