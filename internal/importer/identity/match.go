package identity

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/importer/table"
)

// A Matcher finds the rows of keys. The id of a row derives from its key, unless an editor or another import created
// the row, or the key was changed.
type Matcher struct {
	key    Key
	conn   *pgx.Conn
	series Series
	table  *table.Table
	rekey  bool

	column string // the query for rows by the column of the key; empty if there is none
	stored bool   // some keys are stored beside their rows
}

// NewMatcher prepares to find rows by a key. If the key has a column without an index, the connection keeps a temporary
// table of that name, so a name can be used once.
//
// Rows that earlier imports wrote are found by the column only if rekey is set, which is for keys that replace another.
// Otherwise their ids derive from the key, or the key is stored.
func (s Series) NewMatcher(ctx context.Context, conn *pgx.Conn, t *table.Table, k Key, name string, rekey bool) (
	*Matcher, error) {
	m := &Matcher{key: k, conn: conn, series: s, table: t, rekey: rekey}
	err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM import_row WHERE tenant_id = $1 AND kind = $2 "+
		"AND key IS NOT NULL)", s.Tenant, t.Name).Scan(&m.stored)
	if err != nil {
		return nil, fmt.Errorf("read the keys of rows: %w", err)
	}
	known := " AND NOT EXISTS (SELECT FROM import_row r WHERE r.tenant_id = $1 AND r.kind = " + table.Literal(t.Name) +
		" AND r.id = t.id AND r.dataset = " + table.Literal(s.Dataset) + ")"
	if rekey {
		known = ""
	}
	switch k.Column {
	case "":
	case "slug":
		m.column = fmt.Sprintf("SELECT slug, id FROM %s t WHERE tenant_id = $1 AND slug = ANY($2)%s", t.Quoted(), known)
	default:
		if err := m.stage(ctx, "pg_temp."+table.Quote(name), known); err != nil {
			return nil, fmt.Errorf("read %s.%s: %w", t.Name, k.Column, err)
		}
	}
	return m, nil
}

// Key returns the key by which the Matcher finds rows.
func (m *Matcher) Key() Key { return m.key }

// stage copies the values of the column into a temporary table with an index.
func (m *Matcher) stage(ctx context.Context, name, known string) error {
	column := table.Quote(m.key.Column)
	tag, err := m.conn.Exec(ctx, fmt.Sprintf("CREATE TEMP TABLE %s AS SELECT btrim(%s::text) AS value, created_at, id "+
		"FROM %s t WHERE tenant_id = $1 AND %[2]s IS NOT NULL%[4]s", name, column, m.table.Quoted(), known),
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
	found := Rows{key: m.key, stored: map[string]string{}, held: map[string][]string{}, own: map[string]bool{},
		foreign: map[string]bool{}}
	var values, texts, ids []string
	for _, k := range keys {
		ids = append(ids, k.ID)
		if k.Values == nil {
			continue
		}
		if text, ok := m.key.Text(k.Values); ok {
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
			text := m.key.text([]string{value})
			found.held[text] = append(found.held[text], id)
		}, m.column, m.series.Tenant, values)
		if err != nil {
			return found, fmt.Errorf("look up %s.%s: %w", m.table.Name, m.key.Column, err)
		}
	}
	if m.rekey && len(ids) > 0 {
		err := m.read(ctx, func(id, _ string) { found.own[id] = !found.foreign[id] },
			"SELECT id, '' FROM "+m.table.Quoted()+" WHERE tenant_id = $1 AND id = ANY($2)", m.series.Tenant, ids)
		if err != nil {
			return found, fmt.Errorf("look up ids of %s: %w", m.table.Name, err)
		}
	}
	return found, nil
}

func (m *Matcher) findStored(ctx context.Context, found *Rows, texts, ids []string) error {
	return m.read(ctx, func(text, id string) {
		found.foreign[id] = true
		found.stored[text] = id
	}, "SELECT key, id FROM import_row WHERE tenant_id = $1 AND kind = $2 AND key = ANY($3) "+
		"UNION ALL SELECT key, id FROM import_row WHERE tenant_id = $1 AND kind = $2 AND id = ANY($4) AND key IS NOT NULL",
		m.series.Tenant, m.table.Name, texts, ids)
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
	key     Key
	stored  map[string]string
	held    map[string][]string
	own     map[string]bool
	foreign map[string]bool
}

// Stored returns the row beside which a key is stored.
func (r Rows) Stored(values []string) (id string, ok bool) {
	id, ok = r.stored[r.key.text(values)]
	return id, ok
}

// Held returns the row whose column holds a key. Of several rows it is the one with the derived id, or else the oldest.
func (r Rows) Held(values []string, derived string) (id string, ok bool) {
	if len(values) != 1 {
		return "", false
	}
	ids := r.held[r.key.text(values)]
	if len(ids) == 0 {
		return "", false
	}
	if slices.Contains(ids, derived) {
		return derived, true
	}
	return ids[0], true
}

// Own reports whether a row has this id, and no other key. Only a Matcher with rekey looks them up.
func (r Rows) Own(id string) bool { return r.own[id] }

// Foreign reports whether the id belongs to a row beside which a key is stored.
func (r Rows) Foreign(id string) bool { return r.foreign[id] }
