package load

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/importer/table"
)

// A Stage is the part of a table that an import fills. Each batch is first copied into a temporary table of this form.
type Stage struct {
	Table   *table.Table
	Columns []*table.Column

	// Pair names the two foreign keys of a join table. If an editor has already joined the same two rows, that row is
	// kept, and gets the position of the file.
	Pair []string

	// Late says that its rows reference other records of the file and are written after all records.
	Late bool

	checked []int             // places of columns with ids or keys from the file, which may reference nothing
	initial map[string]string // columns of new rows only
	slug    bool              // slugs are made from names
	plan    *Plan             // records the columns of each field
	spare   map[string]bool   // columns that only what is left of other columns fills
	child   bool              // its first column references the record, so its rows exist only with the record
}

// Use adds a column to the stage and returns its place. Asked again for the same column, it returns the same place.
func (st *Stage) Use(name string) (int, error) {
	c := st.Table.Column(name)
	if c == nil || !c.Fillable() {
		accepted := st.Table.Accepted()
		return 0, fmt.Errorf("%s has no column %q that can be filled%s; it accepts: %s", st.Table.Name, name,
			table.DidYouMean(name, accepted), strings.Join(accepted, ", "))
	}
	st.plan.uses(st, name)
	delete(st.spare, name)
	if i := slices.Index(st.Columns, c); i >= 0 {
		return i, nil
	}
	if len(st.Columns) == 63 { // one bit each in Row.absent
		return 0, fmt.Errorf("%s: more than 63 columns at once", st.Table.Name)
	}
	st.Columns = append(st.Columns, c)
	return len(st.Columns) - 1, nil
}

// UseSpare adds a column that takes what is left of another column's values. A record that leaves nothing for it keeps
// what the column has, unless a field of the file fills the column.
func (st *Stage) UseSpare(name string) (int, error) {
	taken := st.Place(name) >= 0 && !st.spare[name]
	i, err := st.Use(name)
	if err == nil && !taken {
		if st.spare == nil {
			st.spare = map[string]bool{}
		}
		st.spare[name] = true
	}
	return i, err
}

// Place finds a column in the stage. It returns -1 if the import does not fill it.
func (st *Stage) Place(column string) int {
	return slices.IndexFunc(st.Columns, func(c *table.Column) bool { return c.Name == column })
}

// temp returns the name of the stage's temporary table.
func (st *Stage) temp() string { return `pg_temp."import_` + st.Table.Name + `"` }

// direct reports whether the rows of new records can be copied into the table itself. Nothing has to be looked up for
// them.
func (st *Stage) direct() bool {
	return st.child && st.Pair == nil && !st.slug && len(st.checked) == 0 && len(st.initial) == 0
}

// values returns the SQL of the staged values of all columns. mask has a bit for each column that some row does not
// fill. In such a row the value is that of the existing row (old), or that of the fallback in a new row.
func (st *Stage) values(mask uint64, old string, fallback func(c *table.Column) string) []string {
	var values []string
	for i, c := range st.Columns {
		value := "s." + table.Quote(c.Name)
		var other string
		if old != "" {
			other = old + "." + table.Quote(c.Name)
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

// copy fills the temporary table of a stage. The mask has a bit for each column that some row does not fill.
func (a *attempt) copy(ctx context.Context, st *Stage) (mask uint64, err error) {
	var b bytes.Buffer
	a.p.mu.RLock()
	for n, d := range a.batch {
		if a.out[n] {
			continue
		}
		for _, r := range d.rows {
			if r.st == st {
				mask |= r.copyText(&b, n)
			}
		}
	}
	a.p.mu.RUnlock()
	if b.Len() > 0 {
		_, err = a.conn.PgConn().CopyFrom(ctx, &b, "COPY "+st.temp()+" FROM STDIN")
	}
	return mask, err
}

// copyDirect copies the rows of a stage into the table itself. All records of the batch must be new. If a row leaves a
// column to its default, copyDirect does nothing and returns false.
func (a *attempt) copyDirect(ctx context.Context, st *Stage) (bool, error) {
	var b bytes.Buffer
	var touched []int
	a.p.mu.RLock()
	for n, d := range a.batch {
		if a.out[n] {
			continue
		}
		before := b.Len()
		for _, r := range d.rows {
			if r.st != st {
				continue
			}
			b.WriteString(r.id)
			b.WriteByte('\t')
			escape(&b, a.p.Tenant)
			if r.cellsText(&b) != 0 {
				a.p.mu.RUnlock()
				return false, nil
			}
		}
		if b.Len() > before {
			touched = append(touched, n)
		}
	}
	a.p.mu.RUnlock()
	if len(touched) == 0 {
		return true, nil
	}
	columns := []string{"id", "tenant_id"}
	for _, c := range st.Columns {
		columns = append(columns, table.Quote(c.Name))
	}
	sql := fmt.Sprintf("COPY %s (%s) FROM STDIN", st.Table.Quoted(), strings.Join(columns, ", "))
	tag, err := a.conn.PgConn().CopyFrom(ctx, &b, sql)
	if err != nil {
		return false, err
	}
	a.count(st.Table.Name).Inserted += int(tag.RowsAffected())
	for _, n := range touched {
		a.touch(n, false)
	}
	return true, nil
}

// copyText writes the row for the temporary table. It returns what absent does.
func (r *Row) copyText(b *bytes.Buffer, n int) uint64 {
	b.WriteString(strconv.Itoa(n))
	b.WriteByte('\t')
	b.WriteString(strconv.FormatUint(r.absent(), 10))
	b.WriteByte('\t')
	b.WriteString(r.id)
	if r.st.slug {
		b.WriteByte('\t')
		escape(b, r.slug)
		b.WriteByte('\t')
		escape(b, r.spare)
	}
	return r.cellsText(b)
}

// absent returns a bit for each column that the row does not fill.
func (r *Row) absent() (mask uint64) {
	for i := range r.Cells {
		if r.Cells[i].IsAbsent() {
			mask |= 1 << i
		}
	}
	return mask
}

// cellsText writes the cells, each after a tab, and ends the line. It returns what absent does.
func (r *Row) cellsText(b *bytes.Buffer) uint64 {
	for i := range r.Cells {
		b.WriteByte('\t')
		if r.Cells[i].state == given {
			escape(b, r.Cells[i].value())
		} else {
			b.WriteString(`\N`)
		}
	}
	b.WriteByte('\n')
	return r.absent()
}

// escape writes a text in the form that COPY reads.
func escape(b *bytes.Buffer, s string) {
	last := 0
	for i := range len(s) {
		var e string
		switch s[i] {
		case '\\':
			e = `\\`
		case '\t':
			e = `\t`
		case '\n':
			e = `\n`
		case '\r':
			e = `\r`
		default:
			continue
		}
		b.WriteString(s[last:i])
		b.WriteString(e)
		last = i + 1
	}
	b.WriteString(s[last:])
}
