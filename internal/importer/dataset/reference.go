package dataset

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// Named fills a foreign key with the row of that name. The row is created if it is missing.
func Named(column string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		target := p.Main.Columns[at].Target
		if target == "" {
			return nil, fmt.Errorf("%s.%s is not a foreign key", p.Main.Table.Name, column)
		}
		refs, err := p.References(target)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			name, err := source.NameOf(v)
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			if table.IsNothing(name) {
				d.Blank(column, name)
				d.Main.Cells[at] = load.Null
				return nil
			}
			d.Trimmed(strings.TrimSuffix(column, "_id"), v)
			e, err := refs.Named(name)
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			if target == p.Main.Table.Name {
				d.Parent = e
			}
			d.Main.Cells[at] = d.Reference(e)
			return nil
		}, nil
	}
}

// Known fills a foreign key with the row whose SQL expression equals the value, such as social->>'github'. If there is
// none, the column is empty. No row is created, and a later run may find one.
func Known(column, expression string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		target := p.Tables[p.Main.Columns[at].Target]
		if target == nil {
			return nil, fmt.Errorf("%s.%s is not a foreign key", p.Main.Table.Name, column)
		}
		known := map[string]string{}
		p.OnStart(func(ctx context.Context, pool *pgxpool.Pool) error {
			sql := fmt.Sprintf("SELECT %[1]s, id FROM %[2]s WHERE tenant_id = $1 AND %[1]s <> '' ORDER BY id DESC",
				expression, target.Quoted())
			rows, err := pool.Query(ctx, sql, p.Tenant)
			if err != nil {
				return fmt.Errorf("read the rows of %s: %w", target.Name, err)
			}
			var value, id string
			if _, err := pgx.ForEachRow(rows, []any{&value, &id}, func() error { known[value] = id; return nil }); err != nil {
				return fmt.Errorf("read the rows of %s: %w", target.Name, err)
			}
			return nil
		})
		return func(d *load.Draft, v any) error {
			s, err := source.NameOf(v)
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			d.Main.Cells[at] = load.Null
			if id := known[s]; id != "" {
				d.Main.Cells[at] = load.Text(id)
			}
			return nil
		}, nil
	}
}

// Related fills a table that joins records of the file with each other, such as words with their synonyms. The value is
// a list of keys. The rows are written after all records, because a key may belong to a later record. Keys without a
// record are left out.
func Related(name, column string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		own := p.Main.Table.Name + "_id"
		st, err := p.Stage(name, own, column, "position")
		if err != nil {
			return nil, err
		}
		if target := st.Columns[1].Target; target != p.Main.Table.Name {
			return nil, fmt.Errorf("%s.%s references %s, expected %s", name, column, target, p.Main.Table.Name)
		}
		st.Pair, st.Late = []string{own, column}, true
		return func(d *load.Draft, v any) error {
			list, ok := v.([]any)
			if !ok && v != nil {
				return fmt.Errorf("expected a list of names, got %s", source.Describe(v))
			}
			for _, one := range list {
				key, err := source.NameOf(one)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				if key != "" {
					d.JoinLate(st, p.Refer(p.Main.Table.Name, key))
				}
			}
			return nil
		}, nil
	}
}

