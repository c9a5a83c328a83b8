package identity

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/importer/table"
)

// A Matcher finds the rows of keys. A row has a key of certain names if its id derives from the key, or if the key is
// stored. The column of the key shows which row it is only if a row has no key of these names, as rows of editors.
type Matcher struct {
	how    Search
	names  string // of the key, joined
	conn   *pgx.Conn
	series Series
	table  *table.Table

	column string // the query for rows by the column of the key; empty if there is none
	stored bool   // some ids do not derive from the key
}

// A Search says which rows a Matcher finds.
type Search struct {
	Key          Key
	Stage        string // a name for a temporary table, if the key's column has no index; it can be used once
	Derived      bool   // ids that derive from keys are looked up
	Unregistered bool   // ids of rows that no import registered derive from the key
	Lacking      *Key   // only rows without a key of these names; nil: any
}

// NewMatcher prepares to find rows.
func (s Series) NewMatcher(ctx context.Context, conn *pgx.Conn, t *table.Table, how Search) (*Matcher, error) {
	m := &Matcher{how: how, names: Joined(how.Key.Names), conn: conn, series: s, table: t}
	err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM import_row_key WHERE tenant_id = $1 AND kind = $2) OR "+
		"EXISTS (SELECT FROM import_key WHERE tenant_id = $1 AND kind = $2 "+
		"AND (dataset <> $3 OR names <> $4 OR older <> '{}'))",
		s.Tenant, t.Name, s.Dataset, how.Key.list()).Scan(&m.stored)
	if err != nil {
		return nil, fmt.Errorf("read the keys of rows: %w", err)
	}
	other := fmt.Sprintf(" AND NOT EXISTS (SELECT FROM import_row r WHERE r.tenant_id = $1 AND r.kind = %[1]s "+
		"AND r.id = t.id AND r.dataset = %[2]s AND r.names = %[3]s) AND NOT EXISTS (SELECT FROM import_row_key r "+
		"WHERE r.tenant_id = $1 AND r.kind = %[1]s AND r.id = t.id AND r.names = %[3]s)", table.Literal(t.Name),
		table.Literal(s.Dataset), table.Literal(m.names)) + m.lacking()
	switch c := how.Key.Column; c {
	case "":
	case "slug":
		m.column = fmt.Sprintf("SELECT slug, id FROM %s t WHERE tenant_id = $1 AND slug = ANY($2)%s", t.Quoted(), other)
	default:
		if err := m.stage(ctx, "pg_temp."+table.Quote(how.Stage), other); err != nil {
			return nil, fmt.Errorf("read %s.%s: %w", t.Name, c, err)
		}
	}
	return m, nil
}

// lacking returns the condition for rows t without the key of Search.Lacking.
func (m *Matcher) lacking() string {
	if m.how.Lacking == nil {
		return ""
	}
	names := table.Literal(Joined(m.how.Lacking.Names))
	return fmt.Sprintf(" AND NOT EXISTS (SELECT FROM import_row l WHERE l.tenant_id = $1 AND l.kind = %[1]s "+
		"AND l.id = t.id AND l.names = %[2]s) AND NOT EXISTS (SELECT FROM import_row_key l WHERE l.tenant_id = $1 "+
		"AND l.kind = %[1]s AND l.id = t.id AND l.names = %[2]s)", table.Literal(m.table.Name), names)
}

// Key returns the key by which the Matcher finds rows.
func (m *Matcher) Key() Key { return m.how.Key }

// stage copies the values of the column into a temporary table with an index.
func (m *Matcher) stage(ctx context.Context, name, other string) error {
	column := table.Quote(m.how.Key.Column)
	tag, err := m.conn.Exec(ctx, fmt.Sprintf("CREATE TEMP TABLE %s AS SELECT btrim(%s::text) AS value, created_at, id "+
		"FROM %s t WHERE tenant_id = $1 AND %[2]s IS NOT NULL%[4]s", name, column, m.table.Quoted(), other),
		pgx.QueryExecModeSimpleProtocol, m.series.Tenant)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if _, err := m.conn.Exec(ctx, fmt.Sprintf("CREATE INDEX ON %s (value); ANALYZE %[1]s", name)); err != nil {
		return err
	}
	m.column = "SELECT value, id FROM " + name + " WHERE $1::text IS NOT NULL AND value = ANY($2) ORDER BY created_at, id"
	return nil
}

// Derived is a key with the id that derives from it. Without values, the key is the whole content.
type Derived struct {
	Values []string
	ID     string
}

