package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Options say what to import, and where to.
type Options struct {
	Kind   string // the table, such as "product"
	File   string // JSON Lines or CSV, gzip or not; "-" is standard input
	Tenant string // empty: the only one there is

	TenantMustExist bool              // else one that does not exist is made
	As              string            // a shape by name, or "plain"; empty: chosen by the fields
	Map             map[string]string // a field, and the column it goes to; "-" leaves it out
	Set             map[string]string // columns of every row
	Key             []string          // the fields that tell records apart; empty: the shape's
	SkipUnknown     bool              // fields that no column is named after are left out
	Rejects         string            // the reject file; empty: the name of File without .gz and with .rejects.jsonl, in the current folder
	Batch           int               // records a transaction; 0: 2,000
	Workers         int               // transactions at once; 0: 3
	MaxLine         int               // bytes of a record; 0: 1 MB

	Stdin    io.Reader
	Progress io.Writer // nil: none
}

const (
	defaultBatch   = 2000
	defaultWorkers = 3
	defaultMaxLine = 1 << 20

	sampled = 500 // records read before the first is written, to know the fields
)

// A UsageError is a mistake in the command, and its message is for whoever typed it.
type UsageError struct{ error }

// Unwrap returns the sentence.
func (e UsageError) Unwrap() error { return e.error }

func usage(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Run imports a file. It stops for nothing that is wrong with a row; an error is about the command, the file as a whole or
// the database, and the report beside it says how far the import came. Running it again completes it.
func Run(ctx context.Context, pool *pgxpool.Pool, o Options) (Report, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Report{}, err
	}
	src, err := openSource(o.File, o.Stdin, o.MaxLine)
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = src.Close() }() // it was only read
	tables, err := readTables(ctx, pool)
	if err != nil {
		return Report{}, err
	}
	t, err := findTable(tables, o.Kind)
	if err != nil {
		return Report{}, UsageError{err}
	}
	sample, fields, fileErr := takeSample(src)
	if fileErr != nil && len(sample) == 0 {
		return Report{}, fmt.Errorf("%s: %w", o.File, fileErr)
	}
	shape, err := o.shape(tables, t, fields)
	if err != nil {
		return Report{}, err
	}
	report := Report{Reasons: map[string]int{}, Tables: map[string]*Count{}, Kind: t.Name, Shape: shape.Name, Format: src.Format}
	if report.Tenant, err = o.tenant(ctx, pool, &report); err != nil {
		return report, err
	}
	p, err := bind(report.Tenant, tables, shape)
	if err != nil {
		return report, UsageError{err}
	}
	unlock, err := lockTenant(ctx, pool, report.Tenant, o.Progress)
	if err != nil {
		return report, err
	}
	defer unlock()
	for _, refs := range p.refs {
		if err := refs.load(ctx, pool); err != nil {
			return report, err
		}
	}
	for _, load := range p.loads {
		if err := load(ctx, pool); err != nil {
			return report, err
		}
	}
	rejects, err := newRejectFile(o.Rejects)
	if err != nil {
		return report, err
	}
	run := &run{p: p, o: o, pool: pool, src: src, sample: sample, fileErr: fileErr, report: &report, rejects: rejects}
	return report, errors.Join(run.run(ctx), rejects.Close())
}

func (o Options) withDefaults() (Options, error) {
	for _, d := range []struct {
		name     string
		n        *int
		fallback int
		most     int
	}{{"--batch", &o.Batch, defaultBatch, 100_000}, {"--workers", &o.Workers, defaultWorkers, 16}, {"--max-line", &o.MaxLine, defaultMaxLine, 1 << 28}} {
		if *d.n == 0 {
			*d.n = d.fallback
		}
		if *d.n < 1 || *d.n > d.most {
			return o, usage("%s %d: want a number from 1 to %d", d.name, *d.n, d.most)
		}
	}
	if o.Rejects == "" {
		o.Rejects = strings.TrimSuffix(filepath.Base(o.File), ".gz") + ".rejects.jsonl"
		if o.File == "-" {
			o.Rejects = "import.rejects.jsonl"
		}
	}
	if a, err := os.Stat(o.Rejects); err == nil {
		if b, err := os.Stat(o.File); err == nil && os.SameFile(a, b) {
			return o, usage("the reject file would replace the file itself: name another with --rejects")
		}
	}
	return o, nil
}

// A read is a record, or why there is none.
type read struct {
	rec Record
	err error
}

// takeSample reads the first records and the names of their fields, in the order they were seen.
func takeSample(src *source) (sample []read, fields []string, err error) {
	seen := map[string]bool{}
	note := func(name string) {
		if !seen[name] {
			seen[name] = true
			fields = append(fields, name)
		}
	}
	for _, c := range src.Columns {
		note(c)
	}
	for len(sample) < sampled {
		rec, err := src.Next()
		var r reason
		if err != nil && !errors.As(err, &r) {
			if errors.Is(err, io.EOF) && (len(sample) > 0 || src.Columns != nil) {
				return sample, fields, nil
			}
			return sample, fields, err
		}
		for _, f := range rec.Fields {
			note(f.Name)
			if o, ok := f.Value.(Object); ok {
				for _, inner := range o {
					note(f.Name + "." + inner.Name)
				}
			}
		}
		sample = append(sample, read{rec, err})
	}
	return sample, fields, nil
}

