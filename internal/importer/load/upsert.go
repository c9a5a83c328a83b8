package load

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/importer/table"
)

// upsert moves a stage into its table: it updates rows that differ and inserts rows that do not exist. It does not lock
// the others.
func (a *attempt) upsert(ctx context.Context, st *Stage, mask uint64) error {
	rows, total := a.rows(st)
	var existing, changed []string
	if !st.child || !a.allNew() {
		var err error
		if existing, changed, err = a.compare(ctx, st, mask, rows); err != nil {
			return err
		}
	}
	if len(changed) > 0 {
		if _, err := a.tx.Exec(ctx, st.updateSQL(mask), pgx.QueryExecModeExec, a.p.Tenant, changed); err != nil {
			return err
		}
	}
	count := a.count(st.Table.Name)
	count.Updated += len(changed)
	count.Unchanged += len(existing) - len(changed)
	if len(existing) == total {
		return nil
	}
	if len(existing) > 0 {
		if _, err := a.tx.Exec(ctx, "DELETE FROM "+st.temp()+" WHERE id = ANY($1)", existing); err != nil {
			return err
		}
	}
	if err := a.useSpareSlugs(ctx, st); err != nil {
		return err
	}
	tag, err := a.tx.Exec(ctx, st.insertSQL(mask), pgx.QueryExecModeExec, a.p.Tenant)
	if err != nil {
		return err
	}
	count.Inserted += int(tag.RowsAffected())
	a.touchNew(st, rows)
	return nil
}

// rows returns the number of rows of each record in a stage, and their sum. Removed records do not count.
func (a *attempt) rows(st *Stage) (rows []int, total int) {
	rows = make([]int, len(a.batch))
	for n, d := range a.batch {
		if !a.out[n] {
			rows[n] = d.Count(st)
			total += rows[n]
		}
	}
	return rows, total
}

// touchNew records which records have new rows in a stage. rows holds their number, as compare leaves it.
func (a *attempt) touchNew(st *Stage, rows []int) {
	for n, left := range rows {
		if left > 0 {
			a.touch(n, st == a.p.Main)
		}
	}
}

// compare returns the ids of the staged rows that exist in the table, and of those that differ there. rows holds the
// number of rows of each record; compare leaves the number of new ones.
func (a *attempt) compare(ctx context.Context, st *Stage, mask uint64, rows []int) (
	existing, changed []string, err error) {
	differing := "false"
	switch {
	case st.Pair != nil && !a.p.Merge && st.Place("position") >= 0:
		differing = "t.position IS DISTINCT FROM s.position"
	case st.Pair == nil:
		old := make([]string, len(st.Columns))
		for i, c := range st.Columns {
			old[i] = "t." + table.Quote(c.Name)
		}
		differing = fmt.Sprintf("ROW(%s) IS DISTINCT FROM ROW(%s)",
			strings.Join(old, ", "), strings.Join(st.values(mask, "t", nil), ", "))
	}
	var n int32
	var id string
	var differs bool
	err = a.probe(ctx, fmt.Sprintf(`
		SELECT s._n, s.id, t.differs FROM %s s
		CROSS JOIN LATERAL (SELECT %s AS differs FROM %s t WHERE t.tenant_id = (SELECT $1) AND %s OFFSET 0) t`,
		st.temp(), differing, st.Table.Quoted(), st.same()),
		[]any{a.p.Tenant}, []any{&n, &id, &differs}, func() error {
			rows[n]--
			existing = append(existing, id)
			if differs {
				changed = append(changed, id)
				a.touch(int(n), false)
			}
			return nil
		})
	return existing, changed, err
}

// useSpareSlugs replaces the slugs of new rows that another row, not from the file, already has.
func (a *attempt) useSpareSlugs(ctx context.Context, st *Stage) error {
	if !st.slug {
		return nil
	}
	taken, err := a.numbers(ctx, fmt.Sprintf(slugTaken, st.temp(), st.Table.Quoted()), a.p.Tenant)
	if err != nil || len(taken) == 0 {
		return err
	}
	_, err = a.tx.Exec(ctx, "UPDATE "+st.temp()+" SET slug = _spare WHERE _n = ANY($1)", taken)
	return err
}

// same returns the condition that the row t of the table is the staged row s.
func (st *Stage) same() string {
	if st.Pair == nil {
		return "t.id = s.id"
	}
	return fmt.Sprintf("t.%[1]s = s.%[1]s AND t.%[2]s = s.%[2]s", table.Quote(st.Pair[0]), table.Quote(st.Pair[1]))
}

// updateSQL updates the rows of the staged ids $2.
func (st *Stage) updateSQL(mask uint64) string {
	if st.Pair != nil { // such a row has nothing else that a file could change
		return fmt.Sprintf("UPDATE %s t SET position = s.position FROM %s s WHERE t.tenant_id = (SELECT $1) AND %s "+
			"AND s.id = ANY($2)", st.Table.Quoted(), st.temp(), st.same())
	}
	var set []string
	for i, value := range st.values(mask, "t", nil) {
		set = append(set, table.Quote(st.Columns[i].Name)+" = "+value)
	}
	return fmt.Sprintf("UPDATE %s t SET %s FROM %s s "+
		"WHERE t.tenant_id = (SELECT $1) AND t.id = s.id AND s.id = ANY($2) AND t.id = ANY($2)",
		st.Table.Quoted(), strings.Join(set, ", "), st.temp())
}

// insertSQL inserts the rows that are left in the stage.
func (st *Stage) insertSQL(mask uint64) string {
	columns, values := []string{"id", "tenant_id"}, []string{"s.id", "$1"}
	if st.slug {
		columns, values = append(columns, "slug"), append(values, "s.slug")
	}
	initial := func(c *table.Column) string {
		if text, ok := st.initial[c.Name]; ok {
			return table.Literal(text) + "::" + c.Declared()
		}
		return c.Default
	}
	for _, c := range st.Columns {
		columns = append(columns, table.Quote(c.Name))
	}
	values = append(values, st.values(mask, "", initial)...)
	for _, name := range slices.Sorted(maps.Keys(st.initial)) {
		if st.Place(name) < 0 {
			columns, values = append(columns, table.Quote(name)), append(values, initial(st.Table.Column(name)))
		}
	}
	sql := fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s s ORDER BY s.id COLLATE \"C\"",
		st.Table.Quoted(), strings.Join(columns, ", "), strings.Join(values, ", "), st.temp())
	if st.Pair != nil {
		sql += " ON CONFLICT DO NOTHING"
	}
	return sql
}
