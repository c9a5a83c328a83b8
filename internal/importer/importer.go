package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/identity"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/match"
	"vitrine/internal/importer/table"
)

// Run imports a file. A wrong row does not stop it. An error concerns the command line, the file as a whole or the
// database; the report says what was imported before it. Running the import again completes it.
func Run(ctx context.Context, pool *pgxpool.Pool, o Options) (Report, error) {
	report, err := start(ctx, pool, o)
	switch {
	case errors.Is(err, errPlanned):
		err = nil
	case err != nil && ctx.Err() != nil && report.Seconds == 0:
		err = fmt.Errorf("stopped before the first row; run the same command again to complete the import: %w", err)
	}
	return report, err
}

// start prepares an import and runs it.
func start(ctx context.Context, pool *pgxpool.Pool, o Options) (Report, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Report{}, err
	}
	in, err := newInput(ctx, o)
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = in.Close() }() // it was only read
	src, err := in.open()
	if err != nil {
		return Report{}, err
	}
	r := &run{o: o, pool: pool, in: in, src: src}
	defer func() { _ = r.src.Close() }() // it was only read
	report, err := r.prepare(ctx)
	if err != nil {
		return report, err
	}
	defer r.unlock()
	defer closeConn(ctx, r.side)
	if err := r.identify(ctx); err != nil {
		return report, err
	}
	r.report = &report
	if err := r.planPrune(ctx); err != nil {
		return report, err
	}
	if err := r.rewind(); err != nil {
		return report, err
	}
	if r.rejects, err = newRejectFile(o.Rejects); err != nil {
		return report, err
	}
	err = errors.Join(r.run(ctx), r.rejects.Close())
	return report, err
}

// prepare reads the first records, decides how records become rows, and takes the tenant's lock. It writes nothing.
func (r *run) prepare(ctx context.Context) (report Report, err error) {
	r.tables, err = table.Read(ctx, r.pool)
	if err != nil {
		return report, err
	}
	t, err := table.Find(r.tables, r.o.Kind)
	if err != nil {
		return report, cli.UsageError{Err: err}
	}
	if err := r.o.checkPrune(t); err != nil {
		return report, err
	}
	r.sample, r.fields, r.fileErr = r.src.Sample(sampled)
	if r.fileErr != nil && len(r.sample) == 0 {
		return report, fmt.Errorf("%s: %w", r.o.File, r.fileErr)
	}
	r.noteHeadings()
	file, err := r.match(ctx, t)
	if err != nil {
		return report, err
	}
	r.mapping.Texts = texts(r.sample)
	report = Report{
		Reasons: map[string]int{}, First: map[string]string{}, Vary: map[string]bool{}, Tables: map[string]*load.Count{},
		DryRun: r.o.DryRun, Kind: t.Name, Dataset: r.mapping.Name, Format: r.src.Format, Drafted: r.o.Prune == pruneDraft,
	}
	if report.Tenant, r.exists, err = r.o.tenant(ctx, r.pool); err != nil {
		return report, err
	}
	if r.p, err = r.bind(report.Tenant); err != nil {
		return report, err
	}
	report.Notes = append(report.Notes, slices.Concat(r.recollect(), r.mapping.Hints)...)
	r.noteNameless()
	r.noteTemplates()
	r.noteCurrency(file)
	r.noteKey()
	pl := newPlan(r.o, r.p, r.mapping, file, r.src)
	report.Left = pl.leftOut()
	if err := r.settle(pl); err != nil {
		return report, err
	}
	unlock, err := lockTenant(ctx, r.pool, report.Tenant, r.o)
	if err != nil {
		return report, err
	}
	if err = r.p.Start(ctx, r.pool); err == nil {
		r.side, err = r.connect(ctx)
	}
	if err != nil {
		unlock()
		return report, err
	}
	r.unlock = unlock
	return report, nil
}

// match decides which field fills which column.
func (r *run) match(ctx context.Context, t *table.Table) (match.File, error) {
	file, err := r.describe(ctx)
	if err != nil {
		return file, err
	}
	r.o.setNotation(r.tables)
	if file.Memory, err = r.recall(ctx, t); err != nil {
		return file, err
	}
	r.notation = file.Memory
	var unknown []match.Unknown
	if r.mapping, unknown, err = r.o.mapping(r.tables, t, file); err != nil {
		return file, err
	}
	r.mapping.Series, r.mapping.Formats = r.o.Series, file.Memory.Formats
	if len(unknown) > 0 {
		return file, cmp.Or(r.o.writePlan(unknownPlan(r.o, r.mapping, file, unknown)), errPlanned)
	}
	return file, nil
}

