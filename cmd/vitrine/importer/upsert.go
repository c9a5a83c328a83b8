package importer

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// check takes out the records that name rows which are not there, and those that want a slug which another row has. Those
// that name a row of their own table may only be early: they wait for it.
func (a *attempt) check(ctx context.Context) error {
	for _, st := range a.p.stages {
		for _, i := range st.checked {
			if err := a.checkKey(ctx, st, i); err != nil {
				return err
			}
		}
	}
	slug := a.p.main.place("slug")
	if slug < 0 {
		return nil
	}
	taken, err := a.numbers(ctx, fmt.Sprintf(`
		SELECT s._n FROM %s s WHERE EXISTS (SELECT FROM %s x WHERE x.tenant_id = (SELECT $1) AND x.slug = s.slug AND x.id <> s.id OFFSET 0)`,
		a.p.main.temp(), a.p.main.table.quoted()), a.p.tenant)
	if err != nil {
		return err
	}
	for _, n := range taken {
		a.rejects = append(a.rejects, reject{a.batch[n].rec, fmt.Sprintf("slug: %q is taken by another %s", a.batch[n].main.cells[slug].text, a.p.main.table.Name)})
	}
	return a.takeOut(ctx, taken)
}

// checkKey checks one foreign key. A record whose parent waits waits too, so a table that points to itself is gone through
// until nothing more falls out.
func (a *attempt) checkKey(ctx context.Context, st *stage, i int) error {
	c := st.columns[i]
	self := st == a.p.main && c.Target == st.table.Name
	among := ""
	if self {
		among = fmt.Sprintf("AND NOT EXISTS (SELECT FROM %s o WHERE o.id = s.%s)", st.temp(), quote(c.Name))
	}
	for {
		gone, err := a.numbers(ctx, fmt.Sprintf(`
			SELECT DISTINCT s._n FROM %s s WHERE s.%[2]s IS NOT NULL %[3]s
			AND NOT EXISTS (SELECT FROM %[4]s x WHERE x.tenant_id = (SELECT $1) AND x.id = s.%[2]s OFFSET 0)`,
			st.temp(), quote(c.Name), among, quote(c.Target)), a.p.tenant)
		if err != nil || len(gone) == 0 {
			return err
		}
		for _, n := range gone {
			if self {
				a.waiting = append(a.waiting, a.batch[n])
			} else {
				a.rejects = append(a.rejects, reject{a.batch[n].rec, a.p.nameless(a.batch[n], st, i)})
			}
		}
		if err := a.takeOut(ctx, gone); err != nil || !self {
			return err
		}
	}
}

// takeOut takes records out of the batch, with all their rows.
func (a *attempt) takeOut(ctx context.Context, numbers []int32) error {
	if len(numbers) == 0 {
		return nil
	}
	for _, n := range numbers {
		a.out[n] = true
	}
	for _, st := range a.p.stages {
		if _, err := a.tx.Exec(ctx, "DELETE FROM "+st.temp()+" WHERE _n = ANY($1)", numbers); err != nil {
			return err
		}
	}
	return nil
}

// upsert moves a stage into its table: rows that differ are updated, rows that are not there are inserted, the others are
// not even locked.
func (a *attempt) upsert(ctx context.Context, st *stage, mask uint64) error {
	rows := make([]int, len(a.batch)) // of each record, in this stage
	total := 0
	for n, d := range a.batch {
		if !a.out[n] {
			rows[n] = d.count(st)
			total += rows[n]
		}
	}
	var there, changed []string
	if !st.hangs || !a.allNew() {
		var err error
		if there, changed, err = a.compare(ctx, st, mask, rows); err != nil {
			return err
		}
	}
	if len(changed) > 0 {
		if _, err := a.tx.Exec(ctx, st.updateSQL(mask), pgx.QueryExecModeExec, a.p.tenant, changed); err != nil {
			return err
		}
	}
	count := a.count(st.table.Name)
	count.Updated += len(changed)
	count.Unchanged += len(there) - len(changed)
	if len(there) == total {
		return nil
	}
	if len(there) > 0 {
		if _, err := a.tx.Exec(ctx, "DELETE FROM "+st.temp()+" WHERE id = ANY($1)", there); err != nil {
			return err
		}
	}
	if err := a.spare(ctx, st); err != nil {
		return err
	}
	tag, err := a.tx.Exec(ctx, st.insertSQL(mask), pgx.QueryExecModeExec, a.p.tenant)
	if err != nil {
		return err
	}
	count.Inserted += int(tag.RowsAffected())
	for n, fresh := range rows {
		if fresh > 0 {
			a.touch(n, st == a.p.main)
		}
	}
	return nil
}

// allNew reports whether every record of the batch that was not taken out is new: nothing can hang on them yet.
func (a *attempt) allNew() bool {
	for n, f := range a.fate {
		if f != inserted && !a.out[n] {
			return false
		}
	}
	return true
}

// touch notes that a record is new, or that it or a row that hangs on it changed.
func (a *attempt) touch(n int, fresh bool) {
	if fresh {
		a.fate[n] = inserted
	}
	a.fate[n] = max(a.fate[n], updated)
}