// Row fills a foreign key with a row that several fields of the record describe, such as the city and country of a
// conference. An existing row with the same values is used; otherwise one is created. same maps the columns that
// identify the row to their fields; extra maps further columns of a new row. A record without a name references no row.
// (Latitude and longitude zero mean that the position is unknown.)
func Row(column string, same, extra map[string]string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		refs, err := p.References(p.Main.Columns[at].Target)
		if err != nil {
			return nil, err
		}
		s := &described{
			tenant: p.Tenant, refs: refs, by: map[string]*load.Entry{}, fields: map[string]string{},
			same: slices.Sorted(maps.Keys(same)),
		}
		s.all = slices.Sorted(slices.Values(slices.AppendSeq(slices.Clone(s.same), maps.Keys(extra))))
		if !slices.Contains(s.same, refs.Table.Label) {
			return nil, fmt.Errorf("%s requires a field for %s.%s", column, refs.Table.Name, refs.Table.Label)
		}
		for _, c := range s.all {
			if refs.Table.Column(c) == nil {
				return nil, fmt.Errorf("%s has no column %q", refs.Table.Name, c)
			}
			s.fields[c] = same[c] + extra[c]
			p.Uses(s.fields[c])
		}
		p.OnStart(s.load)
		return func(d *load.Draft, v any) error {
			e, err := s.entry(d.Record)
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			d.Main.Cells[at] = load.Null
			if e != nil {
				d.Main.Cells[at] = d.Reference(e)
			}
			return nil
		}, nil
	}
}

// A described set finds rows of a table by the values of some columns.
type described struct {
	tenant string
	refs   *load.References
	same   []string          // the columns that identify a row
	all    []string          // and those that a new row gets
	fields map[string]string // the field of each column
	by     map[string]*load.Entry
}

// load reads the values of the existing rows. Of several equal rows it takes the one with the lowest id.
func (s *described) load(ctx context.Context, pool *pgxpool.Pool) error {
	columns := make([]string, len(s.same))
	for i, c := range s.same {
		columns[i] = "coalesce(" + table.Quote(c) + "::text, '')"
	}
	t := s.refs.Table
	rows, err := pool.Query(ctx, fmt.Sprintf("SELECT id, ARRAY[%s] FROM %s WHERE tenant_id = $1 ORDER BY id",
		strings.Join(columns, ", "), t.Quoted()), s.tenant)
	if err != nil {
		return fmt.Errorf("read the rows of %s: %w", t.Name, err)
	}
	var id string
	var values []string
	if _, err = pgx.ForEachRow(rows, []any{&id, &values}, func() error {
		if key := s.key(values); s.by[key] == nil {
			s.by[key] = s.refs.ByID(id)
		}
		return nil
	}); err != nil {
		return fmt.Errorf("read the rows of %s: %w", t.Name, err)
	}
	return nil
}

// entry finds or creates the row that a record describes. It returns nil if the record has no name for it.
func (s *described) entry(rec source.Record) (*load.Entry, error) {
	given := map[string]string{}
	for _, c := range s.all {
		v, _ := source.Object(rec.Fields).Get(s.fields[c])
		text, ok, err := s.refs.Table.Column(c).Text(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c, err)
		}
		if text = strings.TrimSpace(text); ok && text != "" {
			given[c] = text
		}
	}
	if isZero(given["lat"]) && isZero(given["lng"]) {
		delete(given, "lat")
		delete(given, "lng")
	}
	label := s.refs.Table.Label
	if given[label] == "" {
		return nil, nil
	}
	values := make([]string, len(s.same))
	for i, c := range s.same {
		values[i] = given[c]
	}
	key := s.key(values)
	id := table.DeriveID(s.tenant, s.refs.Table.Name, "described", key)
	if e := s.refs.ByID(id); e != nil {
		return e, nil
	}
	if e := s.by[key]; e != nil {
		return e, nil
	}
	e, err := s.refs.Create(given[label], id)
	if err != nil {
		return nil, err
	}
	delete(given, label)
	e.Extra, s.by[key] = given, e
	return e, nil
}

// key joins values in a form that does not depend on the spelling of numbers and names.
func (s *described) key(values []string) string {
	var b strings.Builder
	for i, v := range values {
		if f, err := strconv.ParseFloat(v, 64); err == nil && s.refs.Table.Column(s.same[i]).Type == "double precision" {
			v = strconv.FormatFloat(f, 'g', -1, 64)
		} else {
			v = load.NameKey(v)
		}
		b.WriteString(v)
		b.WriteByte(0)
	}
	return b.String()
}

func isZero(s string) bool {
	f, err := strconv.ParseFloat(s, 64)
	return err == nil && f == 0
}