// bind makes a plan of the mapping.
func (r *run) bind(tenant string) (*load.Plan, error) {
	t := r.tables[r.mapping.Kind]
	named := func(column string) load.Target { return dataset.TargetFor(r.tables, t, column) }
	p, err := load.Bind(tenant, r.tables, r.mapping, named)
	if err != nil {
		return nil, cli.UsageError{Err: err}
	}
	p.Merge = r.o.Merge
	p.SetStrict(r.o.Strict)
	p.SetNulls(r.o.Null)
	p.SetTemplates(r.o.Templates)
	return p, nil
}

// identify chooses the key of the records and prepares to find their rows.
func (r *run) identify(ctx context.Context) error {
	r.reader = load.NewReader(r.p, r.pool)
	c := r.chooser()
	c.reader, c.conn = r.reader, r.side
	var err error
	if r.choice, err = c.choose(ctx); err != nil {
		return err
	}
	if err := r.rememberNotation(); err != nil {
		return err
	}
	r.p.UseKey(r.choice.key)
	r.by = load.Identity{
		Twice: r.choice.twice, Several: r.choice.several, Unsure: r.choice.unsure, Inherited: r.choice.memory.Inherited,
	}
	series, main := r.p.Series(), r.p.Main.Table
	if r.by.By, err = series.NewMatcher(ctx, r.side, main, identity.Search{
		Key: r.choice.key, Stage: "import_match", Derived: r.choice.several, Unregistered: r.choice.loose(r.choice.key),
	}); err != nil {
		return err
	}
	for i, old := range r.choice.old {
		how := identity.Search{
			Key: old, Stage: fmt.Sprintf("import_match_%d", i), Derived: true, Unregistered: r.choice.loose(old),
		}
		if !r.choice.rekey { // the key of the plan decides about the rows that have it
			how.Lacking = &r.choice.key
		}
		m, err := series.NewMatcher(ctx, r.side, main, how)
		if err != nil {
			return err
		}
		r.by.Old = append(r.by.Old, m)
	}
	r.reader.Identify(r.by)
	return nil
}

// rewind returns to the beginning of standard input, if it was read to its end.
func (r *run) rewind() error {
	if !r.in.filled {
		return r.in.Forget()
	}
	src, err := r.in.open()
	if err != nil {
		return err
	}
	err = r.src.Close()
	r.src, r.sample, r.fileErr = src, nil, nil
	return err
}

// connect opens a connection for the whole run. The pool may open another in its place.
func (r *run) connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := r.pool.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	return conn.Hijack(), nil // its settings and temporary tables must not return to the pool
}

var tenantForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// tenant returns the tenant that gets the rows, and whether it exists. It is an error if it must exist and does not.
func (o Options) tenant(ctx context.Context, pool *pgxpool.Pool) (id string, exists bool, err error) {
	if o.Tenant == "" {
		rows, err := pool.Query(ctx, "SELECT id FROM tenant ORDER BY id LIMIT 20")
		if err != nil {
			return "", false, fmt.Errorf("read the tenants: %w", err)
		}
		all, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return "", false, fmt.Errorf("read the tenants: %w", err)
		}
		if len(all) == 1 {
			return all[0], true, nil
		}
		return "", false, cli.Usagef("--tenant NAME is required unless there is exactly one tenant; there are: %s",
			strings.Join(all, ", "))
	}
	if !tenantForm.MatchString(o.Tenant) {
		return "", false, cli.Usagef("--tenant %q: expected 1 to 64 letters, digits, dots, hyphens or underscores, "+
			"beginning with a letter or digit", o.Tenant)
	}
	if err := pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM tenant WHERE id = $1)", o.Tenant).Scan(&exists); err != nil {
		return "", false, fmt.Errorf("read the tenant: %w", err)
	}
	if !exists && o.TenantMustExist {
		return "", false, cli.Usagef("unknown tenant %q: vitrine tenant list shows the tenants, --create-tenant creates "+
			"this one", o.Tenant)
	}
	return o.Tenant, exists, nil
}

// lockTenant serialises imports into one tenant, because ids and slugs depend on the existing rows. If a run is killed,
// its lock is released as soon as Postgres notices.
func lockTenant(ctx context.Context, pool *pgxpool.Pool, tenant string, o Options) (unlock func(), err error) {
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
		o.say("waiting for another import into tenant %s to finish\n", tenant)
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
