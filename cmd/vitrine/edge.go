package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/boot"
	"vitrine/ingest/announce"
	"vitrine/ingest/capture"
	"vitrine/ingest/purge"
	"vitrine/ingest/purge/provider"
	"vitrine/internal/catalog"
	"vitrine/internal/cli"
	"vitrine/internal/edge"
	"vitrine/internal/env"
)

func edgeCommands() []cli.Command {
	return []cli.Command{
		{
			Name: "edge add", Args: "TENANT NAME KIND [NAME=VALUE...]", Summary: "Declare an edge: let a cache keep answers",
			About: "KIND is one of " + edge.KindNames() + ". For every kind: tenancy (path or host), lifetime, short (while " +
				"purges are late), negative (of a 404), lag (from which purges are late), settle (longest fetch of the edge), " +
				"stale-while-revalidate and stale-if-error, as durations such as 10m. Other values depend on the kind, and " +
				"docs/edge/cdn.md lists them. Secrets are named, as env:NAME or file:PATH, and read by the ingest worker.",
			Examples: []string{
				"edge add shop cdn fastly service=SERVICE token=env:FASTLY_TOKEN",
				"edge add shop cache varnish url=http://10.1.0.5:6081/ lifetime=1h",
			},
			Setup: cli.NoFlags(withDatabase(edgeAdd)),
		},
		{
			Name: "edge list", Args: "[TENANT]", Summary: "List the edges of a tenant or of all, and how far they are purged",
			Setup: cli.NoFlags(withDatabase(edgeList)),
		},
		{
			Name: "edge remove", Args: "TENANT NAME", Summary: "Remove an edge, after everything was purged from it",
			Setup: edgeRemove,
		},
		{
			Name: "edge test", Args: "TENANT NAME", Summary: "Purge a tag of no answer, to check address and credential",
			Setup: cli.NoFlags(withDatabase(edgeTest)),
		},
		{
			Name: "edge dry-run", Args: "TENANT KIND SLUG COLUMN=VALUE...", Summary: "Show what an edit would purge",
			About: "The edit is written, read and rolled back. The command prints the tags by which each edge would be purged " +
				"and the URLs in the cache of the gateway that carry them. It asks the admin listener of the gateway.",
			Examples: []string{"edge dry-run demo product mavi-keten-gomlek amount=99.90"},
			Setup:    edgeDryRun,
		},
	}
}

func edgeAdd(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	d, err := purge.Parse(args[0], args[1], args[2], args[3:])
	if err != nil {
		return cli.UsageError{Err: err}
	}
	if err := purge.Add(ctx, pool, d); err != nil {
		return err
	}
	tenancy := "/t/" + d.Tenant + "/v1/…"
	if d.ByHost {
		tenancy = "the host names of " + d.Tenant
	}
	fmt.Fprintf(c.Stdout, "edge %s of %s was declared; answers under %s carry its headers once everything was purged "+
		"from it\n", d.Name, d.Tenant, tenancy)
	return nil
}

func edgeList(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	tenant := ""
	if len(args) > 0 {
		tenant = args[0]
	}
	all, err := purge.List(ctx, pool, tenant)
	if err != nil {
		return err
	}
	for _, e := range all {
		fmt.Fprintf(c.Stdout, "%-20s %-20s %-10s %s\n", e.Tenant, e.Name, e.Kind, e.Status())
	}
	return nil
}

func edgeRemove(f *flag.FlagSet) cli.Run {
	now := f.Bool("now", false, "do not purge it: what it holds stays until its lifetime ends")
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		if err := purge.Remove(ctx, pool, args[0], args[1], *now); err != nil {
			return err
		}
		if *now {
			fmt.Fprintf(c.Stdout, "edge %s was removed; what it holds stays there until its lifetime ends\n", args[1])
			return nil
		}
		fmt.Fprintf(c.Stdout, "edge %s gets no answers to keep any more; it is deleted once everything was purged from it\n",
			args[1])
		return nil
	})
}

func edgeTest(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	e, err := purge.Find(ctx, pool, args[0], args[1])
	if err != nil {
		return err
	}
	if !provider.Purges(e.Kind) {
		fmt.Fprintf(c.Stdout, "edges of kind %s are not purged\n", e.Kind)
		return nil
	}
	networks, err := boot.EdgeNetworks(c.Env.Get(env.EdgeNetworks))
	if err != nil {
		return err
	}
	began := time.Now()
	if err := e.Test(ctx, purge.Config{Networks: networks}); err != nil {
		return fmt.Errorf("edge %s was not purged: %w", e.Name, err)
	}
	fmt.Fprintf(c.Stdout, "edge %s accepted a purge in %s; this does not show that it drops answers\n", e.Name,
		ms(time.Since(began)))
	return nil
}

