package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// Run imports a file. A wrong row does not stop it. An error concerns the command line, the file as a whole or the
// database; the report says what was imported before it. Running the import again completes it.
func Run(ctx context.Context, pool *pgxpool.Pool, o Options) (Report, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Report{}, err
	}
	src, err := source.Open(o.File, o.Stdin, o.MaxLine)
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = src.Close() }() // it was only read
	tables, err := table.Read(ctx, pool)
	if err != nil {
		return Report{}, err
	}
	t, err := table.Find(tables, o.Kind)
	if err != nil {
		return Report{}, cli.UsageError{Err: err}
	}
	sample, fields, fileErr := src.Sample(sampled)
	if fileErr != nil && len(sample) == 0 {
		return Report{}, fmt.Errorf("%s: %w", o.File, fileErr)
	}
	mapping, err := o.mapping(tables, t, fields)
	if err != nil {
		return Report{}, err
	}
	report := Report{
		Reasons: map[string]int{}, Tables: map[string]*load.Count{},
		Kind: t.Name, Dataset: mapping.Name, Format: src.Format,
	}
	if report.Tenant, err = o.tenant(ctx, pool, &report); err != nil {
		return report, err
	}
	named := func(column string) load.Target { return dataset.TargetFor(tables, t, column) }
	p, err := load.Bind(report.Tenant, tables, mapping, named)
	if err != nil {
		return report, cli.UsageError{Err: err}
	}
	unlock, err := lockTenant(ctx, pool, report.Tenant, o.Progress)
	if err != nil {
		return report, err
	}
	defer unlock()
	if err := p.Start(ctx, pool); err != nil {
		return report, err
	}
	rejects, err := newRejectFile(o.Rejects)
	if err != nil {
		return report, err
	}
	run := &run{
		p: p, o: o, pool: pool, src: src, reader: load.NewReader(p, pool), sample: sample, fileErr: fileErr,
		report: &report, rejects: rejects,
	}
	return report, errors.Join(run.run(ctx), rejects.Close())
}

var tenantForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// tenant returns the tenant that gets the rows. A missing tenant is created, unless it must exist.
func (o Options) tenant(ctx context.Context, pool *pgxpool.Pool, report *Report) (string, error) {
	if o.Tenant == "" {
		rows, err := pool.Query(ctx, "SELECT id FROM tenant ORDER BY id LIMIT 20")
		if err != nil {
			return "", fmt.Errorf("read the tenants: %w", err)
		}
		all, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return "", fmt.Errorf("read the tenants: %w", err)
		}
		if len(all) == 1 {
			return all[0], nil
		}
		return "", cli.Usagef("--tenant NAME is required unless there is exactly one tenant; there are: %s",
			strings.Join(all, ", "))
	}
	if !tenantForm.MatchString(o.Tenant) {
		return "", cli.Usagef("--tenant %q: expected 1 to 64 letters, digits, dots, hyphens or underscores, beginning "+
			"with a "+
			"letter or digit", o.Tenant)
	}
	var exists bool
	if err := pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM tenant WHERE id = $1)", o.Tenant).Scan(&exists); err != nil {
		return "", fmt.Errorf("read the tenant: %w", err)
	}
	if exists {
		return o.Tenant, nil
	}
	if o.TenantMustExist {
		return "", cli.Usagef("unknown tenant %q: vitrine tenant list shows the tenants, --create-tenant creates this one",
			o.Tenant)
	}
	const create = "INSERT INTO tenant (id, name) VALUES ($1, $1) ON CONFLICT DO NOTHING"
	if _, err := pool.Exec(ctx, create, o.Tenant); err != nil {
		return "", fmt.Errorf("create the tenant %s: %w", o.Tenant, err)
	}
	report.Notes = append(report.Notes, fmt.Sprintf("tenant %s was created", o.Tenant))
	return o.Tenant, nil
}

// lockTenant serialises imports into one tenant, because ids and slugs depend on the existing rows. If a run is killed,
// its lock is released as soon as Postgres notices.
func lockTenant(ctx context.Context, pool *pgxpool.Pool, tenant string, progress io.Writer) (unlock func(), err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	c := conn.Hijack() // for the whole run; the pool may open another in its place
	unlock = func() { closeConn(ctx, c) }
	var got bool
	const key = "hashtextextended('vitrine import ' || $1, 0)"
	err = c.QueryRow(ctx, "SELECT pg_try_advisory_lock("+key+")", tenant).Scan(&got)
	if err == nil && !got {
		if progress != nil {
			fmt.Fprintf(progress, "waiting for another import into tenant %s to finish\n", tenant)
		}
		_, err = c.Exec(ctx, "SELECT pg_advisory_lock("+key+")", tenant)
	}
	if err != nil {
		unlock()
		return nil, fmt.Errorf("wait for other imports: %w", err)
	}
	return unlock, nil
}

func closeConn(ctx context.Context, c *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = c.Close(ctx) // Postgres notices a lost connection by itself
}
