package importer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Row fills a foreign key with a row that several fields of the record describe: the city and country of a conference, the
// group of a question and its language. A row that says the same in those columns will do, wherever it came from; else one is
// made on the way. Same are the columns that tell rows apart, and the fields they are compared with; also are further ones,
// given to a row that is made. Without a name nothing is meant. (A latitude and longitude of zero are unknown, not a spot in
// the Atlantic.)
func Row(column string, same, also map[string]string) Target {
	return func(p *plan) (put, error) {
		at, err := p.main.use(column)
		if err != nil {
			return nil, err
		}
		refs, err := p.refTable(p.main.columns[at].Target)
		if err != nil {
			return nil, err
		}
		s := &described{refs: refs, same: sortedKeys(same), all: slices.Sorted(slices.Values(append(sortedKeys(same), sortedKeys(also)...))), by: map[string]*entry{}}
		if !slices.Contains(s.same, refs.table.Label) {
			return nil, fmt.Errorf("%s needs a field for %s.%s", column, refs.table.Name, refs.table.Label)
		}
		fields := map[string]string{}
		for _, c := range s.all {
			if refs.table.Column(c) == nil {
				return nil, fmt.Errorf("%s has no column %q", refs.table.Name, c)
			}
			fields[c] = same[c] + also[c]
			p.taken(fields[c])
		}
		p.loads = append(p.loads, s.load)
		return func(d *draft, v any) error {
			e, err := s.entry(d.rec, fields)
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			d.main.cells[at] = cell{state: null}
			if e != nil {
				d.main.cells[at] = cell{state: given, ref: d.needs(e)}
			}
			return nil
		}, nil
	}
}

// A described set knows the rows of a table by what some of their columns say.
type described struct {
	refs *refTable
	same []string // the columns that tell rows apart
	all  []string // and those that are given to a new row
	by   map[string]*entry
}

// load reads what the rows say. The refTable has them already; of several that say the same, the first by id is meant.
func (s *described) load(ctx context.Context, pool *pgxpool.Pool) error {
	columns := make([]string, len(s.same))
	for i, c := range s.same {
		columns[i] = "coalesce(" + quote(c) + "::text, '')"
	}
	rows, err := pool.Query(ctx, fmt.Sprintf("SELECT id, ARRAY[%s] FROM %s WHERE tenant_id = $1 ORDER BY id", strings.Join(columns, ", "), s.refs.table.quoted()), s.refs.tenant)
	if err != nil {
		return fmt.Errorf("read the rows of %s: %w", s.refs.table.Name, err)
	}
	var id string
	var values []string
	if _, err = pgx.ForEachRow(rows, []any{&id, &values}, func() error {
		if key := s.key(values); s.by[key] == nil {
			s.by[key] = s.refs.byID[id]
		}
		return nil
	}); err != nil {
		return fmt.Errorf("read the rows of %s: %w", s.refs.table.Name, err)
	}
	return nil
}

// entry finds or makes the row that a record describes; nil where it names none.
func (s *described) entry(rec Record, fields map[string]string) (*entry, error) {
	given := map[string]string{}
	for _, c := range s.all {
		v, _ := Object(rec.Fields).Get(fields[c])
		text, ok, err := s.refs.table.Column(c).text(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c, err)
		}
		if text = strings.TrimSpace(text); ok && text != "" {
			given[c] = text
		}
	}
	if zero(given["lat"]) && zero(given["lng"]) {
		delete(given, "lat")
		delete(given, "lng")
	}
	label := s.refs.table.Label
	if given[label] == "" {
		return nil, nil
	}
	values := make([]string, len(s.same))
	for i, c := range s.same {
		values[i] = given[c]
	}
	key := s.key(values)
	id := deriveID(s.refs.tenant, s.refs.table.Name, "described", key)
	if e := s.refs.byID[id]; e != nil {
		return e, nil
	}
	if e := s.by[key]; e != nil {
		return e, nil
	}
	e, err := s.refs.make(nil, given[label], given[label], id)
	if err != nil {
		return nil, err
	}
	delete(given, label)
	e.also, s.by[key] = given, e
	return e, nil
}

// key is what rows are told apart by, in a form that does not depend on how a number or a name was written.
func (s *described) key(values []string) string {
	var b strings.Builder
	for i, v := range values {
		if f, err := strconv.ParseFloat(v, 64); err == nil && s.refs.table.Column(s.same[i]).Type == "double precision" {
			v = strconv.FormatFloat(f, 'g', -1, 64)
		} else {
			v = nameKey(v)
		}
		b.WriteString(v)
		b.WriteByte(0)
	}
	return b.String()
}

func zero(s string) bool {
	f, err := strconv.ParseFloat(s, 64)
	return err == nil && f == 0
}

// Known fills a foreign key with the row of which an SQL expression over its table says the value, such as
// social->>'github'. Where there is none it is empty: no row is made, and the next run may find one.
func Known(column, expression string) Target {
	return func(p *plan) (put, error) {
		at, err := p.main.use(column)
		if err != nil {
			return nil, err
		}
		target := p.tables[p.main.columns[at].Target]
		if target == nil {
			return nil, fmt.Errorf("%s.%s points to no table", p.main.table.Name, column)
		}
		known := map[string]string{}
		p.loads = append(p.loads, func(ctx context.Context, pool *pgxpool.Pool) error {
			rows, err := pool.Query(ctx, fmt.Sprintf("SELECT %s, id FROM %s WHERE tenant_id = $1 AND %s <> '' ORDER BY id DESC", expression, target.quoted(), expression), p.tenant)
			if err != nil {
				return fmt.Errorf("read the rows of %s: %w", target.Name, err)
			}
			var value, id string
			if _, err := pgx.ForEachRow(rows, []any{&value, &id}, func() error { known[value] = id; return nil }); err != nil {
				return fmt.Errorf("read the rows of %s: %w", target.Name, err)
			}
			return nil
		})
		return func(d *draft, v any) error {
			s, err := nameOf(v)
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			d.main.cells[at] = cell{state: null}
			if id := known[s]; id != "" {
				d.main.cells[at] = cell{state: given, text: id}
			}
			return nil
		}, nil
	}
}