// compare finds the ids of the rows that are in the table already, and of those that differ there. It leaves in rows, which
// counts the rows of each record, those that are new.
func (a *attempt) compare(ctx context.Context, st *stage, mask uint64, rows []int) (there, changed []string, err error) {
	differing, same := "false", "t.id = s.id"
	if st.pair != nil {
		same = fmt.Sprintf("t.%[1]s = s.%[1]s AND t.%[2]s = s.%[2]s", quote(st.pair[0]), quote(st.pair[1]))
	} else {
		old := make([]string, len(st.columns))
		for i, c := range st.columns {
			old[i] = "t." + quote(c.Name)
		}
		differing = fmt.Sprintf("ROW(%s) IS DISTINCT FROM ROW(%s)", strings.Join(old, ", "), strings.Join(st.values(mask, "t", nil), ", "))
	}
	var n int32
	var id string
	var differs bool
	err = a.probe(ctx, fmt.Sprintf(`
		SELECT s._n, s.id, t.differs FROM %s s
		CROSS JOIN LATERAL (SELECT %s AS differs FROM %s t WHERE t.tenant_id = (SELECT $1) AND %s OFFSET 0) t`,
		st.temp(), differing, st.table.quoted(), same),
		[]any{a.p.tenant}, []any{&n, &id, &differs}, func() error {
			rows[n]--
			there = append(there, id)
			if differs {
				changed = append(changed, id)
				a.touch(int(n), false)
			}
			return nil
		})
	return there, changed, err
}

// spare gives the other slug to new rows whose first one is taken by a row from elsewhere.
func (a *attempt) spare(ctx context.Context, st *stage) error {
	if !st.slug {
		return nil
	}
	taken, err := a.numbers(ctx, fmt.Sprintf(`
		SELECT s._n FROM %s s WHERE EXISTS (SELECT FROM %s x WHERE x.tenant_id = (SELECT $1) AND x.slug = s.slug AND x.id <> s.id OFFSET 0)`,
		st.temp(), st.table.quoted()), a.p.tenant)
	if err != nil || len(taken) == 0 {
		return err
	}
	_, err = a.tx.Exec(ctx, "UPDATE "+st.temp()+" SET slug = _spare WHERE _n = ANY($1)", taken)
	return err
}

func (a *attempt) numbers(ctx context.Context, sql string, args ...any) (all []int32, err error) {
	var n int32
	err = a.probe(ctx, sql, args, []any{&n}, func() error {
		all = append(all, n)
		return nil
	})
	return all, err
}

// probe runs a query that looks up each staged row in a table. Such a query says OFFSET 0 inside, so that each is looked up
// by an index: left alone, the planner, who knows nothing about a temporary table, may read the other one from end to end
// for each batch, or for each row.
func (a *attempt) probe(ctx context.Context, sql string, args, into []any, each func() error) error {
	rows, err := a.tx.Query(ctx, sql, append([]any{pgx.QueryExecModeExec}, args...)...)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, into, each)
	return err
}

// values are the staged values of the columns. Where a row says nothing about one, it is that of the row in the table (old),
// or, in a new row, the fallback.
func (st *stage) values(mask uint64, old string, fallback func(c *Column) string) []string {
	var values []string
	for i, c := range st.columns {
		value := "s." + quote(c.Name)
		var other string
		if old != "" {
			other = old + "." + quote(c.Name)
		} else {
			other = fallback(c)
		}
		if mask&(1<<i) != 0 && other != "" {
			value = fmt.Sprintf("CASE WHEN s._absent & %d <> 0 THEN %s ELSE %s END", uint64(1)<<i, other, value)
		}
		values = append(values, value)
	}
	return values
}

// updateSQL updates the rows of $2.
func (st *stage) updateSQL(mask uint64) string {
	var set []string
	for i, value := range st.values(mask, "t", nil) {
		set = append(set, quote(st.columns[i].Name)+" = "+value)
	}
	return fmt.Sprintf("UPDATE %s t SET %s FROM %s s WHERE t.tenant_id = (SELECT $1) AND t.id = s.id AND s.id = ANY($2) AND t.id = ANY($2)",
		st.table.quoted(), strings.Join(set, ", "), st.temp())
}

// insertSQL inserts the rows that are left in the stage.
func (st *stage) insertSQL(mask uint64) string {
	columns, values := []string{"id", "tenant_id"}, []string{"s.id", "$1"}
	if st.slug {
		columns, values = append(columns, "slug"), append(values, "s.slug")
	}
	fresh := func(c *Column) string {
		if text, ok := st.fresh[c.Name]; ok {
			return literal(text) + "::" + c.declared()
		}
		return c.Default
	}
	for _, c := range st.columns {
		columns = append(columns, quote(c.Name))
	}
	values = append(values, st.values(mask, "", fresh)...)
	for _, name := range sortedKeys(st.fresh) {
		if st.place(name) < 0 {
			columns, values = append(columns, quote(name)), append(values, fresh(st.table.Column(name)))
		}
	}
	sql := fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s s ORDER BY s.id COLLATE \"C\"",
		st.table.quoted(), strings.Join(columns, ", "), strings.Join(values, ", "), st.temp())
	if st.pair != nil {
		sql += " ON CONFLICT DO NOTHING"
	}
	return sql
}

// temp is the name of the stage's temporary table.
func (st *stage) temp() string { return `pg_temp."import_` + st.table.Name + `"` }

func (t *Table) quoted() string { return "public." + quote(t.Name) }

// declared is the column's type as a declaration, with the modifier that rounds a value as the column itself would.
func (c *Column) declared() string {
	switch {
	case c.Type == "character":
		return "char(3)"
	case c.Digits > 0:
		return fmt.Sprintf("numeric(%d,%d)", c.Digits, c.Scale)
	}
	return c.Type
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

func literal(s string) string {
	s = strings.ReplaceAll(s, "'", "''")
	if strings.Contains(s, `\`) {
		return "E'" + strings.ReplaceAll(s, `\`, `\\`) + "'"
	}
	return "'" + s + "'"
}
