package table

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/schema"
)

// A Table is a content table as the database describes it.
type Table struct {
	Name    string
	Columns []*Column
	Label   string // the column with the display name of a row: name, title, term or question; empty if there is none

	byName map[string]*Column
	rules  map[string]string // CHECKs, by name
}

// A Column is a column of a Table, with the constraints on its values.
type Column struct {
	Name      string
	Type      string         // Postgres's name without modifiers: text, integer, numeric, text[] …
	Scale     int            // digits of a numeric after the decimal point
	Digits    int            // digits of a numeric in total; 0 for no limit
	NotNull   bool           // the column must have a value
	Default   string         // SQL of the default; empty for none
	OneOf     []string       // the values that a CHECK allows; nil for all
	Positive  bool           // the value must be at least zero
	Longest   int            // length limit of a text in characters; 0 for no limit
	Slug      bool           // a CHECK requires a slug
	Tidy      bool           // a trigger keeps the text in one form: see filter.Tidy
	Target    string         // the table that a foreign key references
	Decimal   byte           // the decimal sign of the file, a comma or a dot; 0: each value shows its own
	Zone      *time.Location // of times that name none; nil: UTC
	Generated bool           // computed by Postgres or by the trigger keep: nobody writes it
}

// Column finds a column by name. It returns nil if there is none.
func (t *Table) Column(name string) *Column { return t.byName[name] }

// Rule returns the condition of a CHECK without the casts that Postgres adds; empty if the table has no such CHECK.
func (t *Table) Rule(constraint string) string { return t.rules[constraint] }

// managed are the columns that the import itself or the database fills.
var managed = map[string]bool{"id": true, "tenant_id": true, "created_at": true, "updated_at": true}

// Managed reports whether the import itself or the database normally fills the column.
func (c *Column) Managed() bool { return managed[c.Name] }

// Fillable reports whether a file may fill the column.
func (c *Column) Fillable() bool { return !c.Generated && (!c.Managed() || c.Name == "created_at") }

// KeepsOverNull reports whether a null in the file leaves the column of a row unchanged. The column must have a value,
// or null is no mere lack of one: a product without a stock is sold without a limit.
func (c *Column) KeepsOverNull() bool { return c.NotNull || c.Name == "stock" }

// EmptyList returns the text form of the empty list for a column that holds a list by default, such as images. It
// returns "" for other columns.
func (c *Column) EmptyList() string {
	switch {
	case strings.HasPrefix(c.Default, "'[]'"):
		return "[]"
	case strings.HasPrefix(c.Default, "'{}'") && strings.HasSuffix(c.Type, "[]"):
		return "{}"
	}
	return ""
}

// IsNumber reports whether the column holds numbers.
func (c *Column) IsNumber() bool {
	switch c.Type {
	case "smallint", "integer", "bigint", "numeric", "real", "double precision":
		return true
	}
	return false
}

// prose are the columns of long texts, which are kept to the byte.
var prose = map[string]bool{
	"description": true, "content": true, "answer": true, "definition": true, "brief": true, "summary": true,
	"meta_description": true, "author_bio": true,
}

// Trimmed reports whether white space around a value is removed. It means nothing in a name, a code or an address, and
// would make two values of one.
func (c *Column) Trimmed() bool { return c.Type == "text" && !prose[c.Name] }

// Accepted lists the columns that a file may fill.
func (t *Table) Accepted() []string {
	var names []string
	for _, c := range t.Columns {
		if c.Fillable() {
			names = append(names, c.Name)
		}
	}
	return names
}

// Read reads the description of every content table, that is, of every table whose changes are captured. The tables of
// the write service are not among them.
func Read(ctx context.Context, pool *pgxpool.Pool) (map[string]*Table, error) {
	rows, err := pool.Query(ctx, `
		SELECT c.relname, a.attname, format_type(a.atttypid, NULL), a.atttypmod, a.attnotnull,
		       a.attgenerated <> '' OR a.attname = ANY ($1),
		       coalesce(pg_get_expr(d.adbin, d.adrelid), '')
		FROM pg_class c
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
		WHERE c.relnamespace = 'public'::regnamespace
		  AND c.relname IN (SELECT kind FROM watched WHERE kind NOT LIKE 'tenant%')
		ORDER BY c.relname, a.attnum`, schema.Kept)
	if err != nil {
		return nil, fmt.Errorf("read the content tables: %w", err)
	}
	tables := map[string]*Table{}
	var table, expr string
	var mod int32
	var c Column
	into := []any{&table, &c.Name, &c.Type, &mod, &c.NotNull, &c.Generated, &expr}
	_, err = pgx.ForEachRow(rows, into, func() error {
		t := tables[table]
		if t == nil {
			t = &Table{Name: table, byName: map[string]*Column{}, rules: map[string]string{}}
			tables[table] = t
		}
		column := &Column{Name: c.Name, Type: c.Type, NotNull: c.NotNull, Generated: c.Generated, Default: expr}
		if c.Type == "numeric" && mod > 4 {
			column.Digits, column.Scale = int((mod-4)>>16), int((mod-4)&0xffff)
		}
		t.Columns = append(t.Columns, column)
		t.byName[c.Name] = column
		return nil
	})
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42P01" || err == nil && len(tables) == 0 {
		return nil, errors.New("the database has no content tables; run vitrine migrate first")
	}
	if err != nil {
		return nil, fmt.Errorf("read the content tables: %w", err)
	}
	for _, t := range tables {
		for _, name := range []string{"name", "title", "term", "question"} {
			if c := t.Column(name); c != nil && t.Label == "" {
				t.Label = name
			}
		}
	}
	return tables, readConstraints(ctx, pool, tables)
}