// Find looks up keys.
func (m *Matcher) Find(ctx context.Context, keys []Derived) (Rows, error) {
	found := Rows{stored: map[string]string{}, held: map[string][]string{}, own: map[string]bool{},
		foreign: map[string]bool{}}
	var values, texts, ids []string
	for _, k := range keys {
		if len(k.Values) == 1 && k.Values[0] == k.ID { // the key is the id of a row, as in an export
			found.own[k.ID] = true
			continue
		}
		ids = append(ids, k.ID)
		if k.Values == nil {
			continue
		}
		if text, ok := Text(k.Values); ok {
			texts = append(texts, text)
			values = append(values, k.Values[0])
		}
	}
	if m.stored {
		if err := m.findStored(ctx, &found, texts, ids); err != nil {
			return found, fmt.Errorf("look up keys of %s: %w", m.table.Name, err)
		}
	}
	if m.column != "" && len(values) > 0 {
		err := m.read(ctx, func(value, id string) {
			found.held[value] = append(found.held[value], id)
		}, m.column, m.series.Tenant, values)
		if err != nil {
			return found, fmt.Errorf("look up %s.%s: %w", m.table.Name, m.how.Key.Column, err)
		}
	}
	if m.how.Derived && len(ids) > 0 {
		if err := m.findDerived(ctx, &found, ids); err != nil {
			return found, fmt.Errorf("look up ids of %s: %w", m.table.Name, err)
		}
	}
	return found, nil
}

// findStored finds the rows of stored keys, and the ids that do not derive from the key.
func (m *Matcher) findStored(ctx context.Context, found *Rows, texts, ids []string) error {
	err := m.read(ctx, func(value, id string) { found.stored[value] = id },
		"SELECT t.value, t.id FROM import_row_key t WHERE t.tenant_id = $1 AND t.kind = $2 AND t.names = $3 "+
			"AND t.value = ANY($4)"+m.lacking(), m.series.Tenant, m.table.Name, m.names, texts)
	if err != nil {
		return err
	}
	return m.read(ctx, func(id, _ string) { found.foreign[id] = true },
		"SELECT id, '' FROM import_row WHERE tenant_id = $1 AND kind = $2 AND id = ANY($4) AND names IS DISTINCT FROM $3 "+
			"UNION ALL SELECT id, '' FROM import_row_key WHERE tenant_id = $1 AND kind = $2 AND id = ANY($4) AND names = $3",
		m.series.Tenant, m.table.Name, m.names, ids)
}

// findDerived finds the rows whose ids derive from the key. Other rows with such an id are foreign.
func (m *Matcher) findDerived(ctx context.Context, found *Rows, ids []string) error {
	return m.read(ctx, func(id, registered string) {
		switch {
		case found.foreign[id], found.Own(id):
		case registered != "" || m.how.Unregistered:
			found.own[id] = registered != ""
		default:
			found.foreign[id] = true
		}
	}, "SELECT t.id, coalesce(r.id, '') FROM "+m.table.Quoted()+" t LEFT JOIN import_row r ON r.tenant_id = $1 "+
		"AND r.kind = $2 AND r.id = t.id WHERE t.tenant_id = $1 AND t.id = ANY($3)"+m.lacking(),
		m.series.Tenant, m.table.Name, ids)
}

func (m *Matcher) read(ctx context.Context, each func(a, b string), sql string, args ...any) error {
	rows, err := m.conn.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	var a, b string
	_, err = pgx.ForEachRow(rows, []any{&a, &b}, func() error {
		each(a, b)
		return nil
	})
	return err
}

// Rows are the rows that a Matcher found. The zero value has none.
type Rows struct {
	stored  map[string]string   // by the text of the key
	held    map[string][]string // by the value of the column
	own     map[string]bool     // whether an import registered the row
	foreign map[string]bool
}

// Stored returns the row beside which a key is stored.
func (r Rows) Stored(values []string) (id string, ok bool) {
	text, _ := Text(values)
	id, ok = r.stored[text]
	return id, ok
}

// Held returns the row whose column holds a key. Of several rows it is the one with the derived id, or else the oldest.
func (r Rows) Held(values []string, derived string) (id string, ok bool) {
	if len(values) != 1 {
		return "", false
	}
	ids := r.held[values[0]]
	if len(ids) == 0 {
		return "", false
	}
	if slices.Contains(ids, derived) {
		return derived, true
	}
	return ids[0], true
}

// Own reports whether a row has this id, and the id derives from the key. Only a Matcher with Search.Derived looks for
// them.
func (r Rows) Own(id string) bool {
	_, ok := r.own[id]
	return ok
}

// Unregistered reports whether Own is true for a row that no import registered.
func (r Rows) Unregistered(id string) bool { return r.Own(id) && !r.own[id] }

// Foreign reports whether the id is that of a row without the key that it would derive from.
func (r Rows) Foreign(id string) bool { return r.foreign[id] && !r.Own(id) }