// shape settles how records become rows: a known shape or a plain one, under what the command line says.
func (o Options) shape(tables map[string]*Table, t *Table, fields []string) (Shape, error) {
	has := map[string]bool{}
	for _, f := range fields {
		has[f] = true
	}
	for _, f := range append(sortedKeys(o.Map), o.Key...) {
		if !has[f] && len(fields) > 0 {
			return Shape{}, usage("the file has no field %q%s; its first rows have: %s", f, didYouMean(f, fields), strings.Join(fields, ", "))
		}
	}
	for _, flag := range []struct {
		name string
		of   map[string]string
	}{{"--map", o.Map}, {"--set", o.Set}} {
		for _, left := range sortedKeys(flag.of) {
			to := flag.of[left]
			if flag.name == "--set" {
				to = left
			}
			if to != "-" && targetNamed(tables, t, to) == nil {
				return Shape{}, usage("%s %s=%s: %s has no column %q%s\nit accepts: %s", flag.name, left, flag.of[left], t.Name, to,
					didYouMean(to, words(tables, t)), accepted(tables, t))
			}
		}
	}
	chosen, err := choose(o.As, t.Name, has)
	if err != nil {
		return Shape{}, UsageError{err}
	}
	var s Shape
	if chosen != nil {
		s = *chosen
		s.Fields, s.New = maps.Clone(s.Fields), maps.Clone(s.New)
	} else {
		var unknown []string
		s, unknown = plainShape(tables, t, fields, o.Map)
		if len(unknown) > 0 && !o.SkipUnknown {
			return Shape{}, o.unknownFields(tables, t, unknown, elsewhere(has))
		}
		if s.Key == nil {
			for f, to := range o.Map {
				if to == "slug" {
					s.Key = []string{f}
				}
			}
			if s.Key == nil && has["slug"] && o.Map["slug"] == "" && t.Column("slug") != nil {
				s.Key = []string{"slug"}
			}
		}
	}
	if s.Fields == nil {
		s.Fields = map[string]Target{}
	}
	for field, to := range o.Map {
		s.Fields[field] = Ignore()
		if to != "-" {
			s.Fields[field] = targetNamed(tables, t, to)
		}
	}
	s.Set = maps.Clone(s.Set)
	if s.Set == nil {
		s.Set = map[string]string{}
	}
	maps.Copy(s.Set, o.Set)
	if o.Key != nil {
		s.Key = o.Key
	}
	return s, nil
}

func (o Options) unknownFields(tables map[string]*Table, t *Table, unknown []string, hint string) error {
	var b strings.Builder
	for _, f := range unknown {
		fmt.Fprintf(&b, "\n  %s%s", f, didYouMean(snake(f), words(tables, t)))
	}
	return usage("%s has no column for these fields of the file:%s\nGive a field a column with --map FIELD=COLUMN, leave it out with --map FIELD=-, or leave all of them out with --skip-unknown.\nColumns are: %s%s",
		t.Name, b.String(), accepted(tables, t), hint)
}

var tenantForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// tenant finds whose rows they will be. One that does not exist is made, unless it must exist.
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
		return "", usage("which tenant? Say --tenant NAME; there are: %s", strings.Join(all, ", "))
	}
	if !tenantForm.MatchString(o.Tenant) {
		return "", usage("--tenant %q: want 1 to 64 letters, digits, dots, hyphens or underscores, a letter or digit first", o.Tenant)
	}
	var there bool
	if err := pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM tenant WHERE id = $1)", o.Tenant).Scan(&there); err != nil {
		return "", fmt.Errorf("read the tenant: %w", err)
	}
	if there {
		return o.Tenant, nil
	}
	if o.TenantMustExist {
		return "", usage("there is no tenant %q: vitrine tenant list shows which there are, and --create-tenant makes it", o.Tenant)
	}
	if _, err := pool.Exec(ctx, "INSERT INTO tenant (id, name) VALUES ($1, $1) ON CONFLICT DO NOTHING", o.Tenant); err != nil {
		return "", fmt.Errorf("make the tenant %s: %w", o.Tenant, err)
	}
	report.Notes = append(report.Notes, fmt.Sprintf("tenant %s did not exist and was made", o.Tenant))
	return o.Tenant, nil
}

// lockTenant makes imports into one tenant wait for each other: the ids and slugs of one depend on what is there. A run that
// was killed lets go as soon as Postgres has noticed.
func lockTenant(ctx context.Context, pool *pgxpool.Pool, tenant string, progress io.Writer) (unlock func(), err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	c := conn.Hijack() // for the whole run; the pool may make another in its place
	unlock = func() { closeConn(ctx, c) }
	var got bool
	const key = "hashtextextended('vitrine import ' || $1, 0)"
	err = c.QueryRow(ctx, "SELECT pg_try_advisory_lock("+key+")", tenant).Scan(&got)
	if err == nil && !got {
		if progress != nil {
			fmt.Fprintf(progress, "another import into tenant %s is running: waiting for it to end\n", tenant)
		}
		_, err = c.Exec(ctx, "SELECT pg_advisory_lock("+key+")", tenant)
	}
	if err != nil {
		unlock()
		return nil, fmt.Errorf("wait for other imports: %w", err)
	}
	return unlock, nil
}