func edgeDryRun(f *flag.FlagSet) cli.Run {
	at := f.String("admin", "", "`URL` of the admin listener (default: the one at "+env.AdminAddr.Name+")")
	return func(ctx context.Context, c *cli.Call, args []string) error {
		e := &edition{tenant: args[0], times: 1}
		if err := e.parse(c, args[1:]); err != nil {
			return cli.UsageError{Err: err}
		}
		pool, err := openDatabase(ctx, c)
		if err != nil {
			return err
		}
		defer pool.Close()
		tags, kinds, err := e.preview(ctx, pool)
		if err != nil {
			return err
		}
		edges, err := purge.List(ctx, pool, e.tenant)
		if err != nil {
			return err
		}
		printPreview(c.Stdout, e, tags, kinds, edges)
		o, err := newAdmin(c, *at, "serve", "gateway")
		if err != nil {
			return err
		}
		return o.printURLs(ctx, c.Stdout, e.tenant, tags)
	}
}

// preview returns the tags that the edit would announce, and those of its kinds. Nothing is committed.
func (e *edition) preview(ctx context.Context, pool *pgxpool.Pool) (tags, kinds []string, err error) {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // a dry run
	if err := e.write(ctx, tx, 1); err != nil {
		return nil, nil, err
	}
	change := capture.Change{Tenant: e.tenant}
	var now time.Time
	err = tx.QueryRow(ctx, `
SELECT x.xid::text::bigint, now(), (SELECT count(*) FROM change_row r WHERE r.tenant_id = $1 AND r.xid = x.xid)
FROM (SELECT pg_current_xact_id() AS xid) x`, e.tenant).Scan(&change.XID, &now, &change.Rows)
	if err != nil {
		return nil, nil, fmt.Errorf("read the edit: %w", err)
	}
	if change.Rows == 0 {
		return nil, nil, errors.New("the edit changes nothing, because the record already has these values")
	}
	return announce.Preview(ctx, tx, change, now)
}

func printPreview(out io.Writer, e *edition, tags, kinds []string, edges []purge.Edge) {
	if len(tags) == 0 {
		fmt.Fprintf(out, "the edit of %s %s purges nothing: no reader sees the record\n", e.kind, e.slug)
	} else {
		fmt.Fprintf(out, "the edit of %s %s announces %d tags: %s\n", e.kind, e.slug, len(tags), strings.Join(tags, " "))
		fmt.Fprintf(out, "if they do not fit into the budget of an edge, %d tags of kinds: %s\n", len(kinds),
			strings.Join(kinds, " "))
		fmt.Fprintf(out, "or the tag of the tenant: %s\n", catalog.PublicTag(e.tenant, catalog.TenantTag))
	}
	if len(edges) == 0 {
		fmt.Fprintf(out, "tenant %s has no edge\n", e.tenant)
	}
	for _, x := range edges {
		fmt.Fprintf(out, "edge %s (%s) %s\n", x.Name, x.Kind, x.Status())
	}
}

// printURLs prints the cached URLs that carry one of the tags.
func (o *adminClient) printURLs(ctx context.Context, out io.Writer, tenant string, tags []string) error {
	query := url.Values{"tenant": {tenant}, "tags": {strings.Join(tags, ",")}}
	body, err := o.get(ctx, "/edge/urls?"+query.Encode())
	if err != nil {
		return err
	}
	var found struct {
		URLs       []string
		Found, All int
	}
	if err := json.Unmarshal(body, &found); err != nil {
		return fmt.Errorf("read the answer of %s: %w", o.url, err)
	}
	fmt.Fprintf(out, "%d of %d answers in the gateway's cache carry one of the tags:\n", found.Found, found.All)
	for _, at := range found.URLs {
		fmt.Fprintln(out, "  "+at)
	}
	return nil
}

// write writes an edit in a transaction.
func (e *edition) write(ctx context.Context, tx pgx.Tx, n int) error {
	sql, args := e.statement(n)
	tag, err := tx.Exec(ctx, sql, args...)
	if err != nil {
		return fmt.Errorf("%s %s cannot be changed: %w", e.kind, e.slug, err)
	}
	if tag.RowsAffected() == 0 {
		return fmt.Errorf("tenant %s has no %s with the slug %s", e.tenant, e.kind, e.slug)
	}
	return nil
}
