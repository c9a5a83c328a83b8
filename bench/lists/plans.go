package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// explain makes Postgres write the plan of every statement of a new session to its log.
var explain = []string{
	"SET session_preload_libraries = 'auto_explain'", "SET auto_explain.log_min_duration = 0",
	"SET auto_explain.log_analyze = on", "SET auto_explain.log_buffers = on", "SET auto_explain.log_nested_statements " +
		"= off",
}

// writePlans writes the plans of one request of each kind to plans/NAME/KIND.txt.
func (b *bench) writePlans(ctx context.Context, name string, rows int) error {
	if b.o.plans == "" {
		return nil
	}
	for _, set := range explain {
		if err := b.alterDatabase(ctx, set); err != nil {
			return fmt.Errorf("switch on the log of plans: %w", err)
		}
	}
	defer func() {
		for _, set := range explain {
			what, _, _ := strings.Cut(strings.TrimPrefix(set, "SET "), " ")
			_ = b.alterDatabase(context.WithoutCancel(ctx), "RESET "+what)
		}
	}()
	if err := b.open(ctx, rows); err != nil {
		return err
	}
	if rows == inMemory {
		if err := b.build(ctx); err != nil {
			return err
		}
	}
	dir := filepath.Join(b.o.plans, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("create %s: %w", dir, err)
	}
	r := rand.New(rand.NewPCG(b.o.seed, 7))
	for _, k := range append(append([]kind{}, kinds...), mistyped) {
		if err := b.get(ctx, k.ask(b.values, r), &sample{}); err != nil { // the first request reads from disk
			return err
		}
		path := k.ask(b.values, r)
		from, err := b.logged()
		if err != nil {
			return err
		}
		s := &sample{}
		if err := b.get(ctx, path, s); err != nil {
			return err
		}
		time.Sleep(200 * time.Millisecond) // the log is written after the answer
		text, err := os.ReadFile(b.log)
		if err != nil {
			return fmt.Errorf("read Postgres's log: %w", err)
		}
		file := filepath.Join(dir, strings.Trim(regexp.MustCompile(`\W+`).ReplaceAllString(k.name, "-"), "-")+".txt")
		out := fmt.Sprintf("GET /v1/%s\nin %.2f ms with EXPLAIN (ANALYZE, BUFFERS) of every statement\n\n%s",
			path, s.at(1), plansOf(string(text[from:])))
		if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
			return fmt.Errorf("write a plan: %w", err)
		}
	}
	fmt.Fprintf(b.out, "plans written to %s\n\n", dir)
	return nil
}

// alterDatabase changes a setting of new sessions of the database.
func (b *bench) alterDatabase(ctx context.Context, set string) error {
	set = strings.ReplaceAll(set, "'", "''")
	_, err := b.pool.Exec(ctx, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I "+set+"', current_database()); END $$")
	return err
}

func (b *bench) logged() (int64, error) {
	info, err := os.Stat(b.log)
	if err != nil {
		return 0, fmt.Errorf("find Postgres's log: %w", err)
	}
	return info.Size(), nil
}

var (
	logLine = regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\d .*?(?:LOG|WARNING|ERROR|STATEMENT|DETAIL):  `)
	wanted  = regexp.MustCompile(`(?s)^duration: .*? plan:\n`)
	noise   = regexp.MustCompile(`tenant_seq SET|drain_|change_tx WHERE xid|pg_advisory|gateway_seen|search_cursor|` +
		`SELECT 1\b`)
)

// plansOf extracts the plans from a log, without those of the relay.
func plansOf(log string) string {
	var out strings.Builder
	for _, entry := range logLine.Split(log, -1) {
		if wanted.MatchString(entry) && !noise.MatchString(entry) {
			out.WriteString(strings.ReplaceAll(strings.TrimSpace(entry), "\n\t", "\n") + "\n\n")
		}
	}
	return out.String()
}
