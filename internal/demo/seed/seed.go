package seed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/demo/content"
)

// Both is the Options.Tenant of all demo tenants.
const Both = ""

// Options select what Run writes.
type Options struct {
	Tenant   string    // "demo", "atelier" or Both
	Products int       // of demo, at least 200; atelier has a tenth. 0: 2,400 and 240
	Now      time.Time // the moment around which campaigns, events and windows lie. Zero: the present
	// Reset restores rows of the demo that were edited. Without it, existing rows stay as they are.
	Reset bool
	// Progress is called after each table with the number of rows done and their total.
	Progress func(done, total int)
}

// Report counts the rows of a run.
type Report struct {
	Rows    map[string]int // rows of the demo by kind, over the selected tenants
	Written int            // rows that were missing, or restored
	Took    time.Duration
}

// Total returns the number of rows of the demo.
func (r Report) Total() int {
	n := 0
	for _, rows := range r.Rows {
		n += rows
	}
	return n
}

// Run writes the demo tenants, each in one transaction. A second run writes nothing, so that no change number moves. It
// touches no other tables and no rows that others added.
func Run(ctx context.Context, pool *pgxpool.Pool, o Options) (Report, error) {
	start := time.Now()
	report := Report{Rows: map[string]int{}}
	builders, err := plan(o)
	if err != nil {
		return report, err
	}
	total := 0
	for _, w := range builders {
		for _, t := range w.tables {
			report.Rows[t.name] += len(t.rows)
			total += len(t.rows)
		}
	}
	done := 0
	for _, w := range builders {
		written, err := w.load(ctx, pool, o.Reset, func(rows int) {
			done += rows
			if o.Progress != nil {
				o.Progress(done, total)
			}
		})
		if err != nil {
			return report, fmt.Errorf("seed tenant %s: %w", w.tenant.ID, err)
		}
		report.Written += written
	}
	report.Took = time.Since(start)
	return report, nil
}

// plan makes a builder for each selected tenant.
func plan(o Options) ([]*builder, error) {
	if o.Products != 0 && o.Products < 200 {
		return nil, fmt.Errorf("seed: %d products: must be at least 200, or 0 for the usual number", o.Products)
	}
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	var builders []*builder
	var names []string
	for _, s := range content.Tenants {
		names = append(names, s.ID)
		if o.Tenant != Both && o.Tenant != s.ID {
			continue
		}
		products := s.Products
		if o.Products != 0 {
			products = o.Products * s.Products / content.Tenants[0].Products
		}
		builders = append(builders, build(s, products, o.Now))
	}
	if builders == nil {
		return nil, fmt.Errorf("seed: no tenant %q: there are %s", o.Tenant, strings.Join(names, " and "))
	}
	return builders, nil
}

// load writes a tenant's rows in one transaction and returns the number written. It calls loaded after each table.
func (w *builder) load(ctx context.Context, pool *pgxpool.Pool, reset bool, loaded func(rows int)) (int, error) {
	written := 0
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		for _, t := range w.tables {
			n, err := t.load(ctx, tx, reset)
			if err != nil {
				return err
			}
			written += n
			loaded(len(t.rows))
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return written, nil
}

// load copies the rows to a temporary table and inserts those that are missing. Triggers see one statement a table.
func (t *table) load(ctx context.Context, tx pgx.Tx, reset bool) (int, error) {
	beside := pgx.Identifier{"pg_temp", "seed_" + t.name}
	name := pgx.Identifier{t.name}.Sanitize()
	columns := quoted(t.columns, "")

	create := "CREATE TEMP TABLE " + beside.Sanitize() + " ON COMMIT DROP AS SELECT " + columns + " FROM " + name +
		" WITH NO DATA"
	if _, err := tx.Exec(ctx, create); err != nil {
		return 0, fmt.Errorf("make room for %s: %w", t.name, err)
	}
	if _, err := tx.CopyFrom(ctx, beside, t.columns, pgx.CopyFromRows(t.rows)); err != nil {
		return 0, fmt.Errorf("copy %s: %w", t.name, err)
	}
	insert := "INSERT INTO " + name + " (" + columns + ") SELECT " + columns + " FROM " + beside.Sanitize() +
		" ON CONFLICT (id) "
	if reset {
		// A changed updated_at alone is no edit.
		says := slices.DeleteFunc(slices.Clone(t.columns),
			func(c string) bool { return c == "id" || c == "tenant_id" || c == "updated_at" })
		insert += "DO UPDATE SET (" + quoted(says, "") + ") = ROW(" + quoted(says, "excluded.") + ")" +
			" WHERE (" + quoted(says, name+".") + ") IS DISTINCT FROM (" + quoted(says, "excluded.") + ")"
	} else {
		insert += "DO NOTHING"
	}
	tag, err := tx.Exec(ctx, insert)
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Detail != "" {
		return 0, fmt.Errorf("insert %s: %w: %s", t.name, err, pg.Detail)
	}
	if err != nil {
		return 0, fmt.Errorf("insert %s: %w", t.name, err)
	}
	return int(tag.RowsAffected()), nil
}

// quoted lists columns for SQL, each with a prefix.
func quoted(columns []string, prefix string) string {
	var b strings.Builder
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(prefix + pgx.Identifier{c}.Sanitize())
	}
	return b.String()
}

// Rows returns the rows of a table of o.Tenant without writing them.
func Rows(o Options, name string) (columns []string, rows [][]any, err error) {
	builders, err := plan(o)
	if err != nil {
		return nil, nil, err
	}
	for _, t := range builders[0].tables {
		if t.name == name {
			return t.columns, t.rows, nil
		}
	}
	return nil, nil, fmt.Errorf("seed: no table %q", name)
}
